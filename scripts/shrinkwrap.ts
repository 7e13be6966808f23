// Around `npm pack`: the versions that were tested, in npm-shrinkwrap.json and in the manifest, and their bill of materials (CycloneDX).
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = 'npm-shrinkwrap.json';
const SBOM = 'sbom.cdx.json';
const MANIFEST = join(ROOT, 'package.json');
/** The manifest of the checkout while the released one stands in its place. */
const ASIDE = join(ROOT, 'package.aside.json');

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly optional?: true }>
  >;
}

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
    renameSync(MANIFEST, ASIDE);
    const dependencies = versionsOf(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
    writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
  } finally {
    rmSync(apart, { recursive: true });
  }
}

/**
 * Npm reads a shrinkwrap only of a package that comes from a registry. For one that comes as a file, each
 * indirect dependency is named with its version as if it were a direct one.
 */
function versionsOf({ packages }: Lockfile): Record<string, string> {
  const direct = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;
  return Object.fromEntries(
    Object.entries(packages).flatMap(([place, { version, optional }]) => {
      const name = direct.exec(place)?.[1];
      return name && version && !optional ? [[name, version]] : [];
    }),
  );
}

function remove(): void {
  if (existsSync(ASIDE)) renameSync(ASIDE, MANIFEST);
  for (const file of [FILE, SBOM]) rmSync(join(ROOT, file), { force: true });
}

// What an interrupted packing has left is removed first.
remove();
if (!process.argv.includes('--remove')) write();
