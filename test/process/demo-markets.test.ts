// `npm start` and its markets: they take the demo app's credentials, and send it their notices.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTollgate, unwrap } from '../../sdk/src/index.ts';
import type { DemoFile } from '../../src/demo/project.ts';
import { tollgate } from '../cli/tollgate.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { type Markets, steer } from '../support/markets.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';

const ENVIRONMENTS = ['production', 'sandbox'] as const;

let database: TestDatabase;
let running: RunningProcess;
let demo: DemoFile;
let markets: Markets;

before(async () => {
  database = await createDatabase('sqlite');
  running = await startProcess(
    {
      ...database.variables,
      EMULATOR_PORT: String(await freePort()),
      // As at a newcomer's, who has no key yet.
      TOLLGATE_MASTER_KEY: '',
    },
    ['--demo'],
  );
  await running.prints('Tollgate is running.');
  const file = join(database.variables.TOLLGATE_DATA ?? '', 'demo.json');
  demo = JSON.parse(readFileSync(file, 'utf8'));
  markets = steer(demo.emulator?.url ?? '');
});
after(async () => {
  await running?.stop();
  await database?.drop();
});

interface Notification {
  readonly url: string;
  /** Without a status: nobody answered in time, and the market sends it again. */
  readonly attempts: readonly { readonly status?: number }[];
}

/** Where the market's notices went, and how they were answered. */
async function delivered(path: string): Promise<string[]> {
  let sent: Notification[] = [];
  const answersOf = ({ url, attempts }: Notification): string[] =>
    attempts.flatMap(({ status }) => (status === undefined ? [] : `${url} ${status}`));
  await until(async () => {
    sent = (await markets.control(path)).notifications;
    return sent.length > 0 && sent.every((each) => answersOf(each).length > 0);
  });
  return [...new Set(sent.flatMap(answersOf))].sort();
}

const answered = (name: (typeof ENVIRONMENTS)[number], path: string): string =>
  `${demo[name]?.url}/market/v1/${path}/${demo[name]?.appid} 200`;
const bothAnswered = (path: string): string[] =>
  ENVIRONMENTS.map((name) => answered(name, path)).sort();

test('APPLE: the production App Store tells production, its sandbox tells sandbox', async () => {
  for (const environment of ['Production', 'Sandbox']) {
    const sale = await markets.control('/apple/transactions', { environment });
    await markets.control(`/apple/transactions/${sale.transactionId}/refund`, {});
  }
  assert.deepEqual(await delivered('/apple/notifications'), bothAnswered('apple'));
});

test('GOOGLE: the one topic of the package leads to production', async () => {
  const packageName = demo.production?.appid;
  await markets.control('/google/notifications/test', { packageName });
  assert.deepEqual(await delivered('/google/notifications'), [answered('production', 'google')]);
});

test('PG: live payments are told to production, those of test mode to sandbox', async () => {
  for (const name of ENVIRONMENTS) {
    const world = demo[name] as Required<DemoFile>['production'];
    const { url, appid: appId, client_id: clientId, client_secret: clientSecret } = world;
    const { players } = createTollgate({ url, appId, clientId, clientSecret });
    const { accessToken } = unwrap(await players.login({ playerId: 1n }));
    // What the game client calls is not in the SDK of app servers.
    const response = await fetch(`${url}/payment/v1/order/pay-page-url`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-id': appId,
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify({ productId: 'gem_100', currency: 'USD' }),
    });
    assert.equal(response.status, 200);
    const order = (await response.json()) as { data: { orderId: string } };
    await markets.control(`/pg/orders/${order.data.orderId}/pay`, {});
  }
  assert.deepEqual(await delivered('/stripe/webhooks'), bothAnswered('pg/stripe'));
});

async function askDoctor(): Promise<string[]> {
  const { stdout } = await tollgate(database.variables, ['doctor']);
  return stdout.trimEnd().split('\n');
}

test('tollgate doctor: the emulated markets take the credentials of the demo app', async () => {
  const about = (name: string, market: string, text: string) =>
    `ok    ${name}: App com.tollgate.demo at ${market}: ${text}`;
  const lines = await askDoctor();
  assert.deepEqual(
    lines.filter((line) => line.includes('com.tollgate.demo')),
    ENVIRONMENTS.flatMap((name) => [
      about(name, 'APPLE', 'The App Store accepts the API key.'),
      about(name, 'GOOGLE', 'Google Play accepts the service account.'),
      about(name, 'PG', 'Stripe accepts the key.'),
      about(name, 'STEAM', 'Steam accepts the publisher key.'),
    ]),
  );
});

test('tollgate doctor: without the emulator no market is asked', async () => {
  await running.stop();
  const lines = await askDoctor();
  assert.ok(
    lines.includes(
      'ok    settings: The market emulator of npm start is not running, so market credentials are not checked.',
    ),
  );
  assert.deepEqual(
    lines.filter((line) => line.includes('com.tollgate.demo')),
    [],
  );
});
