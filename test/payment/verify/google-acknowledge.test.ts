// GOOGLE: what is recorded is acknowledged or consumed at Google, through outages and crashes, in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import {
  readMarketSecrets,
  removeMarket,
  setMarket,
} from '../../../src/payment/settings/market-settings.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate, type TestApp } from '../../support/harness.ts';
import {
  type Bought,
  createGoogleApp,
  type GoogleMarket,
  googleSuite,
  verify,
} from '../markets/google-market.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Longer than any process keeps a job to itself. */
const LEASE_OVER = 61_000;

googleSuite(
  'acknowledging at GOOGLE',
  (gate, google) => {
    const work = () => gate.service.payment.jobs.turn();
    const told = () => google.calls.filter((call) => /:(acknowledge|consume)$/.test(call));

    test('a purchase is acknowledged once it is recorded, and Google never takes it back', async () => {
      const { app, bought } = await sell(gate, google);
      assert.equal((await google.onDevice(bought)).acknowledged, false);
      assert.equal((await jobsOf(gate, app)).length, 1);
      await work();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
      assert.deepEqual(await jobsOf(gate, app), []);
      gate.now += 4 * DAY;
      assert.equal((await google.onDevice(bought)).purchaseState, 0);
    });

    test('one that nobody verified is taken back, so the three days are real', async () => {
      const bought = await google.buy();
      gate.now += 4 * DAY;
      assert.equal((await google.onDevice(bought)).purchaseState, 1);
    });

    test('the setting `consume` consumes it, which acknowledges too', async () => {
      const { bought } = await sell(gate, google, { settings: { after_verify: 'consume' } });
      await work();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
      assert.match(told().join(), /:consume$/);
      gate.now += 4 * DAY;
      assert.equal((await google.onDevice(bought)).purchaseState, 0);
    });

    for (const [app, product, call] of [
      ['consume', { kind: 'permanent' }, 'acknowledge'],
      ['consume', { after_verify: 'acknowledge' }, 'acknowledge'],
      ['acknowledge', { after_verify: 'consume' }, 'consume'],
      ['consume', {}, 'consume'],
    ] as const) {
      const set = JSON.stringify(product);
      test(`an app with \`${app}\`, a product with ${set}: ${call}`, async () => {
        const { bought } = await sell(gate, google, { settings: { after_verify: app }, product });
        await work();
        assert.equal((await google.onDevice(bought)).acknowledged, true);
        assert.match(told().at(-1) ?? '', new RegExp(`:${call}$`));
      });
    }

    test('a purchase that the game acknowledged itself needs no telling', async () => {
      const app = await createGoogleApp(gate, google);
      const { bought } = await sell(gate, google);
      await work();
      await verify(gate, app, bought.purchaseToken);
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('a purchase that was taken back is not acknowledged', async () => {
      const app = await createGoogleApp(gate, google);
      const bought = await google.buy();
      await google.control(`/google/purchases/${bought.purchaseToken}/refund`, {});
      await verify(gate, app, bought.purchaseToken);
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('repeats of a verification make no second job', async () => {
      const { app, bought } = await sell(gate, google);
      await verify(gate, app, bought.purchaseToken);
      assert.equal((await jobsOf(gate, app)).length, 1);
      await work();
      await verify(gate, app, bought.purchaseToken);
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('a process that dies after the record leaves the job to another', async () => {
      const { app, bought } = await sell(gate, google);
      const other = await gate.secondService();
      await other.payment.jobs.turn();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('a process that dies while telling Google is replaced when its lease is over', async () => {
      const { app, bought } = await sell(gate, google);
      const hung = Promise.withResolvers<undefined>();
      const arrived = Promise.withResolvers<void>();
      google.intercept = (call) => {
        if (!call.endsWith(':acknowledge') || told().length > 1) return undefined;
        arrived.resolve();
        return hung.promise;
      };
      const first = work();
      await arrived.promise;

      const other = await gate.secondService();
      await other.payment.jobs.turn();
      assert.equal(told().length, 1, 'the lease still holds');
      gate.now += LEASE_OVER;
      await other.payment.jobs.turn();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
      assert.deepEqual(await jobsOf(gate, app), []);

      hung.resolve(undefined);
      await first;
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('a failure is tried again later, not at once', async () => {
      const { app, bought } = await sell(gate, google);
      await google.fault('google', '429', { rate: 1 });
      await work();
      await work();
      const [job] = await jobsOf(gate, app);
      assert.deepEqual([job?.attempts, told().length], [1, 1]);
      assert.equal(job?.last_error, 'Google Play answered 429 rateLimitExceeded');
      await google.clearFaults();
      gate.now += HOUR;
      await work();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
    });

    for (const after_verify of ['acknowledge', 'consume']) {
      test(`a lost answer to ${after_verify} is settled by what Google then says`, async () => {
        const { app, bought } = await sell(gate, google, { settings: { after_verify } });
        await google.fault('google', 'lost', { count: 1, path: `:${after_verify}` });
        await work();
        assert.equal(told().length, 2);
        assert.equal((await google.onDevice(bought)).acknowledged, true);
        assert.deepEqual(await jobsOf(gate, app), []);
      });
    }

    test('through two days of outage Google is asked about hourly, and acknowledges in time', async () => {
      const { app, bought } = await sell(gate, google);
      await google.fault('google', '429', { rate: 1 });
      const restored = gate.now + 2 * DAY;
      let longestWait = 0;
      while (gate.now < restored) {
        await work();
        const [job] = await jobsOf(gate, app);
        const dueAt = job?.due_at ?? assert.fail('the job was given up');
        longestWait = Math.max(longestWait, dueAt - gate.now);
        gate.now = dueAt;
      }
      assert.ok(longestWait <= 1.2 * HOUR, `${longestWait} ms`);
      await google.clearFaults();
      await work();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
      gate.now += 4 * DAY;
      assert.equal((await google.onDevice(bought)).purchaseState, 0);
    });

    test('a purchase refunded meanwhile is left alone', async () => {
      const { app, bought } = await sell(gate, google);
      await google.control(`/google/purchases/${bought.purchaseToken}/refund`, {});
      await work();
      assert.deepEqual(await jobsOf(gate, app), []);
    });

    test('what Google no longer knows is given up, and kept for people to see', async () => {
      const { app, bought } = await sell(gate, google);
      await google.control(`/google/purchases/${bought.purchaseToken}/forget`, {});
      await work();
      const [job] = await jobsOf(gate, app);
      assert.equal(job?.due_at, null);
      assert.match(job?.last_error ?? '', /purchaseTokenNoLongerValid/);
    });

    test('after the fourth day of failures it is given up', async () => {
      const { app } = await sell(gate, google);
      await google.fault('google', '429', { rate: 1 });
      gate.now += 4 * DAY + 1;
      await work();
      const [job] = await jobsOf(gate, app);
      assert.deepEqual([job?.due_at, job?.attempts], [null, 1]);
    });

    test('an app whose settings are gone waits for their return', async () => {
      const { app, bought } = await sell(gate, google);
      const { context } = gate.service;
      const place = { appid: app.appid, market: 'GOOGLE' } as const;
      const kept = await readMarketSecrets(context, app.appid, 'GOOGLE');
      expectDone(await removeMarket(context, SYSTEM, place));
      const other = await gate.secondService();
      await other.payment.jobs.turn();
      const [job] = await jobsOf(gate, app);
      assert.equal(job?.last_error, 'the app has no settings for GOOGLE');
      expectDone(await setMarket(context, SYSTEM, { ...place, settings: {}, ...kept }));
      gate.now += HOUR;
      await work();
      assert.equal((await google.onDevice(bought)).acknowledged, true);
    });
  },
  { kinds: EITHER },
);

interface Sold {
  readonly app: TestApp;
  readonly bought: Bought;
}

/** A purchase that was verified and recorded. */
async function sell(
  gate: Gate,
  google: GoogleMarket,
  setup: Parameters<typeof createGoogleApp>[2] = {},
  sale: object = {},
): Promise<Sold> {
  const app = await createGoogleApp(gate, google, setup);
  const bought = await google.buy(sale);
  const { status } = await verify(gate, app, bought.purchaseToken);
  assert.equal(status, 200);
  return { app, bought };
}

function jobsOf(gate: Gate, { appid }: TestApp) {
  const { db } = gate.service.context.storage;
  return db.selectFrom('job').selectAll().where('appid', '=', appid).execute();
}
