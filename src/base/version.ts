// The version of this program, from the nearest package.json.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function readVersion(folder: string = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  const { name, version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (name === 'tollgate') return version;
  if (dirname(folder) === folder) throw new Error("Cannot find tollgate's package.json.");
  return readVersion(dirname(folder));
}
