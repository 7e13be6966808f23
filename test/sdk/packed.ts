// The package as npm packs it, made from a copy of the folder.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../sdk/package.json' with { type: 'json' };
import { keptFile } from '../support/kept-file.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What it is made from. */
const FILES = globSync(['sdk/**', 'tsconfig.json', 'package*.json', 'scripts/*.mjs'], {
  cwd: ROOT,
  exclude: (path) => path === 'sdk/dist',
})
  .filter((path) => statSync(join(ROOT, path)).isFile())
  .sort();
const KEPT = join(ROOT, 'node_modules/.cache/sdk');

/** The path of the packed file, in this folder. */
export async function packSdk(folder: string): Promise<string> {
  const texts = FILES.map((file) => `${file}\n${readFileSync(join(ROOT, file), 'utf8')}`);
  const kept = await keptFile(join(KEPT, `${hash('sha256', texts.join('\n'))}.tgz`), pack);
  const packed = join(folder, `tollgate-server-${manifest.version}.tgz`);
  copyFileSync(kept, packed);
  return packed;
}

/** Packing writes into its own folder, so it gets a copy. */
async function pack(path: string): Promise<void> {
  const checkout = mkdtempSync(join(tmpdir(), 'tollgate-packed-'));
  try {
    for (const file of FILES) cpSync(join(ROOT, file), join(checkout, file));
    // Links to what builds it: where the lockfile is another one, npm would empty what a single link leads to.
    const modules = join(checkout, 'node_modules');
    mkdirSync(modules);
    for (const name of ['.installed-lockfile', '@typescript', 'typescript-7']) {
      const ours = join(ROOT, 'node_modules', name);
      if (existsSync(ours)) symlinkSync(ours, join(modules, name));
    }
    await promisify(execFile)('npm', ['pack'], { cwd: join(checkout, 'sdk') });
    copyFileSync(join(checkout, `sdk/tollgate-server-${manifest.version}.tgz`), path);
  } finally {
    rmSync(checkout, { recursive: true });
  }
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
