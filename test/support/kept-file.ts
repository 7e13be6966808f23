// A file that takes long to make, kept by what it is made of: its name has the hash.
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** Under its name only when it is complete: other processes may look for it. Those of older hashes go. */
export async function keptFile(
  path: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  if (existsSync(path)) return path;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await make(fresh);
  const others = globSync(`*${extname(path)}`, { cwd: folder }).map((name) => join(folder, name));
  for (const old of others) if (old !== path) rmSync(old, { force: true });
  renameSync(fresh, path);
  return path;
}
