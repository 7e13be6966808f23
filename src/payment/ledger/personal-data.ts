// What the ledger stores about a player. An erasure keeps purchases for bookkeeping, without the person.
import type { ErasedPlayer, KnownPlayer, PersonalPart } from '../../identity/personal-data.ts';
import { COUNT, PAGE, pages } from '../../identity/personal-data.ts';
import { type Erasing, eraseMessages } from '../../outbox/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import type { Market, PurchaseTable } from '../../storage/schema.ts';
import { type Activity, isEvent, readActivity } from './activity.ts';
import { saveErasure } from './erasures-store.ts';
import {
  countNoticesNaming,
  eraseNoticesAbout,
  eraseNoticesNaming,
  readNoticesAbout,
  readNoticesNaming,
} from './notice-data.ts';
import { holdNumbers } from './numbers.ts';
import { findCancellations } from './purchases-store.ts';
import { selectPurchases, wholePurchases } from './whole-purchases.ts';

const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const satisfies Market[];
/** In one transaction: other verifications of the app wait for it. */
const PURCHASES_AT_ONCE = 100;

const subscriptionsOf = (db: Db, { gameIndex, appid, accounts }: KnownPlayer) =>
  db
    .selectFrom('subscription')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('account_uuid', 'in', accounts);

export const ledgerData: PersonalPart = {
  read: (db, player) => ({
    purchases: readPurchases(db, player),
    subscriptions: readSubscriptions(db, player),
    store_notifications: readNoticesNaming(db, player),
  }),

  async count(db, player) {
    const { gameIndex, appid, accounts } = player;
    const [purchases, subscriptions, notices] = await Promise.all([
      db
        .selectFrom('purchase')
        .select(COUNT)
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid)
        .where('provider', 'in', MARKETS)
        .where('account_uuid', 'in', accounts)
        .executeTakeFirstOrThrow(),
      subscriptionsOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      countNoticesNaming(db, player),
    ]);
    return {
      purchase: Number(purchases.count),
      subscription: Number(subscriptions.count),
      market_notice: notices,
    };
  },

  erase: (db, player) =>
    db.transaction().execute(async (tx) => {
      // As for a verification: nobody else writes purchases of the app meanwhile.
      if (!(await holdNumbers(tx, player))) return { more: false };
      // From now on, what a market says about them is stored without the account.
      await saveErasure(tx, player, player.pseudonym);
      const rows = await somePurchases(tx, player);
      for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
        const keys = own.map((row) => row.unique_key);
        const ids = own.flatMap((row) => row.subscription_id ?? []);
        await eraseAbout(tx, player, provider, [...new Set([...keys, ...ids])]);
        await erasePurchases(tx, player, provider, keys);
      }
      if (rows.length === PURCHASES_AT_ONCE) return { more: true };
      await eraseSubscriptions(tx, player);
      return { more: await eraseNoticesNaming(tx, player) };
    }),
};

async function* readSubscriptions(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  const rows = pages(
    '',
    (after) =>
      subscriptionsOf(db, player)
        .selectAll()
        .where('subscription_id', '>', after)
        .orderBy('subscription_id')
        .limit(PAGE)
        .execute(),
    ({ subscription_id }) => subscription_id,
  );
  for await (const row of rows) {
    const { provider, subscription_id } = row;
    yield { ...row, notices: await readNoticesAbout(db, player, provider, [subscription_id]) };
  }
}

/** With what is stored about each. */
async function* readPurchases(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  const { gameIndex, appid, accounts } = player;
  for (const provider of MARKETS) {
    for (const account of accounts) {
      let after = 0;
      for (;;) {
        const rows = wholePurchases(
          await selectPurchases(db)
            .where('p.game_index', '=', gameIndex)
            .where('p.appid', '=', appid)
            .where('p.provider', '=', provider)
            .where('p.account_uuid', '=', account)
            .where('p.number', '>', after)
            .orderBy('p.number')
            .limit(PURCHASES_AT_ONCE)
            .execute(),
        );
        yield* await withAbout(db, player, provider, rows);
        if (rows.length < PURCHASES_AT_ONCE) break;
        after = rows.at(-1)?.number ?? 0;
      }
    }
  }
}

async function withAbout(
  db: Db,
  player: KnownPlayer,
  provider: Market,
  rows: readonly PurchaseTable[],
): Promise<readonly object[]> {
  if (rows.length === 0) return [];
  const { gameIndex, appid } = player;
  const subjects = rows.map((row) => row.unique_key);
  const [activity, cancellations, notices] = await Promise.all([
    readActivity(db, { gameIndex, appid, provider, subjects }),
    findCancellations(
      db,
      player,
      subjects.map((unique_key) => ({ provider, unique_key })),
    ),
    readNoticesAbout(db, player, provider, subjects),
  ]);
  return rows.map(({ game_index: _, appid: __, ...row }) => ({
    ...row,
    cancellations: cancellations.filter((each) => each.unique_key === row.unique_key),
    activity: activity.filter((each) => each.subject === row.unique_key),
    notices: notices.filter((each) => each.subject === row.unique_key),
  }));
}

type Erasable = Pick<PurchaseTable, 'provider' | 'unique_key' | 'subscription_id'>;

async function somePurchases(tx: Db, player: ErasedPlayer): Promise<readonly Erasable[]> {
  const { gameIndex, appid, accounts } = player;
  return tx
    .selectFrom('purchase')
    .select(['provider', 'unique_key', 'subscription_id'])
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('provider', 'in', MARKETS)
    .where('account_uuid', 'in', accounts)
    .limit(PURCHASES_AT_ONCE)
    .execute();
}

/**
 * Keys, amounts, states and the hash of the receipt stay: the same receipt is a duplicate for ever. The id
 * of the transaction takes the place of the receipt; the App Store accepts it as one.
 */
async function erasePurchases(
  tx: Db,
  { gameIndex, appid, pseudonym }: ErasedPlayer,
  provider: Market,
  keys: readonly string[],
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set(({ ref }) => ({
      account_uuid: pseudonym,
      payload: null,
      project_info: null,
      language: null,
      app_version: null,
      price_verify_key: null,
      receipt: ref('provider_transaction_id'),
      market_result: null,
      chain_hash: null,
    }))
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('provider', '=', provider)
    .where('unique_key', 'in', keys)
    .execute();
}

async function eraseSubscriptions(tx: Db, player: ErasedPlayer): Promise<void> {
  const { gameIndex, appid, accounts, pseudonym } = player;
  const rows = await subscriptionsOf(tx, player).select(['provider', 'subscription_id']).execute();
  for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
    const ids = own.map((row) => row.subscription_id);
    await eraseAbout(tx, player, provider, ids);
  }
  await tx
    .updateTable('subscription')
    .set({ account_uuid: pseudonym })
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('account_uuid', 'in', accounts)
    .execute();
}

/** Events on their way, and what the stores sent. */
async function eraseAbout(
  tx: Db,
  player: ErasedPlayer,
  provider: Market,
  subjects: readonly string[],
): Promise<void> {
  const { gameIndex, appid } = player;
  const activity = await readActivity(tx, { gameIndex, appid, provider, subjects });
  await eraseEvents(tx, player, activity.filter(isEvent));
  await eraseNoticesAbout(tx, player, provider, subjects);
}

async function eraseEvents(
  tx: Db,
  { gameIndex, accounts, playerId, pseudonym }: ErasedPlayer,
  events: readonly Activity[],
): Promise<void> {
  const numbers = events.map(({ reference }) => reference);
  if (numbers.length === 0) return;
  // A dead letter that is replayed has another number, and the first one as its subject.
  const again = await tx
    .selectFrom('outbox_again')
    .select(['seq', 'at'])
    .where('game_index', '=', gameIndex)
    .where('channel', '=', 'purchase')
    .where('subject', 'in', numbers)
    .execute();
  const messages = events.map(({ reference, at }) => ({ seq: Number(reference), at }));
  const account = accounts.join('|');
  const named = new RegExp(`"playerId":${playerId}(?=[,}])`, 'g');
  // An event says what became of a purchase, so it is sent all the same.
  const erasing: Erasing = {
    rewrite: (text) =>
      text.replaceAll(new RegExp(account, 'gi'), pseudonym).replaceAll(named, '"playerId":0'),
    names: new RegExp(`${account}|\\b${playerId}\\b`, 'gi'),
    pseudonym,
  };
  await eraseMessages(tx, { gameIndex, channel: 'purchase' }, [...messages, ...again], erasing);
}
