// Around `npm pack`: npm-shrinkwrap.json with the versions that were tested, and their bill of materials (CycloneDX).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = 'npm-shrinkwrap.json';
const SBOM = 'sbom.cdx.json';

/** The lockfile without what only a checkout needs; npm itself leaves that out. */
function write(): void {
  const apart = mkdtempSync(join(tmpdir(), 'tollgate-shrinkwrap-'));
  // The bill of materials takes its name from the folder.
  const folder = join(apart, 'tollgate');
  try {
    mkdirSync(folder);
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { devDependencies, workspaces, scripts, overrides, ...released } = manifest;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(released));
    cpSync(join(ROOT, 'package-lock.json'), join(folder, FILE));
    const npm = (file: string, ...args: string[]): string => {
      const { status, stdout } = spawnSync('npm', args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 2],
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        shell: process.platform === 'win32',
      });
      if (status !== 0) throw new Error(`${file} cannot be made from package-lock.json.`);
      return stdout;
    };
    npm(FILE, 'install', '--package-lock-only', '--offline');
    cpSync(join(folder, FILE), join(ROOT, FILE));
    const format = ['--sbom-format=cyclonedx', '--sbom-type=application'];
    writeFileSync(join(ROOT, SBOM), npm(SBOM, 'sbom', '--package-lock-only', ...format));
  } finally {
    rmSync(apart, { recursive: true });
  }
}

if (process.argv.includes('--remove')) {
  for (const file of [FILE, SBOM]) rmSync(join(ROOT, file), { force: true });
} else write();
