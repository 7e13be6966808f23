// SQL of what the follower reads: purchases by number or key, and linked subscriptions.
import type { Queryable } from '../../storage/rows.ts';
import type { Market, SubscriptionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Span } from '../ledger/feed.ts';
import { findCancellations } from '../ledger/purchases-store.ts';
import { SUBSCRIPTION_MARKETS } from '../markets/markets.ts';
import type { CountedPurchase, Report } from './facts.ts';
import type { LinkedSubscriptions, Member, StatusChange } from './subscription-facts.ts';

const COLUMNS = [
  'provider',
  'unique_key',
  'number',
  'product_id',
  'price',
  'currency',
  'test',
  'account_uuid',
  'country',
  'purchased_at',
  'verified_at',
  'claimed',
  'kind',
  'subscription_id',
] as const satisfies (keyof CountedPurchase)[];

/** How many records are read at once. What a family shares is no sale, and not read. */
export const AT_ONCE = 500;

/** The next ones, in the order of their numbers. */
export const purchasesByNumber = statement((db, $: Params<Span>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(COLUMNS)
    .where('ownership', 'is', null)
    .where('number', '>', $.above)
    .where('number', '<=', $.upTo)
    .orderBy('number')
    .limit($.limit),
);

interface Named extends AppName {
  readonly provider: Market;
  readonly keys: readonly string[];
}

export const purchasesByKeys = statement((db, $: Params<Named>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(COLUMNS)
    .where('ownership', 'is', null)
    .where('provider', '=', $.provider)
    .where('unique_key', 'in', $.keys),
);

interface ByIds extends AppName {
  readonly ids: readonly string[];
}

export type LineMember = Member &
  Pick<SubscriptionTable, 'provider' | 'replaces' | 'subscription_id'>;

const MEMBER = [
  'provider',
  'subscription_id',
  'cycle_key',
  'expires_at',
  'replaces',
] as const satisfies (keyof SubscriptionTable)[];

const membersByIds = statement((db, $: Params<ByIds>) =>
  ofApp(db, $)
    .selectFrom('subscription')
    .select(MEMBER)
    .where('provider', 'in', SUBSCRIPTION_MARKETS)
    .where('subscription_id', 'in', $.ids),
);

const membersByReplaced = statement((db, $: Params<ByIds>) =>
  ofApp(db, $)
    .selectFrom('subscription')
    .select(MEMBER)
    .where('replaces', 'is not', null)
    .where('replaces', 'in', $.ids),
);

const cyclesOf = statement((db, $: Params<ByIds>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select(COLUMNS)
    .where('ownership', 'is', null)
    .where('provider', 'in', SUBSCRIPTION_MARKETS)
    .where('subscription_id', 'is not', null)
    .where('subscription_id', 'in', $.ids),
);

const statusChanges = statement((db, $: Params<ByIds>) =>
  ofApp(db, $)
    .selectFrom('subscription_step')
    .select([
      'provider',
      'subscription_id',
      'at',
      'cycle_key',
      'status',
      'renews',
      'expires_at',
      'grace_until',
      'replaced',
    ])
    .where('provider', 'in', SUBSCRIPTION_MARKETS)
    .where('subscription_id', 'in', $.ids),
);

export interface SubscriptionName {
  readonly provider: Market;
  readonly id: string;
}

export interface NamedSubscriptions extends LinkedSubscriptions {
  readonly provider: Market;
  /** The first that was replaced, or else the first by its id. */
  readonly root: string;
  /** Of its members, and of a subscription that is not recorded. */
  readonly ids: readonly string[];
}

const nameKey = (provider: string, id: string): string => `${provider} ${id}`;

/** These subscriptions with those linked to them, each group once. */
export async function readLinked(
  db: Queryable,
  { appid, gameIndex }: AppName,
  names: readonly SubscriptionName[],
): Promise<NamedSubscriptions[]> {
  if (names.length === 0) return [];
  const app = { appid, gameIndex };
  const members = await readMembers(db, app, names);
  const groups = linkedOf(names, members);
  const ids = [...new Set(groups.flatMap((group) => group.ids))];
  const [cycles, statuses] = await Promise.all([
    cyclesOf(db, { ...app, ids }),
    statusChanges(db, { ...app, ids }),
  ]);
  const reports = await reportsOf(db, app, cycles);
  const cyclesById = Map.groupBy(cycles, (row) => nameKey(row.provider, row.subscription_id ?? ''));
  const statusesById = Map.groupBy(statuses, (row) => nameKey(row.provider, row.subscription_id));
  return groups.map(({ provider, root, ids: own }) => ({
    provider,
    root,
    ids: own,
    members: own.flatMap((id) => members.get(nameKey(provider, id)) ?? []),
    cycles: own.flatMap((id) => cyclesById.get(nameKey(provider, id)) ?? []),
    statuses: own.flatMap(
      (id): readonly StatusChange[] => statusesById.get(nameKey(provider, id)) ?? [],
    ),
    reports: new Map(
      own
        .flatMap((id) => cyclesById.get(nameKey(provider, id)) ?? [])
        .flatMap(({ unique_key }) => {
          const found = reports.get(nameKey(provider, unique_key));
          return found ? [[unique_key, found] as const] : [];
        }),
    ),
  }));
}

/** With all that they replaced and that replaced them. */
async function readMembers(
  db: Queryable,
  app: AppName,
  names: readonly SubscriptionName[],
): Promise<Map<string, LineMember>> {
  const members = new Map<string, LineMember>();
  const asked = new Set<string>();
  let ids = [...new Set(names.map(({ id }) => id))];
  while (ids.length > 0) {
    for (const id of ids) asked.add(id);
    const found = [
      ...(await membersByIds(db, { ...app, ids })),
      ...(await membersByReplaced(db, { ...app, ids })),
    ];
    for (const row of found) members.set(nameKey(row.provider, row.subscription_id), row);
    const named = found.flatMap(({ subscription_id, replaces }) => [
      subscription_id,
      ...(replaces === null ? [] : [replaces]),
    ]);
    ids = [...new Set(named)].filter((id) => !asked.has(id));
  }
  return members;
}

type LinkedNames = Pick<NamedSubscriptions, 'provider' | 'root' | 'ids'>;

function linkedOf(
  names: readonly SubscriptionName[],
  members: ReadonlyMap<string, LineMember>,
): LinkedNames[] {
  const neighbours = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => {
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
  };
  for (const { provider, subscription_id, replaces } of members.values()) {
    if (replaces === null || !members.has(nameKey(provider, replaces))) continue;
    link(nameKey(provider, subscription_id), nameKey(provider, replaces));
    link(nameKey(provider, replaces), nameKey(provider, subscription_id));
  }
  const seen = new Set<string>();
  const groups: LinkedNames[] = [];
  for (const { provider, id } of names) {
    if (seen.has(nameKey(provider, id))) continue;
    const own = [nameKey(provider, id)];
    seen.add(nameKey(provider, id));
    for (let index = 0; index < own.length; index += 1) {
      for (const next of neighbours.get(own[index] as string) ?? []) {
        if (!seen.has(next)) own.push(next);
        seen.add(next);
      }
    }
    const ids = own.map((key) => key.slice(provider.length + 1)).sort();
    const root = ids.find((each) => isFirst(members, provider, each)) ?? (ids[0] as string);
    groups.push({ provider, root, ids });
  }
  return groups;
}

function isFirst(members: ReadonlyMap<string, LineMember>, provider: string, id: string): boolean {
  const replaces = members.get(nameKey(provider, id))?.replaces ?? null;
  return replaces === null || !members.has(nameKey(provider, replaces));
}

/** Reports about refunds and disputes, by market and key. */
export async function reportsOf(
  db: Queryable,
  app: AppName,
  purchases: readonly Pick<CountedPurchase, 'provider' | 'unique_key'>[],
): Promise<Map<string, Report[]>> {
  if (purchases.length === 0) return new Map();
  const reports = await findCancellations(db, app, purchases);
  return Map.groupBy(reports, (row) => nameKey(row.provider, row.unique_key));
}
