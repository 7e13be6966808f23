// Slow test files: one that passed is left out while nothing has changed.
import { filesAt, hashOf, keep, keptOf, type Passed } from './kept.ts';

/** Each takes many processes: packs, installs, starts, pastes documents. */
export const SLOW = [
  'test/process/release.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/tooling/documents.test.ts',
  'test/examples/examples.test.ts',
  'test/http/site.test.ts',
  'test/sdk/package.test.ts',
];
/** Everything but other tests, so that no input is forgotten. */
const INPUTS = ['.', ':!*.test.ts', ':!*.prove.ts', ':!bench'];
const KIND = 'tests';

/** What it would mean if they passed now: by file, a hash of all that they depend on. */
export function slowTests(root?: string): Passed {
  const inputs = filesAt(INPUTS, root);
  if (!inputs) return {};
  const shared = hashOf(inputs, root);
  return Object.fromEntries(SLOW.map((file) => [file, shared + hashOf([file], root)]));
}

/** Those that passed like this. */
export function unchanged(slow: Passed, root?: string): string[] {
  const kept = keptOf(KIND, root);
  return Object.keys(slow).filter((file) => kept[file] === slow[file]);
}

export function keepPassed(slow: Passed, passed: readonly string[], root?: string): void {
  const own = Object.entries(slow).filter(([file]) => passed.includes(file));
  keep(KIND, Object.fromEntries(own), root);
}
