// Actions after the sale while the service is killed and answers get lost: at the markets, each is done exactly once.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { buildEmulator } from '../../emulator/app.ts';
import { createDatabase, type Kind } from '../support/databases.ts';
import { type Markets, steer } from '../support/markets.ts';
import { startKilledService } from './killed-service.ts';
import { provedService } from './market-faults.ts';
import { ACCOUNT, ADMIN_TOKEN, APPID, openProofApp, type ProofApp } from './proof-app.ts';
import { marketInputs, openSellers } from './sellers.ts';

export interface ActionsRun {
  readonly database: Kind;
  /** Of each kind. */
  readonly actions: number;
  readonly kills: number;
  readonly longestLifeMs: number;
  readonly faultPercent: number;
}

export interface ActionsProof {
  readonly done: number;
  /** Calls to the markets. */
  readonly attempts: number;
  readonly kills: number;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Json = any;

const PAUSE_MS = 250;
const DAY = 24 * 60 * 60_000;
const PLAN = { productId: 'vip', periodMs: 30 * DAY, priceMicros: 9_990_000, currency: 'USD' };

interface Sold {
  /** Of its actions. */
  readonly path: string;
  readonly input: Json;
  /** What the market says afterwards, once it was done once. */
  readonly once: (before: Json, after: Json) => boolean;
}

const refunded =
  (amount: string): Sold['once'] =>
  (_, after) =>
    after.payment.refunded === amount;

export async function proveActions(run: ActionsRun): Promise<ActionsProof> {
  const database = await createDatabase(run.database);
  const emulator = await buildEmulator({ seed: 12 });
  try {
    const markets = steer(await emulator.listen(0));
    const service = await startKilledService({
      ...database.variables,
      ...(await provedService(markets)),
    });
    try {
      const app = await openProofApp(service.url, await marketInputs(markets));
      const sold = await sellAll(app, markets, callerOf(service.url), run.actions);
      return await drive(run, service, markets, sold);
    } finally {
      await service.stop();
    }
  } finally {
    await emulator.close();
    await database.drop();
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Json>;

/** Insists until there is an answer that decides. */
const callerOf =
  (url: string): Call =>
  async (method, path, body) => {
    for (;;) {
      const answer = await fetch(`${url}/admin/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const found = await answer?.json().catch(() => undefined);
      if (answer && found && answer.status < 500) {
        assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(found)}`);
        return found;
      }
      await wait(PAUSE_MS);
    }
  };

async function sellAll(
  app: ProofApp,
  markets: Markets,
  call: Call,
  count: number,
): Promise<Sold[]> {
  const sellers = openSellers(app, markets);
  const insist = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
    const result = await attempt();
    assert.ok(result !== undefined);
    return result;
  };
  const sold: Sold[] = [];
  const purchase = async (market: 'STEAM' | 'PG', input: Json, amount: string) => {
    const { receipt = '', key } = await sellers[market].sell(true, insist);
    assert.equal(await sellers[market].verify(receipt), 'first');
    const found = await call('GET', `/apps/${APPID}/purchases?store_transaction_id=${key}`);
    const id = found.items[0].service_transaction_id;
    const path = `/apps/${APPID}/purchases/${id}/actions`;
    sold.push({ path, input: { kind: 'refund', ...input }, once: refunded(amount) });
  };
  const subscription = async (input: Json, once: Sold['once']) => {
    const { purchaseToken } = await markets.control('/google/subscriptions', PLAN);
    const body = { accountUuid: ACCOUNT, serviceReceipt: purchaseToken, requestType: 1 };
    const answer = await app.asServer('/payment/v1/subscription/verify', {
      ...{ ...body, providerId: 'GOOGLE', country: 'US', language: 'en' },
    });
    assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
    const path = `/apps/${APPID}/subscriptions/GOOGLE/${encodeURIComponent(purchaseToken)}/actions`;
    sold.push({ path, input, once });
  };
  for (let number = 0; number < count; number++) {
    await purchase('STEAM', {}, '0.99');
    await purchase('PG', { amount: '0.49' }, '0.49');
    await subscription(
      { kind: 'refund', goods: 'keep' },
      (_, after) => Number(after.payment.refundable) === 0,
    );
    await subscription({ kind: 'cancel' }, (_, after) => !after.subscription.renews);
    await subscription({ kind: 'defer', days: 7 }, (before, after) => {
      const ends = (each: Json) => Date.parse(each.subscription.ends_at);
      return ends(after) - ends(before) === 7 * DAY;
    });
  }
  // Acknowledged: Google defers only what has not changed since the preview.
  await wait(2_000);
  return sold;
}

async function drive(
  { kills, longestLifeMs, faultPercent }: ActionsRun,
  service: Awaited<ReturnType<typeof startKilledService>>,
  markets: Markets,
  sold: readonly Sold[],
): Promise<ActionsProof> {
  const call = callerOf(service.url);
  const preview = ({ path, input }: Sold) => call('GET', `${path}/preview?kind=${input.kind}`);
  const before = new Map<Sold, Json>();
  for (const sale of sold) before.set(sale, await preview(sale));
  for (const market of ['google', 'steam', 'stripe']) {
    // The answer is lost after the market has acted, or the call before it.
    for (const kind of ['lost', 'reset']) {
      await markets.fault(market, kind, { rate: faultPercent / 200 });
    }
  }
  const killed = service.kill(kills, longestLifeMs);
  const ids = await Promise.all(
    sold.map(({ path, input }, number) => {
      const idempotency_key = `the-proof-${number}`;
      return call('POST', path, { ...input, reason: 'the proof', idempotency_key });
    }),
  );
  const count = await killed;
  await service.spare();
  await markets.clearFaults();
  const read = async (): Promise<Json[]> =>
    Promise.all(ids.map(({ action_id: id }) => call('GET', `/apps/${APPID}/actions/${id}`)));
  let actions = await read();
  // A lease of a killed process ends after a minute, and an answer is settled half a minute after it was lost.
  for (let tries = 0; tries < 150 && actions.some(({ ended_at }) => ended_at === null); tries++) {
    await wait(2_000);
    actions = await read();
  }
  for (const [number, sale] of sold.entries()) {
    const action = actions[number];
    assert.equal(action.state, 'done', JSON.stringify(action));
    const after = await preview(sale);
    assert.ok(sale.once(before.get(sale), after), JSON.stringify([action, after]));
  }
  const { items } = await call('GET', `/apps/${APPID}/actions?limit=500`);
  assert.equal(items.length, sold.length, 'every request is one action');
  return {
    done: actions.length,
    attempts: actions.reduce((sum, { attempts }) => sum + attempts, 0),
    kills: count,
  };
}
