// Builds the console when its sources have changed since the last build.
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { ensureBuilt, hashOf, runBuilder, withBorrowed } from './built.mjs';

/** `runtime` is the Node that runs the bundler, `install(folder, args)` is `npm ci`. */
export function ensureConsole(root, runtime, install) {
  ensureBuilt({
    root,
    name: 'console',
    page: '/console',
    dist: join(root, 'console', 'dist'),
    hash: () => hashOf(root, sourcesOf(root)),
    build: (folder) =>
      findBundler(root)
        ? bundle(root, runtime, folder)
        : withBorrowed(root, { workspace: 'console', files: ['console'], install }, (borrowed) =>
            bundle(borrowed, runtime, folder),
          ),
  });
}

function bundle(root, runtime, folder) {
  const args = ['build', 'console', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  return runBuilder(runtime, [findBundler(root), ...args], root);
}

function findBundler(root) {
  try {
    const { resolve } = createRequire(join(root, 'console', 'package.json'));
    return join(resolve('vite/package.json'), '..', 'bin', 'vite.js');
  } catch {
    return undefined;
  }
}

function sourcesOf(root) {
  const folder = join(root, 'console');
  const files = readdirSync(folder)
    .filter((name) => !['dist', 'node_modules'].includes(name))
    .flatMap((name) => filesIn(join(folder, name)))
    .map((file) => relative(root, file))
    .sort();
  return [...files, 'package-lock.json'];
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
