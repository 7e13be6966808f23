// Evidence for disputes while Stripe fails and the service is killed: each bank is given it exactly once, as it was
// written down. And the long form of test/payment/disputes/kill.test.ts: the process dies before each message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { buildEmulator } from '../../emulator/app.ts';
import { ADMIN_TOKEN as ADMIN } from '../admin/caller.ts';
import { createDatabase, KINDS, type Kind } from '../support/databases.ts';
import { type Markets, marketSuite, steer } from '../support/markets.ts';
import { sendWhileDying } from './evidence-kill.ts';
import { startKilledService } from './killed-service.ts';
import { provedService } from './market-faults.ts';
import { ADMIN_TOKEN, openProofApp, PRODUCT, type ProofApp } from './proof-app.ts';
import { marketInputs } from './sellers.ts';

const DISPUTES = 40;
const KILLS = 12;
const LONGEST_LIFE_MS = 1_500;
const SETTLED_MS = 600_000;
const FAULTS = ['lost', 'reset', '500', '429', 'garbage', 'slow', 'timeout'];

type Json = Readonly<Record<string, unknown>>;

for (const database of KINDS) {
  test(`evidence reaches each bank once (${database})`, async (t) => {
    const proof = await prove(database);
    t.diagnostic(JSON.stringify(proof));
    assert.deepEqual([proof.sent, proof.kills], [DISPUTES, KILLS]);
  });
}

marketSuite(
  'evidence and kill -9 before each message',
  (gate, markets) => {
    test('the bank is given it once', async (t) => {
      const deaths = await sendWhileDying(gate, markets, 1);
      t.diagnostic(JSON.stringify(deaths));
      assert.ok(deaths.before > 10 && deaths.after > 0, JSON.stringify(deaths));
    });
  },
  { adminToken: ADMIN },
);

async function prove(kind: Kind) {
  const database = await createDatabase(kind);
  const emulator = await buildEmulator({ seed: 5 });
  try {
    const markets = steer(await emulator.listen(0));
    const service = await startKilledService({
      ...database.variables,
      ...(await provedService(markets)),
    });
    try {
      const { PG } = await marketInputs(markets);
      const app = await openProofApp(service.url, { PG });
      const ids: string[] = [];
      for (let player = 1; player <= DISPUTES; player++) {
        ids.push(await disputed(app, markets, player));
      }
      for (const fault of FAULTS) {
        const rate = 0.3 / FAULTS.length;
        await markets.fault('stripe', fault, { rate, path: '/v1/disputes', delayMs: 300 });
      }
      const kills = service.kill(KILLS, LONGEST_LIFE_MS);
      await Promise.all(ids.map((id) => send(service.url, id)));
      const killed = await kills;
      await service.spare();
      await markets.clearFaults();
      const records = await Promise.all(ids.map((id) => settled(service.url, id)));
      const { stripe } = await markets.control('/credentials');
      for (const record of records) {
        const answer = await fetch(`${markets.url}/v1/disputes/${record.dispute_id}`, {
          headers: { authorization: `Bearer ${stripe.liveSecretKey}` },
        });
        const { evidence, evidence_details } = (await answer.json()) as {
          evidence: Json;
          evidence_details: { submission_count: number };
        };
        assert.equal(evidence_details.submission_count, 1, String(record.dispute_id));
        const texts = Object.entries(evidence).filter(([, text]) => typeof text === 'string');
        const sent = record.sent as { evidence: Json } | null;
        assert.deepEqual(Object.fromEntries(texts), sent?.evidence);
      }
      return { sent: records.length, kills: killed };
    } finally {
      await service.stop();
    }
  } finally {
    await emulator.close();
    await database.drop();
  }
}

/** A payment that its buyer disputes, known to the service. */
async function disputed(app: ProofApp, markets: Markets, playerId: number): Promise<string> {
  const player = await app.login(playerId);
  assert.ok(player);
  const wish = { productId: PRODUCT, currency: 'USD' };
  const order = await app.asPlayer(player, '/payment/v1/order/pay-page-url', wish);
  await markets.control(`/pg/orders/${order.orderId}/pay`, {});
  const { disputes } = await markets.control(`/pg/orders/${order.orderId}/dispute`, {});
  const paid = await app.asPlayer(player, '/payment/v1/purchase/restore', {});
  assert.ok(paid);
  return disputes[0].id;
}

async function call(url: string, method: string, path: string, body?: object) {
  try {
    const answer = await fetch(`${url}/admin/v1/apps/proof/disputes/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const found = (await answer.json()) as Json;
    assert.notEqual(answer.status, 400, `${method} ${path}: ${JSON.stringify(found)}`);
    return { status: answer.status, body: found };
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Support tries until it is written down, twice at once each time. */
async function send(url: string, id: string): Promise<void> {
  for (;;) {
    const { sending, version, draft } = (await call(url, 'GET', id))?.body ?? {};
    if (sending !== undefined && sending !== 'unsent') return;
    if (draft === null) await call(url, 'POST', `${id}/draft`);
    else if (draft !== undefined) {
      await Promise.all([1, 2].map(() => call(url, 'POST', `${id}/send`, { version })));
    }
    await wait(50 + Math.random() * 200);
  }
}

async function settled(url: string, id: string): Promise<Json> {
  for (const end = Date.now() + SETTLED_MS; ; ) {
    const record = (await call(url, 'GET', id))?.body;
    if (record && record.sending !== 'under_way') {
      assert.equal(record.sending, 'sent', JSON.stringify(record));
      return record;
    }
    assert.ok(Date.now() < end, `${id} is still under way`);
    await wait(500);
  }
}
