#!/usr/bin/env node
// The `tollgate` command of the release: on this Node if it is new enough, else on the one that came with the package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { join } from 'node:path';

const NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  rememberCompiled();
  await import('../dist/src/cli.js');
} else {
  runOn(bundledRuntime());
}

/** Programs that are compiled once start faster the next time; children inherit it. */
function rememberCompiled() {
  const { directory } = module.enableCompileCache();
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
}

function bundledRuntime() {
  const { platform, arch } = process;
  try {
    const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
    const folder = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..');
    const path = join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(path)) return path;
  } catch {
    // There is none for this platform, or it was left out of the installation.
  }
  process.stderr.write(
    `tollgate: Node ${NEEDED_MAJOR} or newer is needed, and none that works is bundled for ${platform}-${arch} (found ${process.version}). Install Node ${NEEDED_MAJOR} and try again.\n`,
  );
  process.exit(1);
}

/** This process only waits: signals go on to the other one, and its end is the end. */
function runOn(runtime) {
  const child = spawn(runtime, [import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
