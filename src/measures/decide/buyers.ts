// Who bought: purchases that were undone, the players behind accounts, and who is exempt from a rule.
import { Big } from 'big.js';
import { type SqlBool, sql } from 'kysely';
import { assumedAccountUuid } from '../../identity/logins.ts';
import { findCancellations } from '../../payment/ledger/purchases-store.ts';
import { MARKET_CODES, ORDER_MARKETS } from '../../payment/markets/markets.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { CancellationTable, Market, PurchaseTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { type App, type AppName, nameOf } from '../../tenants/directory.ts';
import type { Definition } from '../rules/rule.ts';
import { keyOf, UNDONE_COLUMNS } from './causes.ts';

export interface OfAccounts extends AppName {
  readonly accounts: readonly string[];
}

/**
 * What an app server has verified. A cycle that only the market reported is its owner's, too, if a cycle of its
 * subscription was verified, or of the one that it took the place of. Cycles of the first releases do not name theirs.
 */
const IS_GIVEN = sql<SqlBool>`(claimed = 1 or kind = 'subscription' and (
  subscription_id is null
  or exists (
    select 1 from purchase as verified
    where verified.game_index = purchase.game_index and verified.appid = purchase.appid
      and verified.provider = purchase.provider and verified.claimed = 1
      and verified.subscription_id in (
        purchase.subscription_id,
        (
          select replaces from subscription
          where subscription.game_index = purchase.game_index
            and subscription.appid = purchase.appid
            and subscription.provider = purchase.provider
            and subscription.subscription_id = purchase.subscription_id
        )
      )
  )
))`;

/** Undone purchases of accounts, without test purchases, what a family shared, and what nobody was given. */
export const undoneBy = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(UNDONE_COLUMNS)
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', 'in', $.accounts)
    .where('cancel_state', '=', 1)
    .where('ownership', 'is', null)
    .where(IS_GIVEN)
    .where('test', '=', 0)
    .orderBy('number'),
);

interface Undone extends AppName {
  readonly provider: Market;
  readonly from: number;
  readonly limit: number;
}

/** Undone since a moment, newest first. */
export const undoneSince = statement((db, $: Params<Undone>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(UNDONE_COLUMNS)
    .where('provider', '=', $.provider)
    .where('cancel_state', '=', 1)
    .where('ownership', 'is', null)
    .where(IS_GIVEN)
    .where(sql<number>`coalesce(cancel_said_at, verified_at)`, '>=', $.from)
    .orderBy(sql`coalesce(cancel_said_at, verified_at)`, 'desc')
    .limit($.limit),
);

/** The players whose logins linked the accounts. */
export const linkedPlayers = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select(['account_uuid', 'player_id'])
    .where('account_uuid', 'in', $.accounts),
);

/** The players who were recognised at a login. */
export const recognisedPlayers = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('measure_account')
    .select(['account_uuid', 'player_id'])
    .where('account_uuid', 'in', $.accounts)
    .where('player_id', 'is not', null),
);

/** The player is looked for at the next logins. */
export const keepUnknownAccount = (
  tx: Db,
  { appid, gameIndex }: AppName,
  account_uuid: string,
): Promise<void> =>
  insertRows(
    tx,
    'measure_account',
    [{ game_index: gameIndex, appid, account_uuid, player_id: null }],
    'on conflict (game_index, appid, account_uuid) do nothing',
  );

/** Accounts whose player was looked for. */
export const unknownAmong = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('measure_account')
    .select('account_uuid')
    .where('account_uuid', 'in', $.accounts)
    .where('player_id', 'is', null),
);

export const recognise = statement(
  (db, $: Params<AppName & { account: string; playerId: bigint }>) =>
    ofApp(db, $)
      .updateTable('measure_account')
      .set({ player_id: $.playerId })
      .where('account_uuid', '=', $.account),
);

/** The players who opened these orders. */
export const orderingPlayers = statement((db, $: Params<AppName & { orders: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('purchase_order')
    .select(['account_uuid', 'player_id'])
    .where('order_id', 'in', $.orders),
);

interface OfPlayers extends AppName {
  readonly players: readonly bigint[];
}

export const linksOf = statement((db, $: Params<OfPlayers>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select(['account_uuid', 'player_id'])
    .where('player_id', 'in', $.players),
);

export const firstLogins = statement((db, $: Params<OfPlayers>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(({ fn }) => ['player_id', fn.min('logged_in_at').as('first_at')])
    .where('player_id', 'in', $.players)
    .groupBy('player_id'),
);

/** When logins first named the accounts. */
export const firstLinks = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select(({ fn }) => [
      'account_uuid',
      fn.coalesce('first_linked_at', 'linked_at').as('first_at'),
    ])
    .where('account_uuid', 'in', $.accounts),
);

export const firstPurchases = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(({ fn }) => ['account_uuid', fn.min('verified_at').as('first_at')])
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', 'in', $.accounts)
    .groupBy('account_uuid'),
);

/** Equal prices together, so that the sum is exact. */
export const paidBy = statement((db, $: Params<OfAccounts & { currency: string }>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(({ fn }) => ['account_uuid', 'price', fn.countAll<number>().as('purchases')])
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', 'in', $.accounts)
    .where('currency', '=', $.currency)
    .where('cancel_state', '=', 0)
    .where('test', '=', 0)
    .where('price', 'is not', null)
    .groupBy(['account_uuid', 'price']),
);

/** Reads a long list in parts. */
async function inParts<Item, Row>(
  items: readonly Item[],
  read: (part: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < items.length; first += PART) {
    rows.push(...(await read(items.slice(first, first + PART))));
  }
  return rows;
}

const PART = 1_000;

export type Reports = ReadonlyMap<string, readonly CancellationTable[]>;

/** What the markets reported about purchases, by purchase. */
export async function reportsOn(
  db: Db,
  app: AppName,
  purchases: readonly Pick<PurchaseTable, 'provider' | 'unique_key'>[],
): Promise<Reports> {
  const rows = await inParts(purchases, (part) => findCancellations(db, app, part));
  return Map.groupBy(rows, keyOf);
}

/** The player of each account: linked at a login, recognised at one, or who opened the order. */
export async function playersOf(
  db: Db,
  app: AppName,
  accounts: readonly string[],
  purchases: readonly Pick<PurchaseTable, 'provider' | 'unique_key'>[],
): Promise<Map<string, bigint>> {
  const name = nameOf(app);
  const orders = purchases
    .filter(({ provider }) => ORDER_MARKETS.includes(provider))
    .map(({ unique_key }) => unique_key);
  const found = [
    ...(await inParts(orders, (part) => orderingPlayers(db, { ...name, orders: part }))),
    ...(await inParts(accounts, (part) => recognisedPlayers(db, { ...name, accounts: part }))),
    ...(await inParts(accounts, (part) => linkedPlayers(db, { ...name, accounts: part }))),
  ];
  const wanted = new Set(accounts);
  return new Map(
    found.flatMap(({ account_uuid, player_id }) =>
      player_id !== null && wanted.has(account_uuid)
        ? [[account_uuid, BigInt(player_id)] as const]
        : [],
    ),
  );
}

export interface Buyer {
  /** Undefined while no login has named the account. */
  readonly playerId: bigint | undefined;
  readonly accounts: readonly string[];
}

/** The players with all their accounts. */
export async function buyersOf(
  db: Db,
  app: App,
  players: readonly bigint[],
): Promise<Map<bigint, Buyer>> {
  const name = nameOf(app);
  const links = await inParts(players, (part) => linksOf(db, { ...name, players: part }));
  const accounts = Map.groupBy(links, ({ player_id }) => BigInt(player_id));
  return new Map(
    players.map((playerId) => {
      const linked = (accounts.get(playerId) ?? []).map(({ account_uuid }) => account_uuid);
      const all = new Set([...linked, assumedAccountUuid(app, playerId)]);
      return [playerId, { playerId, accounts: [...all] }];
    }),
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether a buyer is exempt at a moment, by the conditions of a rule. */
export async function exemptions(
  db: Db,
  app: AppName,
  { older_than_days: days, spent_more_than: most }: Definition['unless'],
  buyers: readonly Buyer[],
): Promise<(buyer: Buyer, at: number) => boolean> {
  const name = nameOf(app);
  const accounts = buyers.flatMap((each) => each.accounts);
  const players = buyers.flatMap(({ playerId }) => playerId ?? []);
  const first = new Map<string | bigint, number>();
  if (days !== undefined) {
    const logins = await inParts(players, (part) => firstLogins(db, { ...name, players: part }));
    for (const row of logins) first.set(BigInt(row.player_id), Number(row.first_at));
    for (const read of [firstLinks, firstPurchases]) {
      for (const row of await inParts(accounts, (part) => read(db, { ...name, accounts: part }))) {
        const { account_uuid: account, first_at: at } = row;
        first.set(account, Math.min(first.get(account) ?? Number(at), Number(at)));
      }
    }
  }
  const spent = new Map<string, Big>();
  if (most) {
    const { currency } = most;
    const paid = await inParts(accounts, (part) =>
      paidBy(db, { ...name, accounts: part, currency }),
    );
    for (const { account_uuid, price, purchases } of paid) {
      const sum = spent.get(account_uuid) ?? new Big(0);
      spent.set(account_uuid, sum.plus(new Big(price as string).times(Number(purchases))));
    }
  }
  return ({ playerId, accounts: own }, at) => {
    const seen = [...own, ...(playerId === undefined ? [] : [playerId])].flatMap(
      (each) => first.get(each) ?? [],
    );
    if (days !== undefined && Math.min(...seen) <= at - days * DAY_MS) return true;
    const sum = own.reduce((total, each) => total.plus(spent.get(each) ?? 0), new Big(0));
    return most !== undefined && sum.gt(most.amount);
  };
}
