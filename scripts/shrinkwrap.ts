// Around `npm pack`: npm-shrinkwrap.json, so that whoever installs the release gets the versions that were tested.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = 'npm-shrinkwrap.json';

/** The lockfile without what only a checkout needs; npm itself leaves that out. */
function write(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-shrinkwrap-'));
  try {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { devDependencies, workspaces, scripts, overrides, ...released } = manifest;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(released));
    cpSync(join(ROOT, 'package-lock.json'), join(folder, FILE));
    const { status } = spawnSync('npm', ['install', '--package-lock-only', '--offline'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`${FILE} cannot be made from package-lock.json.`);
    cpSync(join(folder, FILE), join(ROOT, FILE));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--remove')) rmSync(join(ROOT, FILE), { force: true });
else write();
