// Builds the documentation site when the documents have changed since the last build: `npm run site` and `npm run build`.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, hashOf, install, runBuilder, withBorrowed } from './built.mjs';

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

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === self) {
  ensureSite(dirname(dirname(self)), process.execPath);
}
