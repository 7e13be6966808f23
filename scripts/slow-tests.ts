// Slow test files that build, pack or install: kept as passed while nothing changes that they depend on.
import { filesAt, hashOf, type Passed } from './kept.ts';

/** Everything but other tests: no input is forgotten. */
const EVERYTHING = ['.', ':!*.test.ts', ':!*.prove.ts', ':!bench'];
/** For tests that copy the scripts into a checkout of their own. */
const SCRIPTS = ['scripts', 'emulator/reflect.ts', 'package-lock.json', 'test/support'];

const INPUTS: Readonly<Record<string, readonly string[]>> = {
  'test/process/release.test.ts': EVERYTHING,
  'test/upgrade/upgrade.test.ts': EVERYTHING,
  'test/tooling/documents.test.ts': EVERYTHING,
  'test/examples/languages.test.ts': EVERYTHING,
  'test/examples/servers.test.ts': EVERYTHING,
  'test/http/site.test.ts': EVERYTHING,
  'test/sdk/package.test.ts': EVERYTHING,
  'test/tooling/console-build.test.ts': SCRIPTS,
  'test/tooling/install.test.ts': SCRIPTS,
  'test/tooling/joined.test.ts': SCRIPTS,
  'test/tooling/site-build.test.ts': SCRIPTS,
};

/** By file, the hash of its inputs as they are now. */
export function slowTests(): Passed {
  const each = Object.entries(INPUTS).map(([file, places]) => [
    file,
    hashOf([...filesAt(places), file]),
  ]);
  return Object.fromEntries(each);
}
