// axe-core in a page: what hinders people who cannot see it well or use no mouse, by WCAG 2.2 (A and AA) and axe's best practices.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Contrast is for contrast.js, which takes a tenth of the time and looks at both themes. */
const RULES = { 'color-contrast': { enabled: false } };
/** Runs in the page and answers with the broken rules, and where; what is not painted would not count. */
const VIOLATIONS = `(exclude) => (document.documentElement.style.opacity = 1, axe.run({ exclude }, {
  runOnly: ${JSON.stringify(TAGS)},
  rules: ${JSON.stringify(RULES)},
  resultTypes: ['violations'],
  preload: false,
}).then(({ violations }) => {
  document.documentElement.style.opacity = '';
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)));
}))`;

/** Not in what matches `known`, which was looked at on another page. */
export async function violations(page: Page, known: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  return page.evaluate<string[]>(`(${VIOLATIONS})(${JSON.stringify(known)})`);
}
