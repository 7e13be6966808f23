// The package as npm packs it, made from a copy of the folder.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../sdk/package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

/** The path of the packed file, in this folder. Packing writes into its own, so it gets a copy. */
export async function packSdk(folder: string): Promise<string> {
  const checkout = join(folder, 'checkout');
  cpSync(join(ROOT, 'sdk'), join(checkout, 'sdk'), {
    recursive: true,
    filter: (path) => path !== join(ROOT, 'sdk/dist'),
  });
  for (const name of ['tsconfig.json', 'package.json', 'package-lock.json', 'scripts']) {
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  }
  // Links to what builds it: where the lockfile is another one, npm would empty what a single link leads to.
  const modules = join(checkout, 'node_modules');
  mkdirSync(modules);
  for (const name of ['.installed-lockfile', '@typescript', 'typescript-7']) {
    const ours = join(ROOT, 'node_modules', name);
    if (existsSync(ours)) symlinkSync(ours, join(modules, name));
  }
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], {
    cwd: join(checkout, 'sdk'),
  });
  return join(folder, `tollgate-server-${manifest.version}.tgz`);
}

/** As npm would put it there. */
export async function unpackSdk(home: string, packed: string): Promise<void> {
  const place = join(home, 'node_modules', manifest.name);
  mkdirSync(place, { recursive: true });
  const args = ['-xzf', packed, '-C', place, '--strip-components=1'];
  await promisify(execFile)('tar', args);
}

/** Nothing is downloaded: the package has no dependencies. */
export async function installSdk(home: string, packed: string): Promise<void> {
  const args = ['install', '--offline', '--no-audit', '--no-fund', packed];
  await promisify(execFile)('npm', args, { cwd: home });
}
