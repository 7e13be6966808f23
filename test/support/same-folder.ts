// An empty folder outside of the checkout, at the same place in every run: Node finds again what it compiled there.
import { hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another checkout has others. */
const CHECKOUT = hash('sha256', import.meta.dirname).slice(0, 12);

export function sameFolder(name: string): string {
  const folder = join(tmpdir(), `tollgate-${name}-${CHECKOUT}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}
