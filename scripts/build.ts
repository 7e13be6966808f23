// `npm run build`: the release in dist/, as `npm pack` packs it: compiled service and emulator, the built console, the built site and the packed SDK.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILER } from './compiler.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const CONSOLE = join(ROOT, 'console/dist');
const SITE = join(ROOT, 'site/dist');
/** What is read at run time beside the modules. */
const FILES = [
  'src/**/*.sql',
  'src/http/reference/*.{html,css,js,svg}',
  'emulator/page/*.{html,css,js,svg}',
];

function fail(sentence: string): never {
  process.stderr.write(`tollgate: ${sentence}\n`);
  process.exit(1);
}

if (!existsSync(join(CONSOLE, 'index.html'))) fail('there is no release without its console.');
rmSync(DIST, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.release.json'], {
  cwd: ROOT,
  stdio: ['ignore', 2, 2],
});
if (status !== 0) fail('it cannot be compiled; see the lines above.');
for (const file of globSync(FILES, { cwd: ROOT })) cpSync(join(ROOT, file), join(DIST, file));
cpSync(CONSOLE, join(DIST, 'console/dist'), { recursive: true });
// Without it, /docs says why.
if (existsSync(SITE)) cpSync(SITE, join(DIST, 'site/dist'), { recursive: true });
packSdk();

/** `npm pack --dry-run` of the release hands its options down, and must find the file all the same. */
function packSdk(): void {
  const folder = join(DIST, 'sdk');
  mkdirSync(folder);
  const options = ['--pack-destination', folder, '--dry-run=false', '--json=false', '--silent'];
  const packed = spawnSync('npm', ['pack', ...options], {
    cwd: join(ROOT, 'sdk'),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (packed.status !== 0) fail('the SDK cannot be packed; see the lines above.');
}
