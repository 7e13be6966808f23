// Purchases and subscriptions in the table of personal data. An erasure keeps them for bookkeeping, without the person.
import { sql } from 'kysely';
import { parseJson, printJson } from '../../base/json.ts';
import {
  type ErasedPlayer,
  type KnownPlayer,
  personalTable,
} from '../../identity/personal-data.ts';
import { eventChannel } from '../../outbox/events.ts';
import { eraseMessages, eraseSentSince, replayedAs } from '../../outbox/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import type { Market, StoredPurchaseTable } from '../../storage/schema.ts';
import { MARKET_CODES } from '../markets/markets.ts';
import { isEvent, readActivity } from './activity.ts';
import { saveErasure } from './erasures-store.ts';
import { eraseNoticesAbout, readNoticesAbout, withNotices } from './notice-data.ts';
import { holdNumbers } from './numbers.ts';
import { findCancellations, findPurchases } from './purchases-store.ts';

/**
 * Keys, amounts, states and the hash of the receipt stay: the same receipt is a duplicate for ever. The id
 * of the transaction takes the place of the receipt; the App Store accepts it as one.
 */
export const purchaseTable = personalTable({
  table: 'purchase',
  by: ({ accounts }) =>
    sql`provider in (${sql.join(MARKET_CODES)}) and account_uuid in (${sql.join(accounts)})`,
  key: ['provider', 'account_uuid', 'number'],
  section: 'purchases',
  columns: ['provider', 'unique_key'],
  related: withAbout,
  erase: {
    set: ({ pseudonym }) => ({
      account_uuid: pseudonym,
      payload: null,
      project_info: null,
      language: null,
      app_version: null,
      price_verify_key: null,
      receipt: sql.ref('provider_transaction_id'),
      market_result: null,
      chain_hash: null,
    }),
    keeps: [
      'game_index',
      'appid',
      'provider',
      'unique_key',
      'payment_key',
      'number',
      'transaction_id',
      'provider_transaction_id',
      'store_transaction_id',
      'product_id',
      'quantity',
      'price',
      'currency',
      'cancel_state',
      'test',
      'account_compare',
      'receipt_hash',
      'purchased_at',
      'purchase_date_source',
      'verified_at',
      'request_type',
      'country',
      'server_id',
      'delivery',
      'delivery_at',
      'consumption',
      'kind',
      'claimed',
      'cancel_said_at',
      'claimed_by',
      'claimed_at',
      'subscription_id',
      'ownership',
      'permanent',
    ],
  },
  // Other verifications of the app wait for the transaction.
  atOnce: 100,
  lock,
  async before(tx, player, rows) {
    for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
      const keys = own.map((row) => row.unique_key);
      const ids = own.flatMap((row) => row.subscription_id ?? []);
      await eraseEventsAbout(tx, player, provider, [...new Set([...keys, ...ids])]);
    }
  },
});

export const subscriptionTable = personalTable({
  table: 'subscription',
  by: 'account_uuid',
  key: ['subscription_id'],
  section: 'subscriptions',
  related: (db, player, rows) =>
    withNotices(db, player, rows, ({ subscription_id }) => subscription_id),
  erase: {
    set: ({ pseudonym }) => ({ account_uuid: pseudonym }),
    keeps: [
      'game_index',
      'appid',
      'provider',
      'subscription_id',
      'original_transaction_id',
      'product_id',
      'auto_renew_product_id',
      'status',
      'expires_at',
      'grace_until',
      'refunded_at',
      'test',
      'cycle_key',
      'cycle_at',
      'cycle_said_at',
      'said_at',
      'created_at',
      'updated_at',
      'replaces',
      'replaced_at',
      'replaced_by',
    ],
  },
  lock,
  async before(tx, player, rows) {
    for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
      const ids = own.map((row) => row.subscription_id);
      await eraseEventsAbout(tx, player, provider, ids);
    }
  },
});

/** Purchases and subscriptions do not find events any more that were on their way during the first pass. */
export const sentEventTable = personalTable({
  table: 'outbox_sent',
  of: 'project',
  by: () => sql`channel like 'purchase%'`,
  key: ['batch_id'],
  isCounted: false,
  when: ({ isLast }) => isLast,
  erase: (tx, { gameIndex, accounts, playerId, requestedAt }) =>
    eraseSentSince(tx, { gameIndex, channel: 'purchase' }, requestedAt, [
      ...accounts,
      `"playerId":${playerId},`,
    ]),
});

/** As for a verification: nobody else writes purchases of the app meanwhile. */
async function lock(tx: Db, player: ErasedPlayer): Promise<void> {
  // From now on, what a market says about them is stored without the account.
  if (await holdNumbers(tx, player)) await saveErasure(tx, player, player.pseudonym);
}

/** Whole purchases, with what is stored about each. */
async function withAbout(
  db: Db,
  player: KnownPlayer,
  names: readonly StoredPurchaseTable[],
): Promise<readonly object[]> {
  const { gameIndex, appid } = player;
  const groups = [...Map.groupBy(names, ({ provider }) => provider)];
  const found = await Promise.all(
    groups.map(async ([provider, own]) => {
      const subjects = own.map((row) => row.unique_key);
      const [rows, activity, cancellations, notices] = await Promise.all([
        findPurchases(db, player, own),
        readActivity(db, { gameIndex, appid, provider, subjects }),
        findCancellations(db, player, own),
        readNoticesAbout(db, player, provider, subjects),
      ]);
      const sorted = rows.toSorted((one, other) => one.number - other.number);
      return sorted.map(({ game_index: _, appid: __, ...row }) => ({
        ...row,
        cancellations: cancellations.filter((each) => each.unique_key === row.unique_key),
        activity: activity.filter((each) => each.subject === row.unique_key),
        notices: notices.filter((each) => each.subject === row.unique_key),
      }));
    }),
  );
  return found.flat();
}

/** Events on their way, and what the stores sent. */
export async function eraseEventsAbout(
  tx: Db,
  player: ErasedPlayer,
  provider: Market,
  subjects: readonly string[],
): Promise<void> {
  const { gameIndex, appid } = player;
  const activity = await readActivity(tx, { gameIndex, appid, provider, subjects });
  const numbers = activity.filter(isEvent).map(({ reference }) => Number(reference));
  if (numbers.length > 0) await eraseEvents(tx, player, numbers);
  await eraseNoticesAbout(tx, player, provider, subjects);
}

async function eraseEvents(
  tx: Db,
  player: ErasedPlayer,
  numbers: readonly number[],
): Promise<void> {
  const lane = { gameIndex: player.gameIndex, channel: 'purchase' } as const;
  const again = await replayedAs(tx, lane, numbers);
  await eraseMessages(tx, [...numbers, ...again], {
    ...lane,
    port: eventChannel,
    without: (payload) => withoutPlayer(payload, player),
  });
}

/** An event says what happened to a purchase, so it is sent all the same. */
function withoutPlayer(payload: string, { accounts, pseudonym, playerId }: ErasedPlayer): string {
  const { data: whole, ...event } = parseJson(payload) as { data: Record<string, unknown> };
  const isOwn = accounts.includes(String(whole.accountUuid));
  const isNamed = names(whole.playerId, playerId);
  const { appTransactionId: _, installId: __, ...withoutDownload } = whole;
  // The download is the player's, also where nobody had logged in from it yet.
  const data = isNamed || whole.playerId === null ? withoutDownload : whole;
  return printJson({
    ...event,
    data: {
      ...data,
      ...(isOwn && { accountUuid: pseudonym }),
      ...(isOwn && 'receipt' in data && { receipt: null }),
      ...(isNamed && { playerId: 0 }),
    },
  });
}

/** A download may be one of several players. */
const names = (named: unknown, playerId: bigint): boolean =>
  (typeof named === 'number' || typeof named === 'bigint') && BigInt(named) === playerId;
