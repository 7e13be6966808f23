// SQL of the sums, and of what they contain of each record.
import { parseJson } from '../base/json.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { FigureCountedTable, Market, Schema } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { type Paid, type PaidDays, printPaid, totalPaid } from './paid.ts';
import { type CountRow, MONEY_SUMS, type MoneyRow } from './sums.ts';

interface Subjects extends AppName {
  readonly provider: Market;
  readonly kind: FigureCountedTable['kind'];
  readonly subjects: readonly string[];
}

/** What the sums contain of records that can change. */
export const findCounted = statement((db, $: Params<Subjects>) =>
  ofApp(db, $)
    .selectFrom('figure_counted')
    .select(['subject', 'facts'])
    .where('provider', '=', $.provider)
    .where('kind', '=', $.kind)
    .where('subject', 'in', $.subjects),
);

export const deleteCounted = statement((db, $: Params<Subjects>) =>
  ofApp(db, $)
    .deleteFrom('figure_counted')
    .where('provider', '=', $.provider)
    .where('kind', '=', $.kind)
    .where('subject', 'in', $.subjects),
);

export const saveCounted = (
  tx: Db,
  { appid, gameIndex }: AppName,
  rows: readonly Omit<FigureCountedTable, 'game_index' | 'appid'>[],
): Promise<void> =>
  insertRows(
    tx,
    'figure_counted',
    rows.map((row) => ({ game_index: gameIndex, appid, ...row })),
    `on conflict (game_index, appid, provider, kind, subject)
      do update set facts = excluded.facts`,
  );

const payersOf = statement((db, $: Params<AppName & { accounts: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('figure_payer')
    .select(['account_uuid', 'day', 'currencies'])
    .where('account_uuid', 'in', $.accounts)
    .where('purchases', '<>', 0),
);

export async function findPaidDays(
  db: Queryable,
  { appid, gameIndex }: AppName,
  accounts: readonly string[],
): Promise<Map<string, PaidDays>> {
  const found = new Map<string, Map<number, Paid>>();
  if (accounts.length === 0) return found;
  for (const { account_uuid, day, currencies } of await payersOf(db, {
    appid,
    gameIndex,
    accounts,
  })) {
    const days = found.get(account_uuid) ?? new Map<number, Paid>();
    found.set(account_uuid, days.set(day, parseJson(currencies) as Paid));
  }
  return found;
}

export interface PaidDay {
  readonly account_uuid: string;
  readonly day: number;
  readonly paid: Paid;
}

export const savePaidDays = (
  tx: Db,
  { appid, gameIndex }: AppName,
  rows: readonly PaidDay[],
): Promise<void> =>
  insertRows(
    tx,
    'figure_payer',
    rows.map(({ paid, ...row }) => ({
      ...{ game_index: gameIndex, appid, ...row },
      ...{ purchases: totalPaid(paid), currencies: printPaid(paid) },
    })),
    `on conflict (game_index, appid, account_uuid, day)
      do update set purchases = excluded.purchases, currencies = excluded.currencies`,
  );

const ADDED_MONEY = MONEY_SUMS.map((name) => `${name} = figure_money.${name} + excluded.${name}`);

export async function addSums(
  tx: Db,
  { appid, gameIndex }: AppName,
  money: readonly MoneyRow[],
  counts: readonly CountRow[],
): Promise<void> {
  await insertRows(
    tx,
    'figure_money',
    money.map((row) => ({ game_index: gameIndex, appid, ...row })),
    `on conflict (game_index, appid, dimension, grain, value, bucket, currency)
      do update set ${ADDED_MONEY}`,
  );
  await insertRows(
    tx,
    'figure_count',
    counts.map((row) => ({ game_index: gameIndex, appid, ...row })),
    `on conflict (game_index, appid, metric, grain, bucket, detail, currency)
      do update set amount = figure_count.amount + excluded.amount`,
  );
}

const TABLES = [
  'figure_money',
  'figure_count',
  'figure_payer',
  'figure_counted',
] as const satisfies (keyof Schema)[];

/** Empties the sums of an app. */
export async function clearSums(tx: Db, app: AppName): Promise<void> {
  for (const table of TABLES) await ofApp(tx, app).deleteFrom(table).execute();
}
