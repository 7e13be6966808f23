// The documentation site: pages without endings, assets for ever, a strict content policy, and a page that says why there is none.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { suite } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-site-'));
after(() => rmSync(folder, { recursive: true }));
const site = join(folder, 'site');
for (const each of ['site/assets', 'site/clients', 'failed']) {
  mkdirSync(join(folder, each), { recursive: true });
}
writeFileSync(join(folder, 'secret.html'), 'not a page');
writeFileSync(join(site, 'index.html'), '<title>First</title>');
writeFileSync(join(site, 'purchases.html'), '<title>Purchases</title>');
writeFileSync(join(site, 'purchases.html.gz'), gzipSync('<title>Purchases</title>'));
writeFileSync(join(site, 'clients/index.html'), '<title>Clients</title>');
writeFileSync(join(site, '404.html'), '<title>404</title>');
writeFileSync(join(site, '.built-from'), 'a hash');
writeFileSync(join(site, 'assets/app.1a2b.js'), 'export {};');
writeFileSync(join(site, 'assets/@index.3c.js'), 'export default 1;');
writeFileSync(join(folder, 'failed/problem.txt'), 'Error: no <vitepress>');

const PROTECTION = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='; style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

suite(
  'site files',
  (gate) => {
    const get = (path: string, headers = {}) => gate.send('GET', path, undefined, headers);

    test('/docs leads to the first page', async () => {
      const { status, headers } = await get('/docs');
      assert.deepEqual([status, headers.location], [302, '/docs/']);
    });

    for (const [path, title] of [
      ['/docs/', 'First'],
      ['/docs/purchases', 'Purchases'],
      ['/docs/purchases.html', 'Purchases'],
      ['/docs/clients/', 'Clients'],
    ] as const) {
      test(`${path} is a page under the content policy`, async () => {
        const { status, headers, body } = await get(path);
        assert.deepEqual([status, body], [200, `<title>${title}</title>`]);
        assert.equal(headers['content-type'], 'text/html; charset=utf-8');
        assert.equal(headers['cache-control'], 'no-cache');
        for (const [name, value] of Object.entries(PROTECTION)) {
          assert.equal(headers[name], value, name);
        }
      });
    }

    test('a page is sent compressed where that is prepared', async () => {
      const { headers } = await get('/docs/purchases', { 'accept-encoding': 'gzip' });
      assert.deepEqual([headers['content-encoding'], headers.vary], ['gzip', 'accept-encoding']);
    });

    test('assets may be kept for ever', async () => {
      const { headers, body } = await get('/docs/assets/app.1a2b.js');
      assert.equal(body, 'export {};');
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    });

    test('the index of the search has a name of its own kind', async () => {
      assert.equal((await get('/docs/assets/@index.3c.js')).body, 'export default 1;');
    });

    for (const path of ['nowhere', 'clients', '.built-from', '..%2fsecret.html', '%2e%2e/secret']) {
      test(`/docs/${path} is not found`, async () => {
        const { status, body } = await get(`/docs/${path}`);
        assert.equal(status, 404);
        assert.ok(!String(body).includes('not a page'));
      });
    }

    test('the reference keeps its place', async () => {
      assert.match((await get('/docs/api')).body, /<title>Tollgate API<\/title>/);
      assert.equal((await get('/docs/json')).status, 200);
    });
  },
  { kinds: ['sqlite'], siteFolder: site },
);

suite(
  'site files without a build',
  (gate) => {
    test('the page says how to build it, and leads to the reference', async () => {
      const { status, body } = await gate.send('GET', '/docs/purchases');
      assert.equal(status, 404);
      assert.match(body, /The documentation is not built/);
      assert.match(body, /<code>npm run site<\/code> builds it/);
      assert.match(body, /<a href="\/docs\/api">/);
    });
  },
  { kinds: ['sqlite'], siteFolder: join(folder, 'nowhere') },
);

suite(
  'site files after a build that failed',
  (gate) => {
    test('the page says what is wrong', async () => {
      const { status, body } = await gate.send('GET', '/docs/');
      assert.equal(status, 404);
      assert.match(body, /<code>Error: no &#60;vitepress&#62;<\/code>/);
    });
  },
  { kinds: ['sqlite'], siteFolder: join(folder, 'failed') },
);
