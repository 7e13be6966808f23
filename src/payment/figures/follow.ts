// Adds the next changes of an app to its sums: new purchases, and records that have changed.

import type { Calendar } from '../../base/calendar.ts';
import { parseJson, printJson } from '../../base/json.ts';
import type { Fact } from '../../figures/facts.ts';
import { isNothing } from '../../figures/paid.ts';
import { changePayer } from '../../figures/payers.ts';
import { createSums, type Sums } from '../../figures/sums.ts';
import {
  addSums,
  deleteCounted,
  findCounted,
  findPaidDays,
  type PaidDay,
  saveCounted,
  savePaidDays,
} from '../../figures/sums-store.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import type { FigureCountedTable, Market } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Changed } from '../ledger/changes.ts';
import { changesIn, removeFollowed } from '../ledger/feed.ts';
import {
  type CountedPurchase,
  cancellationFacts,
  isSale,
  isUnsettled,
  saleFacts,
} from './facts.ts';
import {
  AT_ONCE,
  purchasesByKeys,
  purchasesByNumber,
  readLinked,
  reportsOf,
  type SubscriptionName,
} from './ledger-store.ts';
import { advance, type Position } from './positions.ts';
import { linkedFacts } from './subscription-facts.ts';

type Counted = Omit<FigureCountedTable, 'game_index' | 'appid'>;
type Name = Omit<Counted, 'facts'>;

/** What is written at once. Everything is read before, outside of the transaction. */
export interface SumsUpdate {
  readonly number: number;
  readonly sums: Sums;
  readonly paidDays: readonly PaidDay[];
  readonly counted: readonly Counted[];
  /** Of which the sums contain nothing any more. */
  readonly uncounted: readonly Name[];
  /** There may be more. */
  readonly isFull: boolean;
  readonly hasChanges: boolean;
}

/** Far behind, as after an upgrade, larger updates are quicker: more purchases meet in the same sums. */
const FAR_BEHIND = 10_000;
const AT_ONCE_THEN = 5_000;

/** `upTo` is the last number that was given when the update began. */
export async function prepareUpdate(
  db: Queryable,
  position: Position,
  upTo: number,
  calendar: Calendar,
): Promise<SumsUpdate> {
  const { appid, gameIndex } = position;
  const app = { appid, gameIndex };
  const limit = upTo - position.number > FAR_BEHIND ? AT_ONCE_THEN : AT_ONCE;
  const span = { ...app, above: position.number, upTo, limit };
  // A record is read in the state of its change, or in a newer one.
  const found = await changesIn(db, span);
  const last = found.length === limit ? (found.at(-1) as { number: number }).number : upTo;
  const fresh = await purchasesByNumber(db, { ...span, upTo: last });
  const number = fresh.length === limit ? (fresh.at(-1) as CountedPurchase).number : last;
  const changes = found.filter((change) => change.number <= number);
  const rewritten = await changedPurchases(db, app, changes);
  // Those with higher numbers are followed when their turn comes.
  const changed = rewritten.filter((row) => isAlone(row) && row.number <= position.number);
  const names = [
    ...[...fresh, ...rewritten].flatMap(subscriptionOf),
    ...changes.flatMap(({ provider, kind, subject }) =>
      kind === 'subscription' ? [{ provider, id: subject } as SubscriptionName] : [],
    ),
  ];

  const sums = createSums(calendar);
  const counted: Counted[] = [];
  const uncounted: Name[] = [];
  const replace = (name: Name, before: readonly Fact[], after: readonly Fact[]): void => {
    sums.add(before, -1);
    sums.add(after, 1);
    if (after.length > 0) counted.push({ ...name, facts: printJson(after) });
    else if (before.length > 0) uncounted.push(name);
  };

  const alone = [...fresh.filter(isAlone), ...changed];
  const reports = await reportsOf(db, app, alone);
  const before = await countedOf(db, app, changed.map(nameOf));
  const isFresh = new Set(fresh.map((row) => row.number));
  for (const purchase of new Map(alone.map((row) => [row.number, row])).values()) {
    const name = nameOf(purchase);
    const old = before.get(keyOf(name)) ?? [];
    const sale = isFresh.has(purchase.number) || old.some(isSale) ? saleFacts(purchase) : [];
    const found = reports.get(`${name.provider} ${name.subject}`) ?? [];
    const facts = cancellationFacts(purchase, found);
    // What can still change is stored, to be taken back.
    if (isUnsettled(purchase)) replace(name, old, [...sale, ...facts]);
    else {
      sums.add(sale, 1);
      replace(name, old, facts);
    }
  }

  const groups = await readLinked(db, app, names);
  const linkedNames = groups.flatMap(({ provider, ids }) =>
    ids.map((subject): Name => ({ provider, kind: 'subscription', subject })),
  );
  const linesBefore = await countedOf(db, app, linkedNames);
  for (const linked of groups) {
    const { provider, root } = linked;
    const named = (subject: string): Name => ({ provider, kind: 'subscription', subject });
    for (const id of linked.ids) {
      const facts = linesBefore.get(keyOf(named(id))) ?? [];
      if (id === root) replace(named(id), facts, linkedFacts(linked, calendar));
      else if (facts.length > 0) replace(named(id), facts, []);
    }
  }

  return {
    number,
    sums,
    paidDays: await changePayers(db, app, sums, calendar),
    counted,
    uncounted,
    isFull: number < upTo,
    hasChanges: changes.length > 0,
  };
}

/** One transaction: the sums, and how far they are. False when another process was faster. */
export function writeUpdate(db: Db, position: Position, update: SumsUpdate): Promise<boolean> {
  const { appid, gameIndex } = position;
  const app = { appid, gameIndex };
  return db.transaction().execute(async (tx) => {
    if (!(await advance(tx, position, update.number))) return false;
    for (const [key, names] of Map.groupBy(update.uncounted, groupOf)) {
      const [provider, kind] = key.split(' ') as [Market, Name['kind']];
      const subjects = names.map(({ subject }) => subject);
      await deleteCounted(tx, { ...app, provider, kind, subjects });
    }
    await saveCounted(tx, app, update.counted);
    await savePaidDays(tx, app, update.paidDays);
    await addSums(tx, app, update.sums.moneyRows(), update.sums.countRows());
    if (update.hasChanges) await removeFollowed(tx, app);
    return true;
  });
}

/** A purchase that is no cycle. */
export const isAlone = ({ subscription_id }: CountedPurchase): boolean => subscription_id === null;

export const subscriptionOf = ({
  provider,
  subscription_id: id,
}: CountedPurchase): SubscriptionName[] =>
  id === null ? [] : [{ provider: provider as SubscriptionName['provider'], id }];

const nameOf = ({ provider, unique_key: subject }: CountedPurchase): Name => ({
  provider,
  kind: 'purchase',
  subject,
});

const groupOf = ({ provider, kind }: Name): string => `${provider} ${kind}`;
const keyOf = (name: Name): string => `${groupOf(name)} ${name.subject}`;

async function changedPurchases(
  db: Queryable,
  app: AppName,
  changes: readonly Changed[],
): Promise<CountedPurchase[]> {
  const purchases = changes.filter(({ kind }) => kind === 'purchase');
  const found: CountedPurchase[] = [];
  for (const [provider, group] of Map.groupBy(purchases, (change) => change.provider as Market)) {
    const keys = [...new Set(group.map(({ subject }) => subject))];
    found.push(...(await purchasesByKeys(db, { ...app, provider, keys })));
  }
  return found;
}

async function countedOf(
  db: Queryable,
  app: AppName,
  names: readonly Name[],
): Promise<Map<string, Fact[]>> {
  const facts = new Map<string, Fact[]>();
  for (const group of Map.groupBy(names, groupOf).values()) {
    const [{ provider, kind }] = group as [Name];
    const subjects = group.map(({ subject }) => subject);
    for (const row of await findCounted(db, { ...app, provider, kind, subjects })) {
      const name = { provider, kind, subject: row.subject };
      facts.set(keyOf(name), parseJson(row.facts) as Fact[]);
    }
  }
  return facts;
}

/** The rows of payers to write; what changes about payers is added to the sums. */
async function changePayers(
  db: Queryable,
  app: AppName,
  sums: Sums,
  calendar: Calendar,
): Promise<PaidDay[]> {
  const changes = [...sums.payers]
    .map(
      ([account, days]) =>
        [account, new Map([...days].filter(([, more]) => !isNothing(more)))] as const,
    )
    .filter(([, days]) => days.size > 0);
  const before = await findPaidDays(
    db,
    app,
    changes.map(([account]) => account),
  );
  return changes.flatMap(([account_uuid, change]) => {
    const after = changePayer(sums, calendar, before.get(account_uuid) ?? new Map(), change);
    return [...change.keys()].map((day) => ({
      account_uuid,
      day,
      paid: after.get(day) ?? {},
    }));
  });
}
