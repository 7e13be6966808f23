// Builds the documentation site when the documents have changed since the last build: `npm run site`, `npm run build`, and in the background of `npm start`.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, hashOf, install, isBuilt, runBuilder, withBorrowed } from './built.mjs';

/** The texts and pictures, and what makes pages of them. */
const SOURCES = [
  'docs',
  'site',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'console/src/icon.svg',
];
const LOWEST_PRIORITY = 19;

/** `runtime` is the Node that runs VitePress. */
export function ensureSite(root, runtime) {
  const build = (from, folder) => runBuilder(runtime, [join('site', 'build.ts'), folder], from);
  ensureBuilt({
    root,
    name: 'site',
    page: '/docs',
    dist: distOf(root),
    hash: () => hashOfSources(root),
    build: (folder) =>
      hasBuilder(root)
        ? build(root, folder)
        : withBorrowed(root, { workspace: 'site', files: SOURCES, install }, (borrowed) =>
            build(borrowed, folder),
          ),
  });
}

/** Whether a build has to install VitePress first. It never throws: a checkout may lack the documents. */
export function needsDownload(root) {
  try {
    return !hasBuilder(root) && !isBuilt(distOf(root), hashOfSources(root));
  } catch {
    return false;
  }
}

const distOf = (root) => join(root, 'site', 'dist');
const hasBuilder = (root) => existsSync(join(root, 'node_modules', 'vitepress'));
const hashOfSources = (root) =>
  hashOf(root, [...SOURCES.flatMap((each) => filesIn(root, each)), 'package-lock.json']);

/** Without what is built there. */
function filesIn(root, place) {
  if (statSync(join(root, place)).isFile()) return [place];
  return readdirSync(join(root, place), { recursive: true })
    .filter((file) => !/^(dist|node_modules|\.work-)/.test(file))
    .map((file) => join(place, file))
    .filter((file) => statSync(join(root, file)).isFile())
    .sort();
}

/** Every start asks for the site, and the first of them is still building it; what a killed one left is taken over. */
function alone(folder, build) {
  const lock = join(folder, 'site.pid');
  if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(lock, String(process.pid));
  try {
    build();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === self) {
  const root = dirname(dirname(self));
  if (process.argv.includes('--background')) {
    // The service that has just been started goes first.
    setPriority(LOWEST_PRIORITY);
    alone(join(root, 'node_modules', '.cache'), () => ensureSite(root, process.execPath));
  } else {
    ensureSite(root, process.execPath);
  }
}
