// Every command of the documents works: pasted in its order beside `npm start` of this checkout, and prints what the document says.
import assert from 'node:assert/strict';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openShim, type Shim } from '../cli/shim.ts';
import { createMigrated, type TestDatabase } from '../support/databases.ts';
import { blocksOf, paste } from '../support/documents.ts';
import { freePort } from '../support/postgres.ts';
import { PRELOADED, type RunningProcess, startProcess } from '../support/process.ts';
import { firstFiveMinutes } from '../support/readme.ts';

const root = resolve(import.meta.dirname, '../..');
const DEMO = `demo() { node -p "require('./data/demo.json').$1"; }`;

/** Reads the one field that a document asks for, where jq is not installed. */
const JQ = `command -v jq > which || jq() {
  node -p 'JSON.parse(fs.readFileSync(0))[process.argv[1].slice(1)]' "\${@: -1}"; }`;

/** A purchase at Google Play. */
const BOUGHT = `${DEMO}
  URL=$(demo production.url) APPID=$(demo production.appid) ADMIN_TOKEN=$(demo admin_token)
  token=$(curl -s "$URL/oauth/token" -u "$(demo production.client_id):$(demo production.client_secret)" \\
    -d grant_type=client_credentials | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')
  bought=$(curl -s $(demo emulator.url)/control/google/purchases -H 'Content-Type: application/json' \\
    -d '{"productId": "gem_1200", "priceMicros": 9990000, "currency": "USD"}' |
    node -p 'JSON.parse(require("fs").readFileSync(0)).purchaseToken')
  ID=$(curl -s "$URL/payment/v1/purchase/verify" -H 'Content-Type: application/json' \\
    -H "X-App-Id: $APPID" -H "Authorization: Bearer $token" -d "{
    \\"providerId\\": \\"GOOGLE\\", \\"requestType\\": 1, \\"productId\\": \\"gem_1200\\",
    \\"accountUuid\\": \\"a3b1c5d7-0000-4000-8000-00000000e010\\", \\"serviceReceipt\\": \\"$bought\\"}" |
    node -p 'JSON.parse(require("fs").readFileSync(0)).data.serviceTransactionId')`;

/** A token, for logins from downloads. */
const FROM_DOWNLOADS = `${DEMO}
    ${JQ}
    URL=$(demo production.url) APPID=$(demo production.appid) EMULATOR=$(demo emulator.url)
    TOKEN=$(curl -s "$URL/oauth/token" -u "$(demo production.client_id):$(demo production.client_secret)" \\
      -d grant_type=client_credentials | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`;

/** Beside the demo, in this order, each with what its reader has by then. */
const RUN: Readonly<Record<string, string>> = {
  'docs/restrictions.md': `${DEMO}
    ADMIN_TOKEN=$(demo admin_token)`,
  'docs/README.md': '',
  'docs/migrate-generation-1-to-2.md': '',
  'docs/purchases.md': '',
  'docs/subscriptions.md': `${DEMO}
    url=$(demo production.url) appid=$(demo production.appid) account=a3b1c5d7-0000-4000-8000-00000000e009
    token=$(curl -s "$url/oauth/token" -u "$(demo production.client_id):$(demo production.client_secret)" \\
      -d grant_type=client_credentials | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')
    receipt=$(curl -s $(demo emulator.url)/control/apple/transactions -H 'Content-Type: application/json' \\
      -d '{"type": "Auto-Renewable Subscription", "subscriptionPeriod": "P1M", "productId": "vip", "subscriptionGroupIdentifier": "1"}' |
      node -p 'JSON.parse(require("fs").readFileSync(0)).signedTransaction')`,
  'docs/history.md': `${DEMO}
    url=$(demo production.url) appid=$(demo production.appid) admin_token=$(demo admin_token)
    token=$(curl -s "$url/oauth/token" -u "$(demo production.client_id):$(demo production.client_secret)" \\
      -d grant_type=client_credentials | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
  'docs/after-the-sale.md': BOUGHT,
  'docs/ko/after-the-sale.md': BOUGHT,
  'docs/admin-api.md': `${DEMO}
    ADMIN_TOKEN=$(demo admin_token)
    tollgate project create Second > project`,
  'docs/external-sales.md': '',
  'docs/console.md': '',
  'docs/ko/external-sales.md': '',
  'docs/ko/README.md': '',
  'docs/ko/restrictions.md': '',
  'docs/ko/purchases.md': '',
  'examples/README.md': '',
  'docs/figures.md': `${DEMO}
    URL=$(demo production.url) APPID=$(demo production.appid) ADMIN_TOKEN=$(demo admin_token)
    GAME_INDEX=$(demo production.game_index)`,
  'docs/consent.md': FROM_DOWNLOADS,
  'docs/ko/consent.md': FROM_DOWNLOADS,
  // Last, because its rules answer what the others refund.
  'docs/measures.md': `${DEMO}
    ${JQ}
    URL=$(demo production.url) APPID=$(demo production.appid)
    TOKEN=$(curl -s "$URL/oauth/token" -u "$(demo production.client_id):$(demo production.client_secret)" \\
      -d grant_type=client_credentials | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')`,
};

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
  shim = await openShim();
  variables = { PATH: shims(), HOME: folder, TOLLGATE_DATA: join(folder, 'data') };
});
after(async () => {
  await running?.stop();
  shim?.close();
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

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

for (const [file, given] of Object.entries(RUN)) {
  test(`${file}: every command works`, () => tryOut(file, given));
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
  const port = String(await freePort());
  const emulator = await startProcess(
    {},
    ['--port', port],
    [process.execPath, ...PRELOADED, 'emulator/main.ts'],
  );
  try {
    await emulator.prints('Market emulator:');
    const [{ code = '' } = {}] = blocksOf('docs/emulator.md');
    const [printed = ''] = await paste(folder, [code.replace(':8090', `:${port}`)]);
    assert.match(printed, /"signedTransaction"/);
    assert.doesNotMatch(printed, /"error":/);
  } finally {
    await emulator.stop();
  }
});

test('every document with commands is run, or says why not', () => {
  const files = globSync(['*.md', '{docs,examples}/**/*.md', 'sdk/*.md'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => blocksOf(file).length > 0);
  const known = ['README.md', 'docs/emulator.md', ...Object.keys(RUN), ...RUN_ALONE];
  assert.deepEqual(files.sort(), [...known, ...Object.keys(NOT_RUN)].sort());
});
