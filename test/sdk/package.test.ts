// The package: packed, installed into an empty folder, type-checked and run there on every runtime that can be had.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ACCOUNT, openAppleShop, PRODUCT } from '../payment/shop.ts';
import { START } from '../support/harness.ts';
import { installSdk, packSdk } from './packed.ts';
import { PLAYER, sdkSuite } from './running.ts';
import { findRuntimes } from './runtimes.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'));
const home = join(folder, 'home');
const installed = join(home, 'node_modules/@tollgate/server');
const KIB = 1_024;
let packed: string;

const run = (cwd: string, program: string, args: readonly string[], env: object = {}) =>
  promisify(execFile)(program, [...args], { cwd, env: { ...process.env, ...env } });

before(async () => {
  packed = await packSdk(folder);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  await installSdk(home, packed);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('SDK: the package is small, and has nothing but the compiled code and its papers', () => {
  assert.ok(statSync(packed).size <= 40 * KIB, `${statSync(packed).size} bytes`);
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

test('SDK: the code of its README is well typed, and mistakes are refused', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.equal(blocks.length, 4);
  writeFileSync(join(home, 'readme.ts'), [GIVEN, ...blocks, WRONG].join('\n'));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compilerOptions = {
    module: 'nodenext',
    noEmit: true,
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  };
  const config = { compilerOptions, files: ['readme.ts'] };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config));
  await run(home, process.execPath, [compiler, '-p', '.']);
});

const KEY = 'game-server-key';
const body = `{"game_index":1,"server_url":"x","data":[{"player_id":${PLAYER},"status":"P","start_date":"a","end_date":"b"}]}`;
const signature = createHmac('sha256', KEY).update(`msg_1.${START / 1_000}.${body}`);
const webhook = {
  body,
  headers: {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(START / 1_000),
    'webhook-signature': `v1,${signature.digest('base64')}`,
  },
  key: KEY,
  now: START,
};

const runtimes = await findRuntimes();

sdkSuite('SDK, installed', ({ gate, markets, url }) => {
  for (const { name, command, skip } of runtimes) {
    test(`the same journey on ${name}`, { skip }, async () => {
      const [program, ...args] = command ?? [''];
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const { appid: appId, clientId, clientSecret } = shop.app;
      const journey = {
        client: { url: url(), appId, clientId, clientSecret },
        purchase: {
          accountUuid: ACCOUNT,
          serviceReceipt: signedTransaction,
          productId: PRODUCT,
          providerId: 'APPLE',
          requestType: 1,
        },
        webhook,
        startDate: new Date(START - 1_000).toISOString(),
      };
      cpSync(join(import.meta.dirname, 'journey.mjs'), join(home, 'journey.mjs'));
      const { stdout } = await run(home, program, [...args, 'journey.mjs'], {
        JOURNEY: JSON.stringify(journey),
      });
      assert.deepEqual(JSON.parse(stdout), {
        lost: 2,
        banned: String(PLAYER),
        token: null,
        duplicated: false,
        inHistory: true,
        forged: 'SIGNATURE_MISMATCH',
        players: [String(PLAYER)],
        aborted: 'ABORTED',
      });
    });
  }
});
