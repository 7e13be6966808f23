// What the tests of withdrawn consent share: an app with notifications, players on downloads, and what became of them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../../src/audit/audit.ts';
import { parseJson } from '../../src/base/json.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { admin } from '../admin/caller.ts';
import { APP_APPLE_ID } from '../payment/shop.ts';
import { openSubscriptionShop } from '../payment/subscription-shop.ts';
import { logIn } from '../restriction/players.ts';
import { expectDone, type Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';

let downloads = 0;
/** As the App Store gives them: digits. */
export const newDownload = (): string => `70428394${String(++downloads).padStart(4, '0')}`;
export const newInstall = (): string => randomUUID();

/** An app that hears of withdrawn consent, and whose app server gets events. */
export async function openFamily(gate: Gate, markets: Markets) {
  const shop = await openSubscriptionShop(gate, markets);
  const { app, bundleId } = shop;
  const { appid, gameIndex } = app;
  const path = `/apps/${appid}`;
  await shop.registerNotices();
  const { context, followUps } = gate.service;
  expectDone(
    await registerReceiver(context, SYSTEM, {
      game_index: gameIndex,
      channel: 'purchase',
      url: 'https://game.test/events',
    }),
  );
  const place = { environment: 'Production', bundleId, appAppleId: APP_APPLE_ID };

  return {
    ...shop,
    path,
    place,
    async restrictFrom(restrict = true) {
      const { status, body } = await admin(gate, 'PUT', `${path}/consent`, { restrict });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
    /** A parent withdraws consent, and everything that follows is done; the statuses of the answers. */
    async withdraw(appTransactionId: string, more: object = {}) {
      await markets.control('/apple/rescinded-consents', { ...place, appTransactionId, ...more });
      const statuses = await shop.release();
      await followUps.turn();
      return statuses;
    },
    logIn: (player: number, more: object = {}) => logIn(gate, app, player, more),
    async import(lines: string, query = 'provider=GOOGLE') {
      const answer = await gate.send('POST', `/admin/v1${path}/consent/import?${query}`, lines, {
        authorization: 'Bearer an-admin-token-for-the-tests-only',
        'content-type': 'text/csv',
      });
      return answer.body;
    },
    consent: async (player: number) =>
      (await admin(gate, 'GET', `${path}/players/${player}/consent`)).body,
    async history(player: number) {
      const { body } = await admin(gate, 'GET', `${path}/players/${player}/history`);
      return body.items
        .toReversed()
        .map(({ action, actor }: { action: string; actor: object }) => ({ action, ...actor }));
    },
    async restriction(player: number) {
      const { body } = await admin(gate, 'GET', `${path}/players/${player}`);
      return body.restriction;
    },
    /** Type and data of the events so far, oldest first. */
    async events() {
      const rows = await context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', gameIndex)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      return rows.map(({ payload }) => {
        const { type, data } = parseJson(payload) as { type: string; data: object };
        const { appid: _, ...rest } = data as { appid: string };
        return { type, ...rest };
      });
    },
  };
}

export type Family = Awaited<ReturnType<typeof openFamily>>;
