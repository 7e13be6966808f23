// The console's pages: a strict content policy, one document for every path, assets for ever.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
const DOCUMENT =
  '<!doctype html><script nonce="__CSP_NONCE__" src="/console/assets/a-1.js"></script>';
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), DOCUMENT);
writeFileSync(join(folder, 'assets/a-1.js'), 'export {};');
writeFileSync(join(folder, 'assets/a-1.js.gz'), gzipSync('export {};'));
after(() => rmSync(folder, { recursive: true }));

const policy = (nonce: string): string =>
  `default-src 'self'; script-src 'self'; style-src 'self'${nonce}; style-src-attr 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const PROTECTION = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

suite(
  'console files',
  (gate) => {
    const get = (path: string, headers = {}) => gate.send('GET', path, undefined, headers);

    for (const path of ['/console', '/console/', '/console/apps/com.example/players/7']) {
      test(`${path} is the document, with a nonce of its own`, async () => {
        const [first, second] = [await get(path), await get(path)];
        const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? '';
        assert.match(nonce, /^[A-Za-z0-9+/]{22}==$/);
        assert.equal(first.body, DOCUMENT.replace('__CSP_NONCE__', nonce));
        assert.notEqual(second.body, first.body);
        assert.equal(first.headers['content-security-policy'], policy(` 'nonce-${nonce}'`));
        assert.equal(first.headers['cache-control'], 'no-cache');
        for (const [name, value] of Object.entries(PROTECTION)) {
          assert.equal(first.headers[name], value, name);
        }
      });
    }

    test('assets may be kept for ever, and are sent compressed where that is prepared', async () => {
      const plain = await get('/console/assets/a-1.js');
      assert.equal(plain.body, 'export {};');
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(plain.headers['x-content-type-options'], 'nosniff');
      const packed = await get('/console/assets/a-1.js', { 'accept-encoding': 'gzip' });
      assert.equal(packed.headers['content-encoding'], 'gzip');
    });

    test('an asset that is not there is 404, not the document', async () => {
      assert.equal((await get('/console/assets/b-2.js')).status, 404);
      assert.equal((await get('/console/assets/..%2findex.html')).status, 404);
    });
  },
  { kinds: EITHER, consoleFolder: folder },
);

suite(
  'console files before the build',
  (gate) => {
    test('a page says what to do', async () => {
      const answer = await gate.send('GET', '/console');
      assert.equal(answer.status, 503);
      assert.match(answer.body, /The console is not built/);
      assert.equal(answer.headers['content-security-policy'], policy(''));
    });
  },
  { kinds: EITHER, consoleFolder: join(folder, 'nowhere') },
);

const failed = join(folder, 'failed');
mkdirSync(failed);
writeFileSync(join(failed, 'problem.txt'), 'Error: Cannot find <native> binding');

suite(
  'console files after a build that failed',
  (gate) => {
    test('the page says what is wrong, and the service works', async () => {
      const answer = await gate.send('GET', '/console');
      assert.equal(answer.status, 503);
      assert.match(
        answer.body,
        /The build failed: <code>Error: Cannot find &#60;native&#62; binding<\/code>/,
      );
      assert.equal((await gate.send('GET', '/health/live')).status, 200);
    });
  },
  { kinds: EITHER, consoleFolder: failed },
);
