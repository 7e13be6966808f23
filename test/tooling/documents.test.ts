// Every command of the documents works: pasted in its order beside `npm start` of this checkout, and prints what the document says.
import assert from 'node:assert/strict';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { buildEmulator } from '../../emulator/app.ts';
import { createTollgate, unwrap } from '../../sdk/src/index.ts';
import type { DemoFile } from '../../src/demo/project.ts';
import { openShim, type Shim } from '../cli/shim.ts';
import { tollgate } from '../cli/tollgate.ts';
import { createMigrated, type TestDatabase } from '../support/databases.ts';
import { blocksOf, paste } from '../support/documents.ts';
import { freshMarkets } from '../support/fresh-markets.ts';
import { steer } from '../support/markets.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { firstFiveMinutes } from '../support/readme.ts';

const root = resolve(import.meta.dirname, '../..');
/** Reads the one field that a document asks for, where jq is not installed. */
const JQ = `command -v jq > which || jq() {
  node -p 'JSON.parse(fs.readFileSync(0))[process.argv[1].slice(1)]' "\${@: -1}"; }`;

/** Beside the demo, in this order, each with the variables that its reader has set by then. */
const RUN: Readonly<Record<string, readonly string[]>> = {
  'docs/restrictions.md': [],
  'docs/README.md': [],
  'docs/migrate-generation-1-to-2.md': [],
  'docs/purchases.md': [],
  'docs/subscriptions.md': ['url', 'appid', 'account', 'token', 'receipt'],
  'docs/history.md': ['url', 'appid', 'token'],
  'docs/after-the-sale.md': ['ID'],
  'docs/ko/after-the-sale.md': ['ID'],
  'docs/admin-api.md': ['ADMIN_TOKEN'],
  'docs/external-sales.md': [],
  'docs/console.md': [],
  'docs/ko/external-sales.md': [],
  'docs/ko/README.md': [],
  'docs/ko/restrictions.md': [],
  'docs/ko/purchases.md': [],
  'examples/README.md': [],
  'docs/figures.md': [],
  'docs/consent.md': [],
  'docs/ko/consent.md': [],
  // Last, because its rules answer what the others refund.
  'docs/measures.md': ['URL', 'APPID', 'TOKEN'],
};

/** What these variables are, whichever case a document writes them in. Made anew for each document. */
const VALUES: Readonly<Record<string, () => string | Promise<string>>> = {
  url: () => demo.production.url,
  appid: () => demo.production.appid,
  game_index: () => String(demo.production.game_index),
  admin_token: () => demo.admin_token,
  emulator: () => demo.emulator.url,
  token: async () => {
    const { client_id, client_secret } = demo.production;
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const response = await fetch(`${demo.production.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  },
  account: () => ACCOUNT,
  receipt: async () => {
    const subscription = { type: 'Auto-Renewable Subscription', subscriptionPeriod: 'P1M' };
    const group = { productId: 'vip', subscriptionGroupIdentifier: '1' };
    const sale = { ...subscription, ...group };
    return (await markets().control('/apple/transactions', sale)).signedTransaction;
  },
  // Of a purchase at Google Play.
  id: async () => {
    const sale = { productId: 'gem_1200', priceMicros: 9_990_000, currency: 'USD' };
    const { purchaseToken } = await markets().control('/google/purchases', sale);
    const { url, appid: appId, client_id: clientId, client_secret: clientSecret } = demo.production;
    const bought = await createTollgate({ url, appId, clientId, clientSecret }).purchases.verify({
      providerId: 'GOOGLE',
      requestType: 1,
      productId: 'gem_1200',
      accountUuid: ACCOUNT,
      serviceReceipt: purchaseToken,
    });
    return unwrap(bought).serviceTransactionId;
  },
};
const ACCOUNT = 'a3b1c5d7-0000-4000-8000-00000000e010';

/** In an empty installation, in this order. */
const RUN_ALONE = ['docs/cli.md', 'docs/configuration-as-code.md', 'docs/events.md'];

const NOT_RUN: Readonly<Record<string, string>> = {
  'docs/deploy.md': 'needs root, systemd, Docker, Kubernetes or a deployed service',
  'docs/operations.md':
    'needs the machine of a deployed service; test/cli and test/process run its commands',
  'docs/performance.md': 'measures for a quarter of an hour',
  'docs/scale.md':
    'fills gigabytes; test/tooling/scale.test.ts does the same with some hundred rows',
  'docs/import.md':
    'needs the tables of another system; test/cli/imports.test.ts imports such files',
  'docs/personal-data.md': 'erases a player; test/players/personal-data.test.ts erases some',
  'docs/google.md': 'needs the key file of a Google account',
  'docs/onestore.md': 'needs a client of ONE store',
  'docs/amazon.md': 'needs a secret of Amazon',
  'docs/samsung.md': 'needs a key of the Seller Portal',
  'docs/custom-market.md':
    'starts a server in the background; test/examples/custom-market.test.ts runs it and its checks',
  'docs/steam.md': 'needs a publisher key; the placeholder would replace that of the demo',
  'docs/payment-gateways.md':
    'needs keys of a gateway; the placeholders would replace those of the demo',
  'docs/store-notifications.md':
    'needs a notification that failed; test/payment/notices replays some',
  'examples/app-server/README.md': 'run by test/examples/examples.test.ts',
  'examples/custom-market/README.md': 'run by test/examples/custom-market.test.ts',
  'examples/game-server/README.md': 'run by test/examples/examples.test.ts',
  'sdk/README.md':
    'the package is not in the registry; test/sdk/package.test.ts packs, installs and runs it',
};

let database: TestDatabase;
let running: RunningProcess;
let demo: Required<DemoFile>;
let folder: string;
let variables: Record<string, string>;
let shim: Shim;

/** `tollgate` and `npm run tollgate --` of this checkout, started in the folder. */
function shims(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const tollgate = `exec ${shim.command} "$@"`;
  for (const [name, text] of [
    ['tollgate', tollgate],
    ['npm', `test "$1 $2 $3" = 'run tollgate --' && shift 3 && ${tollgate}`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

before(async () => {
  database = await createMigrated('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'tollgate-documents-'));
  symlinkSync(database.variables.TOLLGATE_DATA ?? '', join(folder, 'data'));
  for (const name of ['sdk', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  const ports = { EMULATOR_PORT: String(await freePort()), TOLLGATE_MASTER_KEY: '' };
  running = await startProcess({ ...database.variables, ...ports }, ['--demo']);
  await running.prints('Tollgate is running.');
  demo = JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8'));
  shim = await openShim();
  variables = { PATH: shims(), HOME: folder, TOLLGATE_DATA: join(folder, 'data') };
  // Documents name two projects.
  await tollgate(variables, ['project', 'create', 'Second']);
});
after(async () => {
  await running?.stop();
  shim?.close();
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

const markets = () => steer(demo.emulator.url);

/** As shell code. */
async function setting(names: readonly string[]): Promise<string> {
  const values = names.map(async (name) => `${name}='${await VALUES[name.toLowerCase()]?.()}'`);
  return (await Promise.all(values)).join('\n');
}

/** Numbers, times and keys differ from run to run. */
const shape = (text: string): string => text.replaceAll(/\d+/g, '0').trim();

/** An answer that is a refusal; entries of a bulk call have results of their own. */
const REFUSED = /(?:^|\})\{"result_code":[1-9]|"outcome":|"error":/;

/** Pastes a document after what it takes as given; each block succeeds, and prints what stands below it. */
async function tryOut(file: string, given: string, place = folder): Promise<void> {
  const blocks = blocksOf(file);
  const codes = blocks.map(({ code }) => code.replaceAll('http://localhost:8080', running.url));
  const printed = await paste(place, [given, ...codes], { ...variables, PWD: place });
  for (const [index, { code, output }] of blocks.entries()) {
    const text = printed[index + 1] ?? '';
    assert.doesNotMatch(text, REFUSED, `${code}\n${text}`);
    // With an ellipsis, or in several lines of JSON, the document shows an example.
    if (output && !/…|^ +"/m.test(output) && /^\s*curl|node first/m.test(code)) {
      assert.equal(shape(text), shape(output), code);
    }
  }
}

test('README.md: a type, a ban, and a purchase that is verified once', () =>
  firstFiveMinutes(folder));

for (const [file, names] of Object.entries(RUN)) {
  test(`${file}: every command works`, async () => tryOut(file, `${JQ}\n${await setting(names)}`));
}

test('the command line: every command of its documents works in an empty installation', async () => {
  const place = join(folder, 'alone');
  mkdirSync(place);
  variables = {
    ...variables,
    TOLLGATE_DATA: join(place, 'data'),
    TOLLGATE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  // Reads the one list that the document asks for, where jq is not installed.
  const jq = `command -v jq > which || jq() { node -p 'JSON.parse(fs.readFileSync(0)).items.map(({ appid }) => appid).join("\\n")'; }`;
  for (const file of RUN_ALONE) await tryOut(file, jq, place);
});

test('docs/emulator.md: every call works', async () => {
  // A new one: the document names its first transaction.
  const emulator = await buildEmulator({ state: await freshMarkets() });
  try {
    const [{ code = '' } = {}] = blocksOf('docs/emulator.md');
    const url = await emulator.listen(0);
    const [printed = ''] = await paste(folder, [code.replace('http://127.0.0.1:8090', url)]);
    assert.match(printed, /"signedTransaction"/);
    assert.doesNotMatch(printed, /"error":/);
  } finally {
    await emulator.close();
  }
});

test('every document with commands is run, or says why not', () => {
  const files = globSync(['*.md', '{docs,examples}/**/*.md', 'sdk/*.md'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => blocksOf(file).length > 0);
  const known = ['README.md', 'docs/emulator.md', ...Object.keys(RUN), ...RUN_ALONE];
  assert.deepEqual(files.sort(), [...known, ...Object.keys(NOT_RUN)].sort());
});
