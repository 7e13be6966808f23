// One `npm start` and all that a newcomer does with it: its markets, its pages in a real browser, and the acceptance suite.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { createTollgate, unwrap } from '../../sdk/src/index.ts';
import type { DemoFile } from '../../src/demo/project.ts';
import { tollgate } from '../cli/tollgate.ts';
import { findBrowser, leaveBrowser, startBrowser } from '../support/chromium.ts';
import { createMigrated, type TestDatabase } from '../support/databases.ts';
import { type Markets, steer } from '../support/markets.ts';
import { freePort } from '../support/postgres.ts';
import { CLOCK, type RunningProcess, startProcess, until } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENVIRONMENTS = ['production', 'sandbox'] as const;
const { skip } = await findBrowser();
/** Only for what will never happen: a busy machine may take its time. */
const PATIENCE_MS = 120_000;

let database: TestDatabase;
let running: RunningProcess;
let file: string;
let demo: Required<DemoFile>;
let markets: Markets;

before(async () => {
  database = await createMigrated('sqlite');
  const variables = {
    EMULATOR_PORT: String(await freePort()),
    // As at a newcomer's, who has no key yet.
    TOLLGATE_MASTER_KEY: '',
    // A busy machine is not a market that is down.
    MARKET_TIMEOUT_MS: '10000',
  };
  running = await startProcess({ ...database.variables, ...variables }, ['--demo']);
  await running.prints('Tollgate is running.');
  file = join(database.variables.TOLLGATE_DATA ?? '', 'demo.json');
  demo = JSON.parse(readFileSync(file, 'utf8'));
  markets = steer(demo.emulator.url);
});
after(async () => {
  await running?.stop();
  await database?.drop();
});

const readAdmin = async (path: string): Promise<string> => {
  const headers = { authorization: `Bearer ${demo.admin_token}` };
  return (await fetch(`${demo.production.url}/admin/v1/${path}`, { headers })).text();
};

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
  `${demo[name].url}/market/v1/${path}/${demo[name].appid} 200`;
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
  const packageName = demo.production.appid;
  await markets.control('/google/notifications/test', { packageName });
  assert.deepEqual(await delivered('/google/notifications'), [answered('production', 'google')]);
});

test('PG: live payments are told to production, those of test mode to sandbox', async () => {
  for (const name of ENVIRONMENTS) {
    const { url, appid: appId, client_id: clientId, client_secret: clientSecret } = demo[name];
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

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

interface Run {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** `node --test test/acceptance/`, with these variables and the clock of the machine. */
const runSuite = (variables: Record<string, string>, args: readonly string[] = []): Promise<Run> =>
  new Promise((resolve) => {
    const env = { PATH, NODE_COMPILE_CACHE, ...CLOCK, ...variables };
    const all = [...args, 'test/acceptance/'];
    execFile(
      process.execPath,
      all,
      { cwd: ROOT, env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr }),
    );
  });

test('a started service passes the acceptance suite, which removes what it made', async () => {
  const { appid } = demo.production;
  const left = () =>
    Promise.all(['projects', `apps/${appid}/types`, `apps/${appid}/restrictions`].map(readAdmin));
  const before = await left();
  const { failed, stdout, stderr } = await runSuite({ ACCEPTANCE_DEMO: file }, ['--test']);
  assert.ok(!failed, stdout + stderr);
  const unset = /ACCEPTANCE_\w+ is not set/.exec(stdout)?.[0];
  assert.equal(unset, undefined, 'nothing is skipped for want of a setting');
  assert.deepEqual(await left(), before);
});

test('without settings the suite says in one line what is missing', async () => {
  const { failed, stdout, stderr } = await runSuite({ ACCEPTANCE_URL: 'http://localhost:8080' });
  assert.ok(failed);
  assert.equal(stdout, '');
  assert.equal(
    stderr,
    'Set ACCEPTANCE_APPID, ACCEPTANCE_CERTIFICATION_KEY, ACCEPTANCE_CLIENT_ID, ACCEPTANCE_CLIENT_SECRET, or ACCEPTANCE_DEMO to the demo.json of npm start.\n',
  );
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
      about(name, 'AMAZON', 'Amazon accepts the shared secret.'),
      about(name, 'APPLE', 'The App Store accepts the API key.'),
      about(name, 'CUSTOM', 'The address answers, and its answers are signed.'),
      about(name, 'GOOGLE', 'Google Play accepts the service account.'),
      about(name, 'ONESTORE', 'ONE store accepts the client.'),
      about(name, 'PG', 'Stripe accepts the key.'),
      about(name, 'SAMSUNG', 'Samsung answers; receipts need no credentials.'),
      about(name, 'STEAM', 'Steam accepts the publisher key.'),
    ]),
  );
});

describe('in a real browser', { skip }, () => {
  let visit: BrowserContext;
  let page: Page;
  before(async () => {
    visit = await (await startBrowser()).newContext();
    page = await visit.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
  });
  after(async () => {
    await visit?.close();
    await leaveBrowser();
  });

  async function tryIt(
    search: string,
    summary: string,
  ): Promise<[string, Record<string, unknown>]> {
    await page.goto(`${running.url}/docs/api`);
    await page.getByLabel('Search calls').fill(search);
    await page.getByRole('link', { name: summary }).first().click();
    await page.getByText('Try it', { exact: true }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    const status = await page.locator('.outcome .status').textContent();
    const body = JSON.parse((await page.getByLabel('Answer').textContent()) ?? '');
    return [status ?? '', body];
  }

  test('a purchase is verified with the keys and the receipt that the page fills in', async () => {
    const verify = () => tryIt('purchase/verify', 'Verify the receipt of a consumable purchase');
    const [status, { data }] = await verify();
    const { serviceProductId, serviceDuplicated } = data as Record<string, unknown>;
    assert.deepEqual([status, serviceProductId, serviceDuplicated], ['200', 'gem_100', false]);
  });

  test('so are a subscription, a call with the certification key, and one of an app client', async () => {
    const [status, { data }] = await tryIt(
      'subscription/verify',
      'Verify the receipt of a subscription',
    );
    assert.deepEqual([status, (data as { serviceQuantity: number }).serviceQuantity], ['200', 1]);
    const [, types] = await tryIt('block.type.get', 'List restriction types');
    assert.equal(types.result_code, 0);
    const [, orders] = await tryIt('purchase/restore', 'List paid but undelivered');
    assert.deepEqual(orders, { data: [], meta: null });
  });

  const readMeasures = async (what: 'rules' | 'effects'): Promise<Record<string, unknown>[]> =>
    JSON.parse(await readAdmin(`apps/${demo.production.appid}/measures/${what}`)).items;

  test('the page buys, delivers and refunds; the player is restricted, and not when the refund is undone', async () => {
    assert.deepEqual(await readMeasures('rules'), []);
    await page.goto(demo.emulator.url);
    await page.fill('#buy [name=productId]', 'gem_1200');
    await page.click('#buy .primary');
    const purchase = page.locator('#records > li').filter({ hasText: 'gem_1200' });
    await purchase.getByRole('button', { name: 'Verify and deliver' }).click();
    const player = page.locator('#players > li');
    await player.getByText('Refund the purchase to see what a measure does.').waitFor();
    await purchase.getByRole('button', { name: 'Refund', exact: true }).click();
    await player.getByText('Restricted by the measure “Refund after delivery”').waitFor();
    if (process.env.TEST_SCREENSHOTS === 'on') {
      await page.screenshot({ path: 'test/output/screenshots/emulator-measure.png' });
    }

    const [effect] = await readMeasures('effects');
    const { rule_name, status, player_id } = effect ?? {};
    assert.deepEqual([rule_name, status], ['Refund after delivery', 'active']);
    const link = player.getByRole('link', { name: 'Open player in the console' });
    const address = await link.getAttribute('href');
    assert.equal(address, `${demo.console.url}/a/${demo.production.appid}/players/${player_id}`);

    await purchase.getByRole('button', { name: 'Undo refund' }).click();
    await player.getByText('has ended').waitFor();
    await page.goto(address ?? '');
    await page.getByLabel('Email').fill(demo.console.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.console.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The refund was undone').waitFor();
  });
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
