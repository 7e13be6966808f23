// STEAM orders under faults and kills: every approved one is charged and recorded once, no other ever.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { hostMarkets } from '../../emulator/host.ts';
import { createSteam } from '../../emulator/steam/market.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { createDatabase, type Kind, type TestDatabase } from '../support/databases.ts';
import { type Markets, steer } from '../support/markets.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

export interface Sale {
  readonly orderId: string;
  readonly serviceReceipt: string;
}

export type Outcome = 'first' | 'duplicate' | 'pending' | 'again';

export interface Shopper {
  /** A new order; undefined when it did not come about. */
  open(): Promise<Sale | undefined>;
  verify(receipt: string): Promise<Outcome>;
  /** Before the next try. */
  pause(): Promise<void>;
}

export interface ChargeProof {
  readonly approved: number;
  readonly unapproved: number;
  /** Answers with `serviceDuplicated=false` that reached the client. */
  readonly firsts: number;
  readonly retries: number;
}

/** One order in five is never approved. */
const isApproved = (number: number): boolean => number % 5 !== 0;

/** Buys, approves and verifies, again and again until each order has its end; then counts. */
export async function driveCharges(
  shopper: Shopper,
  markets: Markets,
  options: { readonly orders: number; readonly workers: number },
): Promise<ChargeProof & { readonly sales: readonly Sale[] }> {
  const sales: Sale[] = [];
  let [next, firsts, retries, unapproved] = [0, 0, 0, 0];

  const again = async (): Promise<void> => {
    retries += 1;
    await shopper.pause();
  };
  async function verified(sale: Sale): Promise<Outcome> {
    for (;;) {
      const outcome = await shopper.verify(sale.serviceReceipt);
      if (outcome !== 'again') return outcome;
      await again();
    }
  }
  async function buy(number: number): Promise<void> {
    let sale = await shopper.open();
    for (; !sale; sale = await shopper.open()) await again();
    if (!isApproved(number)) {
      assert.equal(await verified(sale), 'pending', 'nobody approved it');
      assert.equal((await atSteam(sale)).charges, 0);
      unapproved += 1;
      return;
    }
    await markets.control(`/steam/orders/${sale.orderId}/approve`, {});
    const outcome = await verified(sale);
    assert.notEqual(outcome, 'pending');
    if (outcome === 'first') firsts += 1;
    assert.equal(await verified(sale), 'duplicate');
    sales.push(sale);
  }
  const atSteam = ({ orderId }: Sale) => markets.control(`/steam/orders/${orderId}`);

  const work = async (): Promise<void> => {
    while (next < options.orders) await buy(next++);
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  for (const sale of sales) {
    const { status, charges } = await atSteam(sale);
    assert.deepEqual({ status, charges }, { status: 'Succeeded', charges: 1 }, sale.orderId);
  }
  return { sales, approved: sales.length, unapproved, firsts, retries };
}

/** Makes so many of a hundred calls to Steam fail, in every way that costs no waiting. */
export async function disturb(markets: Markets, percent: number): Promise<void> {
  const kinds = ['lost', 'reset', '500', 'garbage', '429'];
  const rate = percent / 100 / kinds.length;
  for (const kind of kinds) await markets.fault('steam', kind, { rate });
}

const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
const APPID = 'proof';
const PRODUCT = 'gems';
const STEAM_ID = '76561197960287930';
const ACCOUNT = '0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01';
const PAUSE_MS = 500;
const WORKERS = 16;

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

/** The same with real processes that are killed at random moments. */
export async function proveCharges(options: {
  readonly database: Kind;
  readonly orders: number;
  readonly faultPercent: number;
  readonly kills: number;
}): Promise<ChargeProof> {
  const database = await createDatabase(options.database);
  const emulator = await hostMarkets([createSteam], { seed: 11 });
  const markets = steer(await emulator.listen(0));
  const port = String(await freePort());
  const start = async (): Promise<RunningProcess> => {
    const service = await startProcess({
      ...database.variables,
      PORT: port,
      SANDBOX_PORT: 'off',
      LOG_LEVEL: 'silent',
      TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
      STEAM_URL: `${markets.url}/steam`,
    });
    await service.ready();
    return service;
  };
  let service = await start();
  let isOver = false;
  const killing = async (): Promise<void> => {
    for (let kill = 0; kill < options.kills && !isOver; kill++) {
      await wait(200 + Math.random() * 1_500);
      await service.kill();
      service = await start();
    }
  };
  try {
    const shopper = await openProof(service.url, markets);
    await disturb(markets, options.faultPercent);
    const kills = killing();
    const { sales, ...proof } = await driveCharges(shopper, markets, {
      orders: options.orders,
      workers: WORKERS,
    });
    isOver = true;
    await kills;
    await checkRecords(database, sales);
    return proof;
  } finally {
    isOver = true;
    await service.stop();
    await emulator.close();
    await database.drop();
  }
}

async function openProof(url: string, markets: Markets): Promise<Shopper> {
  const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const { steam } = await markets.control('/credentials');
  const { body: project } = await call(`${url}/admin/v1/projects`, 'POST', { name: APPID }, admin);
  const projectUrl = `${url}/admin/v1/projects/${project.game_index}`;
  const appUrl = `${url}/admin/v1/apps/${APPID}`;
  const names = { appid: APPID, name: APPID };
  const product = { name: 'gems', kind: 'consumable', steam_item_id: 1, prices: [USD] };
  const settings = { settings: { steam_app_id: 480 }, secrets: { publisher_key: steam.key } };
  await call(`${projectUrl}/apps`, 'POST', names, admin);
  await call(`${appUrl}/products/${PRODUCT}`, 'PUT', product, admin);
  await call(`${appUrl}/markets/STEAM`, 'PUT', settings, admin);
  const { body: client } = await call(`${projectUrl}/clients`, 'POST', { name: APPID }, admin);
  const { client_id, client_secret } = client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const { body: token } = await call(`${url}/oauth/token`, 'POST', grant);
  const server = { 'x-app-id': APPID, authorization: `Bearer ${token.access_token}` };
  const login = { appid: APPID, player_id: 1, account_uuid: ACCOUNT };
  const { body: user } = await call(`${url}/auth/v1/login`, 'POST', login, server);
  const player = { 'x-app-id': APPID, authorization: `Bearer ${user.access_token}` };
  const payment = `${url}/payment/v1/purchase`;
  return {
    async open() {
      const wish = { productId: PRODUCT, steamId: STEAM_ID };
      const answer = await tryCall(`${payment}/init`, wish, player);
      return answer?.status === 200 ? answer.body.data : undefined;
    },
    async verify(serviceReceipt) {
      const request = { accountUuid: ACCOUNT, serviceReceipt, productId: PRODUCT };
      const market = { providerId: 'STEAM', requestType: 1 };
      return outcomeOf(await tryCall(`${payment}/verify`, { ...request, ...market }, server));
    },
    pause: () => wait(PAUSE_MS * (0.5 + Math.random())),
  };
}

const USD = { currency: 'USD', amount: '0.99' };

/** What an answer of purchase/verify means to a client that will not give up. */
export function outcomeOf(answer: { status: number; body: Body } | undefined): Outcome {
  if (!answer || answer.status === 500) return 'again';
  if (answer.status === 200) return answer.body.data.serviceDuplicated ? 'duplicate' : 'first';
  assert.equal(answer.body.outcome.message, 'PAYMENT_PENDING', answer.body.detail);
  return 'pending';
}

/** Undefined when the service was gone. */
async function tryCall(
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<{ status: number; body: Body } | undefined> {
  try {
    return await call(url, 'POST', body, headers);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function call(
  url: string,
  method: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function checkRecords(database: TestDatabase, sales: readonly Sale[]): Promise<void> {
  const storage = openStorage(database.storage('production'));
  try {
    const rows = await storage.db.selectFrom('purchase').select('unique_key').execute();
    assert.deepEqual(
      rows.map((row) => row.unique_key).sort(),
      sales.map((sale) => sale.orderId).sort(),
    );
  } finally {
    await storage.close();
  }
}
