// The documentation site in a real browser: built from docs/, served by the service, read at three widths in light and dark.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ENGLISH, KOREAN, linkOf, pageOf } from '../../site/pages.ts';
import { withLinks } from '../../site/stage.ts';
import { browserSuite } from '../support/browser.ts';
import { ensureSite } from '../support/site.ts';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, 'test/output/screenshots');
const FAINT_TEXTS = readFileSync(join(root, 'test/support/contrast.js'), 'utf8');
const KIB = 1_024;
/** Page, styles, scripts and pictures, as they travel. */
const HEAVIEST_FIRST_VISIT = 250 * KIB;
const VISITS = [
  [390, '/docs/purchases'],
  [1_280, '/docs/'],
  [1_280, '/docs/clients/unity'],
  [1_920, '/docs/ko/'],
] as const;
const shown = [...ENGLISH, ...KOREAN].flatMap(({ pages }) => pages.map(([file]) => file));

test('the sidebar shows every document, except single decisions', () => {
  const documents = globSync('docs/**/*.md', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('docs/decisions/'));
  assert.deepEqual(
    documents.filter((file) => !shown.includes(file)),
    [],
  );
  assert.deepEqual(
    shown.filter((file) => !globSync(file, { cwd: root }).length),
    [],
  );
});

test('links lead to pages of the site, and what is no page is only named', () => {
  for (const [file, text, expected] of [
    [
      'docs/purchases.md',
      '[google.md](google.md#the-answer)',
      '[Google Play](./google.md#the-answer)',
    ],
    ['docs/clients/unity.md', '[overview](README.md)', '[overview](./index.md)'],
    ['docs/deploy.md', '[the unit](../deploy/systemd/tollgate.service)', 'the unit'],
    ['CHANGELOG.md', '[docs](docs/deploy.md#package)', '[docs](./deploy.md#package)'],
    ['docs/README.md', '[safe](../SECURITY.md)', '[safe](./security.md)'],
    ['docs/ko/README.md', '![a](../images/overview.svg)', '![a](../images/overview.svg)'],
    ['docs/sdk.md', '[examples](../examples/README.md)', '[examples](./examples/index.md)'],
    ['docs/sdk.md', '```\n[google.md](google.md)\n```', '```\n[google.md](google.md)\n```'],
    [
      'docs/sdk.md',
      '[out](https://example.com) [here](#calls)',
      '[out](https://example.com) [here](#calls)',
    ],
  ] as const) {
    assert.equal(withLinks(text, file), expected);
  }
  assert.equal(pageOf('docs/clients/README.md'), 'clients/index.md');
  assert.equal(linkOf('docs/clients/README.md'), '/clients/');
  assert.equal(pageOf('deploy/README.md'), undefined);
});

test('diagrams are pictures, which the site shows as well as GitHub', () => {
  const files = globSync(['docs/**/*.md', '*.md'], { cwd: root });
  assert.deepEqual(
    files.filter((file) => /^ *```mermaid/m.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});

browserSuite('site', (_gate, browser) => {
  before(async () => {
    await ensureSite();
    mkdirSync(pictures, { recursive: true });
  });

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(path);
    await page.locator('.vp-doc h1').first().waitFor();
  };

  test('/docs is the first page, readable at three widths in light and dark', async () => {
    const { page } = await browser.visit();
    await open(page, '/docs');
    assert.equal(new URL(page.url()).pathname, '/docs/');
    for (const [width, path] of VISITS) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, path);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${path} is ${wide} wide at ${width}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], `${path} ${colorScheme}`);
        if (process.env.TEST_SCREENSHOTS === 'on') {
          const name = `site${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: join(pictures, name) });
        }
      }
    }
  });

  test('the search finds a result code, offline', async () => {
    const { page } = await browser.visit();
    await open(page, '/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('CERTIFICATION_KEY_MISMATCH');
    await page.locator('.result', { hasText: 'Result codes' }).first().click();
    await page.getByRole('heading', { name: 'Result codes' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/docs/restrictions');
  });

  test('Korean is a click away, and the reference is beside it', async () => {
    const { page } = await browser.visit();
    await open(page, '/docs/');
    await page
      .getByRole('button', { name: /language/i })
      .first()
      .hover();
    await page.getByRole('link', { name: '한국어' }).first().click();
    await page.getByRole('heading', { name: 'Tollgate 소개' }).waitFor();
    await page.getByRole('link', { name: 'API 레퍼런스' }).first().click();
    await page.locator('.card').first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/docs/api');
    await page.getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { name: 'What Tollgate is' }).waitFor();
  });

  test('a first visit is light, asks nobody else, and every page of the sidebar is there', async () => {
    const { page } = await browser.visit({ isFirst: true });
    let bytes = 0;
    const hosts = new Set<string>();
    page.on('response', async (response) => {
      hosts.add(new URL(response.url()).origin);
      assert.ok(response.status() < 400, response.url());
      const { responseBodySize } = await response.request().sizes();
      bytes += responseBodySize;
    });
    await page.goto('/docs/purchases', { waitUntil: 'networkidle' });
    assert.ok(bytes > 0 && bytes <= HEAVIEST_FIRST_VISIT, `${bytes} bytes`);
    assert.deepEqual([...hosts], [new URL(page.url()).origin]);
    for (const file of shown) {
      const answer = await page.request.get(`/docs${linkOf(file)}`);
      assert.equal(answer.status(), 200, file);
      assert.doesNotMatch(
        await answer.text(),
        /<script(?![^>]* src=)/,
        `${file} has an inline script`,
      );
    }
  });
});
