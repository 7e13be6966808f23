// A market that is down, slow, over quota or refuses the credentials: never a refusal, never a pass, nothing recorded.
import assert from 'node:assert/strict';
import { anyAddress } from '../../../../src/outbox/relay/address-guard.ts';
import type { Adapter } from '../../../../src/payment/markets/description.ts';
import { createMarketHttp } from '../../../../src/payment/markets/http.ts';
import type { MarketApp } from '../../../../src/payment/markets/market.ts';
import { createMarkets } from '../../../../src/payment/markets/markets.ts';
import { createLog } from '../../../../src/start/log.ts';
import { admin } from '../../../admin/caller.ts';
import { breakTable } from '../../../support/broken-table.ts';
import { addressesOf } from '../../../support/markets.ts';
import type { Case, Kit } from '../case.ts';
import type { Stage } from '../driver.ts';
import { countOf } from './duplicates.ts';

const EVERY_CALL = { rate: 1 };
const MINUTE = 60_000;

async function isUnavailable(stage: Stage, verify: ReturnType<Stage['verify']>): Promise<void> {
  const { status, body } = await verify;
  const before = [status, body.outcome?.message, body.code];
  assert.deepEqual(before, [500, 'MARKET_UNAVAILABLE', 'verify_error'], JSON.stringify(body));
  assert.deepEqual(await stage.purchases(), []);
}

/** An app of its own: what fails for one app is no reason to leave others alone. */
async function failing({ driver, stage, markets }: Kit, kind: string): Promise<void> {
  const other = await stage.another();
  const sale = await driver.sell(other);
  await markets.fault(driver.emulator, kind, EVERY_CALL);
  await isUnavailable(other, other.verify(sale));
  await markets.clearFaults();
  stage.gate.now += 1_000;
  const { status, body } = await other.verify(sale);
  assert.deepEqual([status, body.data?.serviceDuplicated], [200, false], JSON.stringify(body));
}

const FAULTS: readonly Case[] = ['reset', '500', '429', 'garbage'].map((kind) => ({
  name: `${kind} is MARKET_UNAVAILABLE, and the same request passes afterwards`,
  run: (kit) => failing(kit, kind),
}));

export const OUTAGES: readonly Case[] = [
  ...FAULTS,
  {
    name: 'a market that hangs is given up when its time is over',
    async run({ driver, stage, markets }) {
      const { clock } = stage.gate.service.context;
      const http = createMarketHttp({
        clock,
        mayReach: anyAddress,
        attemptMs: 20,
        totalMs: 20,
      });
      const addresses = await addressesOf(markets);
      const adapters = createMarkets({ http, addresses, clock, log: createLog('silent') });
      const app = await stage.gate.service.payment.marketApps(stage.app.appid, driver.market);
      await markets.fault(driver.emulator, 'timeout', EVERY_CALL);
      const { check } = adapters[driver.market] as Adapter;
      const { code } = await check(app as MarketApp);
      await http.close();
      assert.equal(code, 'unchecked');
    },
  },
  {
    name: 'a read whose answer is lost is made again by itself',
    async run({ driver, stage, markets }) {
      const sale = await driver.sell(stage);
      await stage.verify(sale);
      const next = await driver.sell(stage);
      for (const kind of ['reset', 'lost'] as const) {
        await markets.fault(driver.emulator, kind, { count: 1 });
        assert.equal((await stage.verify(next)).status, 200, kind);
        await markets.clearFaults();
      }
    },
  },
  {
    name: 'a known receipt passes while the market is away',
    async run({ driver, stage, markets }) {
      const other = await stage.another();
      const sale = await driver.sell(other);
      const first = await other.verify(sale);
      await markets.fault(driver.emulator, 'reset', EVERY_CALL);
      const { body } = await other.verify(sale);
      assert.deepEqual(body.data, { ...first.body.data, serviceDuplicated: true });
    },
  },
  {
    name: 'over quota, the app is left alone as long as the market asks, and its neighbour is not',
    async run({ driver, stage, markets }) {
      const [other, neighbour] = [await stage.another(), await stage.another()];
      const [sale, next] = [await driver.sell(other), await driver.sell(neighbour)];
      await other.useSecrets({});
      await markets.fault(driver.emulator, '429', EVERY_CALL);
      for (let calls = 0; calls < 10; calls += 1) {
        await isUnavailable(other, other.verify(sale));
      }
      await markets.clearFaults();
      await isUnavailable(other, other.verify(sale));
      await neighbour.useSecrets({});
      assert.equal((await neighbour.verify(next)).status, 200);
      stage.gate.now += MINUTE;
      await other.useSecrets({});
      assert.equal((await other.verify(sale)).status, 200);
    },
  },
  {
    name: 'credentials that the market refuses are no refusal of the receipt; once mended it passes',
    needs: ['wrongSecrets'],
    async run({ driver, stage }) {
      const other = await stage.another();
      const sale = await driver.sell(other);
      const credentials = await stage.control('/credentials');
      await other.useSecrets(driver.wrongSecrets(credentials));
      await isUnavailable(other, other.verify(sale));
      const path = `/apps/${other.app.appid}/markets/${driver.market}`;
      const wrong = (await admin(stage.gate, 'POST', `${path}/check`)).body;
      assert.deepEqual([wrong.ok, wrong.code], [false, 'refused']);
      assert.ok((await admin(stage.gate, 'GET', path)).body.refused);
      const { secrets } = driver.setUp(credentials, other.app.appid);
      await other.useSecrets(secrets);
      const right = (await admin(stage.gate, 'POST', `${path}/check`)).body;
      assert.deepEqual([right.ok, right.code], [true, 'accepted']);
      assert.equal((await admin(stage.gate, 'GET', path)).body.refused, undefined);
      assert.equal((await other.verify(sale)).body.data?.serviceDuplicated, false);
    },
  },
  {
    name: 'credentials cannot be checked while the market is away',
    async run({ driver, stage, markets }) {
      const other = await stage.another();
      await markets.fault(driver.emulator, '500', EVERY_CALL);
      const path = `/apps/${other.app.appid}/markets/${driver.market}/check`;
      const { body } = await admin(stage.gate, 'POST', path);
      assert.deepEqual([body.ok, body.code], [false, 'unchecked']);
      assert.match(body.text, /^The credentials could not be checked: .+[^.]\.$/);
    },
  },
  {
    name: 'a record that fails after the answer of the market is made by the next request, once',
    async run({ driver, stage }) {
      const { gate } = stage;
      const other = await stage.another();
      const sale = await driver.sell(other);
      const repair = await breakTable(gate, 'purchase', 'insert');
      try {
        const { status, body } = await other.verify(sale);
        assert.deepEqual([status, body.outcome?.message], [500, 'INTERNAL_ERROR']);
        assert.deepEqual(await other.purchases(), []);
      } finally {
        await repair();
      }
      assert.equal((await other.verify(sale)).body.data?.serviceDuplicated, false);
      assert.equal((await other.verify(sale)).body.data?.serviceDuplicated, true);
      assert.equal((await other.purchases()).length, 1);
    },
  },
  {
    name: 'settling with the market waits for it, and is done once it is back',
    needs: ['settles'],
    async run({ driver, stage, markets }) {
      const { gate } = stage;
      const calls = async () => {
        const { body } = await gate.send('GET', '/metrics');
        return driver.settles.reduce((sum, each) => sum + countOf(body, each), 0);
      };
      const other = await stage.another();
      const sale = await driver.sell(other);
      const before = await calls();
      await other.verify(sale);
      await markets.fault(driver.emulator, '429', EVERY_CALL);
      await gate.service.payment.jobs.turn();
      await markets.clearFaults();
      gate.now += 60 * MINUTE;
      await gate.service.payment.jobs.turn();
      assert.ok((await calls()) > before);
      // Of this app alone: those of the cases before may still wait for something.
      const left = await gate.service.context.storage.db
        .selectFrom('job')
        .select(['kind', 'last_error'])
        .where('appid', '=', other.app.appid)
        .where('kind', 'not in', ['purchase.unclaimed'])
        .execute();
      assert.deepEqual(left, []);
    },
  },
];
