// A checkout of a test's own: the scripts that npm runs first, as they are here.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

const OURS = join(import.meta.dirname, '../../scripts');
/** `ensure.mjs` and what it imports. */
const SCRIPTS = ['ensure', 'built', 'console', 'joined', 'place', 'site'];

export function copyScripts(root: string, more: readonly string[] = []): void {
  for (const name of [...SCRIPTS, ...more]) {
    cpSync(join(OURS, `${name}.mjs`), join(root, 'scripts', `${name}.mjs`));
  }
}
