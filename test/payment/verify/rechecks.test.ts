// Rechecks of subscriptions and recent purchases: which are due, and who asks about one.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { findRecent } from '../../../src/payment/notices/recent-purchases.ts';
import * as rechecks from '../../../src/payment/verify/recheck-store.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import { AT, purchaseScene, subscriptionScene } from '../scenes.ts';

const recheck = (row: Scene['row'] = {}): Scene => ({
  table: 'turn',
  row: { work: 'recheck', position: 2, due_at: AT, taken_at: AT, ...row },
  key: (number) => ({ subject: `APPLE subscription-${number}` }),
  but: [{}, { subject: 'GOOGLE subscription-0' }],
});

suite('rechecks of subscriptions', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const due = async (now = AT) =>
    (await rechecks.findPast(db(), { now, before: AT, after: AT - 9 }))
      .filter(({ appid }) => appid === apps.app.appid)
      .map(({ subscription_id }) => subscription_id.slice(13));

  test('past its end, not too long ago, and still running', async () => {
    for (const [row, isDue] of [
      [{}, true],
      [{ expires_at: AT + 1 }, false],
      [{ expires_at: AT - 8 }, true],
      [{ expires_at: AT - 9 }, false],
      [{ status: 'expired' }, false],
      [{ status: 'grace', grace_until: AT + 1 }, false],
      [{ status: 'grace', grace_until: AT }, true],
      [{ status: 'grace', grace_until: null }, true],
      [{ status: 'active', grace_until: AT + 1 }, true],
    ] as const) {
      await check.put(subscriptionScene(row));
      assert.deepEqual(await due(), isDue ? ['0'] : [], JSON.stringify(row));
    }
    await check.put(subscriptionScene({}, [{ expires_at: AT - 1 }, { expires_at: AT - 2 }]));
    assert.deepEqual(await due(), ['2', '1', '0'], 'longest ago first');
    const most = Array.from({ length: 20 }, () => ({}));
    await check.put(subscriptionScene({ expires_at: AT - 1 }, most));
    const all = await rechecks.findPast(db(), { now: AT, before: AT, after: 0 });
    assert.equal(all.length, 16, 'at once');
  });

  test('not while another asks about it', async () => {
    await check.put(subscriptionScene());
    await check.put(recheck());
    assert.deepEqual([await due(AT - 1), await due(AT)], [[], ['0']]);
    for (const own of [
      { subject: 'GOOGLE subscription-0' },
      { subject: 'APPLE another' },
      { work: 'another' },
    ]) {
      await check.put({ ...recheck({ due_at: AT + 1 }), but: [] });
      assert.deepEqual(await due(), []);
      await db().updateTable('turn').set(own).execute();
      assert.deepEqual(await due(), ['0'], 'that was another one');
    }
    await check.put({ ...recheck({ due_at: AT + 1 }), but: [] });
    await db().deleteFrom('turn').where('appid', '=', apps.app.appid).execute();
    assert.deepEqual(await due(), ['0'], 'of another app');
  });

  test('the turn of a subscription has its market and its id', () => {
    const { gameIndex, appid } = apps.app;
    const name = { game_index: gameIndex, appid, provider: 'APPLE', subscription_id: 's' } as const;
    const turn = { gameIndex, appid, work: 'recheck', subject: 'APPLE s' };
    assert.deepEqual(rechecks.recheckTurn(name), turn);
  });

  test('recent purchases of a market that are not refunded, in the order of their numbers', async () => {
    const { appid, gameIndex } = apps.app;
    const wanted = { appid, gameIndex, market: 'ONESTORE', since: AT - 9, limit: 10 } as const;
    const own = { provider: 'ONESTORE', verified_at: AT - 8 } as const;
    const others = [
      { provider: 'AMAZON' },
      { number: 9 },
      { verified_at: AT - 9 },
      { cancel_state: 1 },
    ];
    await check.finds(purchaseScene(own, others), () => findRecent(db(), { ...wanted, above: 9 }));
    await check.put(purchaseScene(own, [{ number: 8 }, { number: 30 }, { number: 7 }]));
    const found = await findRecent(db(), { ...wanted, above: 0, limit: 3 });
    assert.deepEqual(
      found.map(({ number }) => number),
      [7, 8, 10],
    );
  });
});
