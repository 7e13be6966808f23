// Slow test files: one that passed is left out while nothing has changed that it is about.
import { globSync } from 'node:fs';
import { filesAt, hashOf, keep, keptOf, type Passed, ROOT } from './kept.ts';

/** What all of them run on, besides themselves. */
const TOOLS = [
  'package.json',
  'package-lock.json',
  'scripts',
  'test',
  ':!*.test.ts',
  ':!*.prove.ts',
  ':!test/output',
];
/** What lets processes die and others go on. */
const WORK = ['src/background', 'src/storage', 'emulator'];
/**
 * Each packs, installs, starts many processes, or tells a story in the browser. The places are those of its
 * subject; what other code could break there, the tests of that code should see. In a new clone, as in CI, all run.
 */
const SLOW: Readonly<Record<string, readonly string[]>> = {
  'test/cli/migrate.test.ts': ['src/cli', 'src/start', 'src/storage'],
  'test/consent/kill.test.ts': ['src/consent', ...WORK],
  'test/console/browser/*.test.ts': ['console', 'openapi.json'],
  'test/demo/year.test.ts': ['src/demo'],
  'test/examples/examples.test.ts': ['examples', 'sdk', 'openapi.json'],
  'test/http/pages.test.ts': ['console', 'docs', 'site', 'src/http', 'openapi.json', '*.md'],
  'test/http/samples.test.ts': ['src/http/reference'],
  'test/http/site.test.ts': ['docs', 'site', 'src/http', 'openapi.json', '*.md'],
  'test/outbox/relay/kill.test.ts': ['src/outbox', ...WORK],
  'test/outbox/replay-kill.test.ts': ['src/outbox', ...WORK],
  'test/payment/actions/{crash,kill}.test.ts': [
    'src/payment/actions',
    'src/payment/markets',
    ...WORK,
  ],
  'test/payment/disputes/kill.test.ts': ['src/payment/disputes', ...WORK],
  'test/payment/external/year.test.ts': ['src/payment/external', ...WORK],
  'test/payment/orders/pay-page-browser.test.ts': ['src/payment/orders', ...WORK],
  'test/process/release.test.ts': [
    ...['bin', 'console', 'deploy', 'examples', 'sdk', 'site', 'src', 'Dockerfile', '*.json'],
  ],
  'test/restriction/appeal-page.test.ts': ['src/restriction/appeals'],
  'test/sdk/package.test.ts': ['sdk', 'openapi.json', 'docs/sdk.md'],
  'test/start/master-key-{change,crash}.test.ts': ['docs', 'src/base', 'src/start', ...WORK],
  'test/tooling/documents.test.ts': ['docs', 'deploy', 'src/cli', 'openapi.json', '*.md'],
  'test/upgrade/upgrade.test.ts': ['src'],
};
const KIND = 'tests';

/** What it would mean if they passed now: by file, a hash of all that they depend on. */
export function slowTests(root = ROOT): Passed {
  const passed: Record<string, string> = {};
  for (const [pattern, places] of Object.entries(SLOW)) {
    const inputs = filesAt([...places, ...TOOLS], root);
    if (!inputs) return {};
    const shared = hashOf(inputs, root);
    for (const file of globSync(pattern, { cwd: root })) {
      passed[file] = shared + hashOf([file], root);
    }
  }
  return passed;
}

/** Those that passed like this. */
export function unchanged(slow: Passed, root = ROOT): string[] {
  const kept = keptOf(KIND, root);
  return Object.keys(slow).filter((file) => kept[file] === slow[file]);
}

export function keepPassed(slow: Passed, passed: readonly string[], root = ROOT): void {
  const own = Object.entries(slow).filter(([file]) => passed.includes(file));
  keep(KIND, Object.fromEntries(own), root);
}
