// What is installed before a script: never without the Node that everything runs on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyScripts } from '../support/checkout.ts';

const root = mkdtempSync(join(tmpdir(), 'tollgate-install-'));
after(() => rmSync(root, { recursive: true }));
const machine = join(root, 'machine/node');
const pinned = join(root, 'node_modules/node-pinned/bin/node');
const npm = join(root, 'npm.cjs');

copyScripts(root);
writeFileSync(join(root, 'package-lock.json'), '{}');
// Stands for npm, which would replace node_modules: it writes down what it was asked for.
writeFileSync(npm, "require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '));");
for (const path of [machine, pinned]) {
  mkdirSync(join(path, '..'), { recursive: true });
  try {
    linkSync(process.execPath, path);
  } catch {
    // The folder for temporary files is on another disk.
    copyFileSync(process.execPath, path);
  }
}

/** What npm is asked for by a script that nothing is installed for yet. */
function asked(runtime: string, event: string): string[] {
  rmSync(join(root, 'node_modules/.installed-lockfile'), { force: true });
  const { status, stderr } = spawnSync(runtime, ['scripts/ensure.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { npm_execpath: npm, npm_lifecycle_event: event },
  });
  assert.equal(status, 0, stderr);
  return readFileSync(join(root, 'asked'), 'utf8').split(' ').slice(1, -3);
}

test('the service on a machine with a new Node needs no other one', () => {
  const args = ['--omit=dev', '--workspaces=false', '--omit=optional'];
  assert.deepEqual(asked(machine, 'pretollgate'), args);
});

test('a service that runs on the pinned Node keeps it when it is installed again', () => {
  const args = ['--omit=dev', '--workspaces=false', '--include=optional'];
  assert.deepEqual(asked(pinned, 'pretollgate'), args);
});

test('other scripts install everything', () => {
  assert.deepEqual(asked(machine, 'precheck'), ['--include=dev', '--include=optional']);
});
