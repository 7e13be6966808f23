// The workflows of the forge run commands that exist, and a release is published only as one: tag, packages and changelog.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { releaseNotes } from '../../scripts/release-notes.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const release = read('.github/workflows/release.yaml');
const workflows = globSync('.github/workflows/*.yaml', { cwd: root });
const version = (JSON.parse(read('package.json')) as { version: string }).version;

/** The commands of all steps, one line each, with the folder that they run in. */
function commandsOf(file: string): { readonly command: string; readonly folder: string }[] {
  return read(file)
    .split(/^ {6}- /m)
    .slice(1)
    .flatMap((step) => {
      const folder = /working-directory: (\S+)/.exec(step)?.[1] ?? '.';
      const block = /^ *run: \|\n((?: {10}.*\n)+)/m.exec(step)?.[1];
      const line = /^(?: {8})?run: ([^|\n].*)$/m.exec(step)?.[1];
      return (block ?? line ?? '')
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .map((command) => ({ command, folder }));
    });
}

test('every command of a workflow is there', () => {
  const all = workflows.flatMap(commandsOf);
  assert.ok(all.length >= 8, 'does this test still read the files?');
  for (const { command, folder } of all) {
    const [program = '', first = ''] = command.split(' ');
    if (program.startsWith('.')) accessSync(join(root, program), constants.X_OK);
    else if (program === 'node') assert.ok(existsSync(join(root, first)), command);
    else if (program === 'npm') assert.match(command, /^npm (publish --provenance|pack)/);
    else assert.match(command, /^(gh |test |sha=\$\(gh )/, command);
    assert.ok(existsSync(join(root, folder, folder === '.' ? '.ci/run' : 'package.json')));
  }
});

test('both packages are published, and may be', () => {
  for (const file of ['package.json', 'sdk/package.json']) {
    const { private: isPrivate, publishConfig } = JSON.parse(read(file));
    assert.deepEqual([file, isPrivate, publishConfig], [file, undefined, { access: 'public' }]);
  }
  const folders = commandsOf('.github/workflows/release.yaml')
    .filter(({ command }) => command.startsWith('npm publish'))
    .map(({ folder }) => folder);
  assert.deepEqual(folders, ['.', 'sdk']);
});

test('nothing is published before the tests and the check of the tag', () => {
  const jobs = [...release.matchAll(/^ {2}(\w+):\n(?: {4}needs: \[([^\]]*)\])?/gm)]
    .map(([, name, needs]) => [name, needs])
    .filter(([name]) => ['npm', 'image', 'notes'].includes(name ?? ''));
  assert.deepEqual(jobs, [
    ['npm', 'test, check'],
    ['image', 'test, check'],
    ['notes', 'npm, image'],
  ]);
});

test('the notes of a version are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- x\n\n## 1.2.3\n\n### Added\n\n- y\n\n## 1.2.2\n\n- z\n';
  const versions = { 'package.json': '1.2.3', 'sdk/package.json': '1.2.3' };
  assert.equal(releaseNotes('v1.2.3', { changelog, versions }), '### Added\n\n- y\n');
  const refused = (tag: string, more: object, reason: string) =>
    assert.throws(() => releaseNotes(tag, { changelog, versions, ...more }), { message: reason });
  refused('1.2.3', {}, '1.2.3 is no version: a tag is called v1.2.3.');
  refused(
    'v1.2.3',
    { versions: { 'sdk/package.json': '1.2.2' } },
    'sdk/package.json has version 1.2.2, and the tag is v1.2.3.',
  );
  const own = { versions: { 'package.json': '2.0.0' } };
  refused('v2.0.0', own, 'CHANGELOG.md has no section 2.0.0.');
  refused('v1.2.3', { changelog: '## 1.2.3\n\n' }, 'CHANGELOG.md says nothing about 1.2.3.');
});

test('a version without its section is not released', () => {
  const args = [join(root, 'scripts/release-notes.ts'), 'v999.0.0'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.deepEqual(
    [status, stdout, stderr],
    [1, '', `package.json has version ${version}, and the tag is v999.0.0.\n`],
  );
});
