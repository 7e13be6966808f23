// Recomputes the sums of an app from the ledger, compares them, and makes them anew.
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { putBack } from '../../background/turns.ts';
import { type Calendar, createCalendar } from '../../base/calendar.ts';
import { printPaid } from '../../figures/paid.ts';
import { changePayer } from '../../figures/payers.ts';
import {
  type CountRow,
  createSums,
  MONEY_SUMS,
  type MoneyRow,
  type Sums,
} from '../../figures/sums.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { appOf } from '../../tenants/apps.ts';
import type { AppName } from '../../tenants/directory.ts';
import { cancellationFacts, saleFacts } from './facts.ts';
import { isAlone, subscriptionOf } from './follow.ts';
import { followApp } from './follower.ts';
import { AT_ONCE, purchasesByNumber, readLinked, reportsOf } from './ledger-store.ts';
import { readPosition, startAnew, takePosition } from './positions.ts';
import type { ProjectDeps } from './project-revenue.ts';
import { linkedFacts } from './subscription-facts.ts';

export interface Difference {
  /** Which sum: its table and key. */
  readonly sum: string;
  readonly stored: string;
  readonly recomputed: string;
}

export interface FiguresCheck {
  readonly appid: string;
  readonly purchases_up_to: number;
  readonly sums: number;
  readonly differences: readonly Difference[];
}

/** The ledger may change while it is read; then it is read again. */
const MOST_TRIES = 5;

export async function verifyFigures(
  deps: ProjectDeps,
  { appid }: { readonly appid: string },
): Promise<FiguresCheck | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  const { db } = deps.context.storage;
  for (let tries = 1; ; tries += 1) {
    if (!(await followApp({ ...deps.context, directory: deps.directory }, app))) return busy(appid);
    const position = await readPosition(db, app);
    if (!position) return busy(appid);
    const calendar = createCalendar(position.timeZone);
    const recomputed = await recompute(db, app, position.number, calendar);
    const differences = await compare(db, app, recomputed);
    await followApp({ ...deps.context, directory: deps.directory }, app);
    const isStill = (await readPosition(db, app))?.version === position.version;
    if (isStill || differences.length === 0 || tries === MOST_TRIES) {
      return {
        appid,
        purchases_up_to: position.number,
        sums: recomputed.size,
        differences,
      };
    }
  }
}

export async function rebuildFigures(
  deps: ProjectDeps,
  { appid }: { readonly appid: string },
): Promise<FiguresCheck | Rejection> {
  const app = await appOf(deps.directory, appid);
  if (isRejection(app)) return app;
  const { db } = deps.context.storage;
  const held = await takePosition(db, app, app.timeZone, deps.context.clock());
  if (!held) return busy(appid);
  try {
    await startAnew(db, held.position, app.timeZone);
  } finally {
    await putBack(db, held.turn, { dueAt: 0 });
  }
  return verifyFigures(deps, { appid });
}

const busy = (appid: string): Rejection => ({
  rejected: 'IN_USE',
  detail: `Another process is bringing the figures of ${appid} up to date. Try again in a minute.`,
});

/** All sums, by their keys. */
async function recompute(
  db: Queryable,
  { appid, gameIndex }: AppName,
  upTo: number,
  calendar: Calendar,
): Promise<Map<string, string>> {
  const app = { appid, gameIndex };
  const sums = createSums(calendar);
  const seen = new Set<string>();
  for (let above = 0; above < upTo; ) {
    const purchases = await purchasesByNumber(db, { ...app, above, upTo, limit: AT_ONCE });
    const alone = purchases.filter(isAlone);
    const reports = await reportsOf(db, app, alone);
    for (const row of alone) {
      sums.add(saleFacts(row), 1);
      sums.add(cancellationFacts(row, reports.get(`${row.provider} ${row.unique_key}`) ?? []), 1);
    }
    for (const linked of await readLinked(db, app, purchases.flatMap(subscriptionOf))) {
      const key = `${linked.provider} ${linked.root}`;
      if (!seen.has(key)) sums.add(linkedFacts(linked, calendar), 1);
      seen.add(key);
    }
    above = purchases.length === AT_ONCE ? (purchases.at(-1)?.number ?? upTo) : upTo;
  }
  for (const days of sums.payers.values()) changePayer(sums, calendar, new Map(), days);
  return keyed(sums);
}

function keyed(sums: Sums): Map<string, string> {
  return new Map([
    ...sums.moneyRows().map((row) => [moneyKey(row), moneyValue(row)] as const),
    ...sums.countRows().map((row) => [countKey(row), String(row.amount)] as const),
    ...[...sums.payers].flatMap(([account, days]) =>
      [...days].map(([day, paid]) => [payerKey(account, day), printPaid(paid)] as const),
    ),
  ]);
}

const moneyKey = ({ dimension, grain, value, bucket, currency }: MoneyRow): string =>
  ['money', dimension, value, grain, bucket, currency].join(' ');
const moneyValue = (row: MoneyRow): string => MONEY_SUMS.map((name) => row[name]).join(' ');
const countKey = ({ metric, grain, bucket, detail, currency }: CountRow): string =>
  [metric, detail, grain, bucket, currency].join(' ');
const payerKey = (account: string, day: number): string => `paid ${account} ${day}`;

const allMoney = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('figure_money')
    .select(['dimension', 'grain', 'value', 'bucket', 'currency', ...MONEY_SUMS]),
);
const allCounts = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('figure_count')
    .select(['metric', 'grain', 'bucket', 'detail', 'currency', 'amount']),
);
const allPayers = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('figure_payer').select(['account_uuid', 'day', 'currencies']),
);

async function compare(
  db: Db,
  { appid, gameIndex }: AppName,
  recomputed: ReadonlyMap<string, string>,
): Promise<Difference[]> {
  const app = { appid, gameIndex };
  const stored = new Map<string, string>();
  const isZero = (value: string): boolean => !/[1-9]/.test(value);
  const add = (key: string, value: string): void => {
    if (!isZero(value)) stored.set(key, value);
  };
  for (const row of await allMoney(db, app)) add(moneyKey(row), moneyValue(row));
  for (const row of await allCounts(db, app)) add(countKey(row), String(row.amount));
  for (const row of await allPayers(db, app)) {
    add(payerKey(row.account_uuid, row.day), row.currencies);
  }
  return [...new Set([...stored.keys(), ...recomputed.keys()])]
    .filter((key) => stored.get(key) !== recomputed.get(key))
    .sort()
    .map((sum) => ({
      sum,
      stored: stored.get(sum) ?? '0',
      recomputed: recomputed.get(sum) ?? '0',
    }));
}
