// SQL of what measures read in the ledger: undone purchases, who bought them, and what players have paid.
import { sql } from 'kysely';
import { MARKET_CODES } from '../payment/markets/markets.ts';
import type { Market } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import type { UndonePurchase } from './causes.ts';

const COLUMNS = [
  'provider',
  'unique_key',
  'number',
  'kind',
  'transaction_id',
  'product_id',
  'price',
  'currency',
  'test',
  'account_uuid',
  'delivery',
  'cancel_said_at',
] as const satisfies (keyof UndonePurchase)[];

export interface OfAccounts extends AppName {
  readonly accounts: readonly string[];
}

/** Undone purchases of accounts, without test purchases. */
export const undoneBy = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(COLUMNS)
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', 'in', $.accounts)
    .where('cancel_state', '=', 1)
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
    .select(COLUMNS)
    .where('provider', '=', $.provider)
    .where('cancel_state', '=', 1)
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
export async function inParts<Item, Row>(
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
