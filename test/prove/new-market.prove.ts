// A made-up market in a copy of the whole repository: its types, its generated files, and how many files changed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyWithMarket, GENERATED, touched } from '../tooling/new-market/copy.ts';

const COMPILER = 'node_modules/typescript-7/bin/tsc';

test('a made-up market compiles everywhere, and changes the files that the drill counts', (context) => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
  const copy = copyWithMarket('new-market-whole', files);
  context.after(() => rmSync(copy, { recursive: true }));
  symlinkSync(join(process.cwd(), 'console/node_modules'), join(copy, 'console/node_modules'));
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  run('scripts/generate.ts');
  // The information of the compiler about the repository is not about the copy.
  const only = { extends: './tsconfig.json', include: ['src', 'emulator'] };
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  writeFileSync(join(copy, 'tsconfig.copy.json'), JSON.stringify({ ...only, compilerOptions }));
  for (const project of ['tsconfig.copy.json', 'console', 'sdk']) {
    const more = ['--incremental', 'false', '--tsBuildInfoFile', 'null'];
    assert.equal(run(COMPILER, '--noEmit', '-p', project, ...more), '');
  }
  const changed = files.filter(
    (file) => !readFileSync(file).equals(readFileSync(join(copy, file))),
  );
  const expected = touched().filter((file) => file !== 'CHANGELOG.md');
  assert.deepEqual(changed.sort(), [...expected].sort());
  assert.ok(GENERATED.every((file) => changed.includes(file)));
});
