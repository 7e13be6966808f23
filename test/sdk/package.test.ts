// The package: packed, installed into an empty folder, type-checked and run there on the Node versions of this machine;
// on others, Deno and Bun by test/prove/sdk-runtimes.prove.ts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { COMPILER } from '../../scripts/compiler.ts';
import { installedSdk, sdkJourneys } from './journeys.ts';
import { localRuntimes } from './runtimes.ts';

const ROOT = join(import.meta.dirname, '../..');
const KIB = 1_024;
const { home, packed, remove } = await installedSdk();
const installed = join(home, 'node_modules/@tollgate/server');
after(remove);

test('SDK: the package is small, and has nothing but the compiled code and its papers', () => {
  assert.ok(statSync(packed).size <= 44 * KIB, `${statSync(packed).size} bytes`);
  const files = globSync('**', { cwd: installed, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => each.name)
    .filter((name) => !/\.(js|d\.ts)$/.test(name));
  assert.deepEqual(files.sort(), ['LICENSE', 'README.md', 'package.json']);
});

test('SDK: it brings no other package, and asks for no module of Node', () => {
  const lock = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.packages), ['node_modules/@tollgate/server']);
  const imports = globSync('dist/*.js', { cwd: installed }).flatMap((file) =>
    [...readFileSync(join(installed, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  assert.deepEqual(
    imports.filter((name) => !/^\.\/[\w-]+\.js$/.test(name)),
    [],
  );
});

/** What the code of the README takes from its surroundings. */
const GIVEN = `
declare const accountUuid: string, receipt: string;
declare function deliverOnce(id: string): Promise<void>;
declare function kick(playerId: bigint): Promise<void>;
`;
const WRONG = `
// @ts-expect-error an id is never a number
await tollgate.restrictions.get({ playerId: 1 });
// @ts-expect-error a field that does not exist
await tollgate.restrictions.get({ playerId: 1n, player_id: 1n });
// @ts-expect-error a code that this call cannot end with
if (!released.ok && released.error.code === 'TYPE_IN_USE') console.log();
if (type.ok) type.data.blockType.toFixed();
if (found.ok && found.data) found.data.playerId satisfies bigint;
`;

const manual = readFileSync(join(ROOT, 'docs/sdk.md'), 'utf8');
const codeBelow = (heading: string): string => {
  const [, chapter = ''] = manual.split(`\n## ${heading}\n`);
  return /^```ts\n(.*?)^```$/ms.exec(chapter)?.[1] ?? '';
};

test('SDK: the code of its README and the ten lines of the manual are well typed, and mistakes are refused', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.equal(blocks.length, 4);
  writeFileSync(join(home, 'readme.ts'), [GIVEN, ...blocks, WRONG].join('\n'));
  const lines = codeBelow('Ten lines');
  assert.match(lines, /^import /);
  assert.ok(lines.trim().split('\n').length <= 11, lines);
  writeFileSync(join(home, 'lines.ts'), lines);
  const compilerOptions = {
    module: 'nodenext',
    noEmit: true,
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  };
  const config = { compilerOptions, files: ['readme.ts', 'lines.ts'] };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config));
  await promisify(execFile)(process.execPath, [COMPILER, '-p', '.'], { cwd: home });
});

test('a client that is generated as the manual says keeps all digits of ids', async () => {
  const folder = join(home, 'generated');
  mkdirSync(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(ROOT, 'openapi.json'), join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'generate.mjs'), codeBelow('Generate a client instead'));
  const options = { cwd: folder, maxBuffer: 1 << 26 };
  const { stdout } = await promisify(execFile)(process.execPath, ['generate.mjs'], options);
  assert.match(stdout, /player_id: bigint;/);
  assert.doesNotMatch(stdout, /(player_id|did|playerId|targetPlayerId)\??: number/);
});

sdkJourneys(home, await localRuntimes());
