// Figures of verifications and restrictions in the admin API: whole answers, splits, comparison and CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLedger } from '../payment/queries/records.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import {
  DAY,
  HOUR,
  newPlayer,
  registerType,
  restrict,
  restriction,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { START, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';

const midnight = (day: string): string => `${day}T00:00:00.000Z`;

suite(
  'figures of verifications and restrictions',
  (gate) => {
    const read = async (appid: string, path: string) =>
      admin(gate, 'GET', `/apps/${appid}/figures/${path}`);

    const NOTHING = {
      verified: 0,
      duplicates: 0,
      refused: 0,
      reasons: [],
      could_not_ask: 0,
      asked: 0,
      answered: 0,
      availability: null,
      p50_ms: null,
      p95_ms: null,
      undelivered: 0,
    };

    test('verifications and markets, split by market', async () => {
      const { app } = await openLedger(gate);
      const { appid } = app;
      const { usage } = gate.service.payment;
      for (let call = 0; call < 3; call += 1) usage.verified(appid, 'APPLE');
      usage.refused(appid, 'APPLE', 'FAKE_RECEIPT');
      usage.refused(appid, 'APPLE', 'FAKE_RECEIPT');
      usage.refused(appid, 'APPLE', 'CANCELLED');
      usage.refused(appid, 'GOOGLE', 'MARKET_UNAVAILABLE');
      for (const seconds of [0.02, 0.04, 0.08, 0.2]) {
        usage.marketCall({ appid, market: 'GOOGLE' }, '200', seconds);
      }
      usage.marketCall({ appid, market: 'GOOGLE' }, '503', 4);
      usage.marketCall({ appid, market: 'GOOGLE' }, 'unreachable', 10);
      await usage.flush();
      usage.verified(appid, 'APPLE');
      await usage.flush();

      const apple = {
        ...NOTHING,
        verified: 4,
        refused: 3,
        reasons: [
          { reason: 'FAKE_RECEIPT', refused: 2 },
          { reason: 'CANCELLED', refused: 1 },
        ],
      };
      // Five answers: 0–25, 25–50, 50–100, 100–250 and 2,500–5,000 ms.
      const google = {
        ...NOTHING,
        could_not_ask: 1,
        asked: 6,
        answered: 4,
        availability: '0.6667',
        p50_ms: 75,
        p95_ms: 4_375,
      };
      const at = midnight('2026-11-15');
      const query = 'from=2026-11-14&to=2026-11-15&step=day&compare=before';
      const split = await read(appid, `verification?${query}&by=market`);
      assert.equal(split.status, 200);
      assert.deepEqual(split.body, {
        time_zone: 'UTC',
        step: 'day',
        is_current: true,
        from: midnight('2026-11-14'),
        to: midnight('2026-11-16'),
        items: [
          { at, value: 'APPLE', ...apple },
          { at, value: 'GOOGLE', ...google },
        ],
        totals: [
          { value: 'APPLE', ...apple },
          { value: 'GOOGLE', ...google },
        ],
        products: [],
        compared: {
          from: midnight('2026-11-12'),
          to: midnight('2026-11-14'),
          items: [],
          totals: [],
        },
      });
      const whole = await read(appid, `verification?${query}`);
      assert.deepEqual(whole.body.totals, [
        {
          value: null,
          ...google,
          ...{ verified: 4, refused: 3, reasons: apple.reasons },
        },
      ]);
      const { body } = await read(appid, `verification/file?${query}&by=market`);
      assert.equal(
        body,
        [
          'at,value,verified,duplicates,refused,could_not_ask,asked,answered,availability,p50_ms,p95_ms,undelivered,refused_CANCELLED,refused_FAKE_RECEIPT',
          `${at},APPLE,4,0,3,0,0,0,,,,0,1,2`,
          `${at},GOOGLE,0,0,0,1,6,4,0.6667,75,4375,0,,`,
          '',
        ].join('\r\n'),
      );
    });

    test('a purchase is undelivered when nothing was reported an hour after its verification', async () => {
      const { app, record } = await openLedger(gate);
      const bought = { market_result: '{}' };
      await record(bought);
      await record({ ...bought, provider: 'GOOGLE' });
      await record({ ...bought, delivery: 1 });
      await record({ ...bought, test: 1 });
      await record({ ...bought, refunded: true });
      await record({ ...bought, market_result: null });
      gate.now = START + DAY;
      await record(bought);
      gate.now += 1;
      await record(bought);
      gate.now += 3_600_000;
      await gate.service.payment.figures.turn();
      const query = 'from=2026-11-15&to=2026-11-16&step=day&by=market';
      const { body } = await read(app.appid, `verification?${query}`);
      assert.deepEqual(body.items, [
        { at: midnight('2026-11-15'), value: 'APPLE', ...NOTHING, undelivered: 1 },
        { at: midnight('2026-11-15'), value: 'GOOGLE', ...NOTHING, undelivered: 1 },
        { at: midnight('2026-11-16'), value: 'APPLE', ...NOTHING, undelivered: 1 },
      ]);
    });

    test('a product that is refunded unusually often is marked', async () => {
      const { app, record } = await openLedger(gate);
      const sell = async (product_id: string, count: number, refunded: boolean) => {
        for (let sold = 0; sold < count; sold += 1) {
          await record({ product_id, refunded, purchased_at: START - (sold % 40) * DAY });
        }
      };
      await sell('gems', 100, false);
      await sell('gems', 2, true);
      await sell('trap', 10, false);
      await sell('trap', 10, true);
      await gate.service.payment.figures.turn();
      const { body } = await read(app.appid, 'verification?from=2026-09-20&to=2026-11-15');
      assert.deepEqual(body.products, [
        { product: 'trap', purchases: 20, cancelled: 10, refund_rate: '0.5000', unusual: true },
        { product: 'gems', purchases: 102, cancelled: 2, refund_rate: '0.0196', unusual: false },
      ]);
    });

    test('restrictions by type and by actor, repeat offenders, and the time until a release', async () => {
      const app = await gate.createApp();
      const { appid } = app;
      for (let type = 0; type < 2; type += 1) await registerType(gate, app);
      const count = () => gate.service.restrictionFigures.turn();
      const release = (player: number) =>
        callGeneration2(gate.service, app, '/game/block/delete', { player_id: player });
      const [a, b, c] = [newPlayer(), newPlayer(), newPlayer()];
      gate.now = START;
      for (const player of [a, b, c]) await restrict(gate, app, player);
      await count();
      gate.now += 2 * HOUR;
      await restrict(gate, app, a, { block_type: 2, status: 'P' });
      await release(a);
      for (const player_id of [b, newPlayer()]) {
        const fields = { ...restriction(gate, player_id), scope: 'chat' };
        await callGeneration2(gate.service, app, '/game/block/scope/set', fields);
      }
      gate.now += HOUR;
      await admin(gate, 'POST', `/apps/${appid}/players/${b}/release`, {});
      await restrict(gate, app, a, { block_type: 2, status: 'P' });
      // Nothing is counted twice, whoever counts.
      await Promise.all([count(), count()]);
      gate.now = START + 3 * DAY;
      while ((await gate.service.restrictions.expire()) > 0);
      const query = 'from=2026-11-15&to=2026-11-18&step=day';
      const late = await read(appid, `restrictions?${query}`);
      assert.equal(late.body.is_current, false);
      await count();

      const none = {
        ...{ registered: 0, changed: 0, released: 0, expired: 0, repeat_offenders: 0 },
        ...{ release_median_s: null, release_p90_s: null },
      };
      const [first, last] = [midnight('2026-11-15'), midnight('2026-11-18')];
      // Between one and two hours, and between two and four.
      const released = { released: 1, release_median_s: 5_400, release_p90_s: 6_840 };
      const later = { released: 1, release_median_s: 10_800, release_p90_s: 13_680 };
      const byActor = [
        { value: 'admin', ...none, ...later },
        { value: 'client', ...none, registered: 4, changed: 1, repeat_offenders: 1, ...released },
        { value: 'system', ...none, expired: 1 },
      ];
      const { status, body } = await read(appid, `restrictions?${query}&by=actor&compare=year`);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        time_zone: 'UTC',
        step: 'day',
        is_current: true,
        from: first,
        to: midnight('2026-11-19'),
        items: [
          { at: first, ...byActor[0] },
          { at: first, ...byActor[1] },
          { at: last, ...byActor[2] },
        ],
        totals: byActor,
        compared: {
          from: midnight('2025-11-15'),
          to: midnight('2025-11-19'),
          items: [],
          totals: [],
        },
      });
      const byType = await read(appid, `restrictions?${query}&by=type`);
      assert.deepEqual(byType.body.totals, [
        { value: '1', ...none, registered: 3, expired: 1, ...later },
        { value: '2', ...none, registered: 1, changed: 1, repeat_offenders: 1, ...released },
      ]);
      const chat = { ...none, registered: 2, expired: 2 };
      const byScope = await read(appid, `restrictions?${query}&by=scope`);
      const logins = await read(appid, `restrictions?${query}`);
      assert.deepEqual(byScope.body.totals, [
        { value: 'chat', ...chat },
        { ...logins.body.totals[0], value: 'login' },
      ]);
      assert.equal(logins.body.totals[0].registered, 4);
      const ofChat = await read(appid, `restrictions?${query}&scope=chat`);
      assert.deepEqual(ofChat.body.totals, [{ value: null, ...chat }]);
      const file = await read(appid, `restrictions/file?${query}`);
      assert.equal(
        file.body,
        [
          'at,value,registered,changed,released,expired,repeat_offenders,release_median_s,release_p90_s',
          `${first},,4,1,2,0,1,7200,12960`,
          `${last},,0,0,0,1,0,,`,
          '',
        ].join('\r\n'),
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
