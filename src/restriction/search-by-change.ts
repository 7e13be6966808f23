// Restricted players by when they changed, and how many there are.
import { COUNT_LIMIT, type ListTotal, pageKey, totalOf } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import type { RestrictedPlayerTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { secondOf } from './rules.ts';
import { LARGEST_ID, matches, SCOPE_OF_ROW, type Search } from './search.ts';

export const CHANGE_KEY = pageKey({ order: ['C'], changedAt: 'number', playerId: 'id64' });

/** The position after a page. */
interface ChangeKey {
  readonly changedAt: number;
  readonly playerId: bigint;
}

interface FoundByChange {
  readonly rows: readonly RestrictedPlayerTable[];
  /** Undefined at the end. A page may have fewer entries than requested, even none, and still a next page. */
  readonly next: ChangeKey | undefined;
}

interface Page {
  readonly limit: number;
  readonly after?: ChangeKey | undefined;
  readonly oldestFirst: boolean;
}

/** Filters have no index in this order, so a page reads at most this many rows. */
const MOST_READ = 20_000;
const READ = 2_000;

export async function searchByChange(
  db: Db,
  search: Search,
  now: number,
  { limit, after, oldestFirst }: Page,
): Promise<FoundByChange> {
  const { appid, gameIndex, scope } = search;
  const walk = oldestFirst ? CHANGE_WALKS.oldest : CHANGE_WALKS.newest;
  const found: RestrictedPlayerTable[] = [];
  const { changedFrom = 0, changedTo = Number.MAX_SAFE_INTEGER - 1 } = search;
  const isBeyond = ({ changed_at: at }: RestrictedPlayerTable): boolean =>
    oldestFirst ? at > changedTo : at < changedFrom;
  const start: ChangeKey = oldestFirst
    ? { changedAt: changedFrom - 1, playerId: LARGEST_ID }
    : { changedAt: changedTo + 1, playerId: 0n };
  let key = after ?? start;
  for (let read = 0; read < MOST_READ; ) {
    const size = Math.min(read === 0 ? limit + 1 : READ, MOST_READ - read);
    const rows = await walk(db, { appid, gameIndex, scope, ...key, limit: size });
    read += rows.length;
    for (const row of rows) {
      if (isBeyond(row)) return { rows: found, next: undefined };
      if (found.length === limit) return { rows: found, next: key };
      if (matches(row, search, now)) found.push(row);
      key = { changedAt: row.changed_at, playerId: BigInt(row.player_id) };
    }
    if (rows.length < size) return { rows: found, next: undefined };
  }
  return { rows: found, next: key };
}

type Walk = AppName & ChangeKey & { readonly scope: string; readonly limit: number };

const changed = (db: Db, $: Params<Walk>) =>
  ofApp(db, $)
    .selectFrom('restricted_player')
    .selectAll()
    .where('scope', '=', $.scope)
    .limit($.limit);

export const CHANGE_WALKS = {
  newest: statement((db, $: Params<Walk>) =>
    changed(db, $)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('changed_at', 'player_id'), '<', tuple($.changedAt, $.playerId)),
      )
      .orderBy('changed_at', 'desc')
      .orderBy('player_id', 'desc'),
  ),
  oldest: statement((db, $: Params<Walk>) =>
    changed(db, $)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('changed_at', 'player_id'), '>', tuple($.changedAt, $.playerId)),
      )
      .orderBy('changed_at')
      .orderBy('player_id'),
  ),
};

/** Along the end of the period, which has an index for each type. Without one for the start, `to` may leave it inexact. */
export async function countRestricted(db: Db, search: Search, now: number): Promise<ListTotal> {
  const { actorKinds, actor, changedFrom, changedTo } = search;
  const byChange = [actorKinds, actor, changedFrom, changedTo].some((each) => each !== undefined);
  if (byChange) return countByChange(db, search, now);
  const { status, to = Number.MAX_SAFE_INTEGER } = search;
  let [read, counted] = [0, 0];
  for (const each of ['B', 'P'] as const) {
    if (status !== undefined && status !== each) continue;
    const rows = await db
      .selectFrom(rowsOf(db, search, each, now).select('starts_at').limit(COUNT_LIMIT).as('rows'))
      .select(({ fn }) => fn.countAll<number>().as('read'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('starts_at', '<=', to).as('counted'))
      .executeTakeFirstOrThrow();
    read = Math.max(read, rows.read);
    counted += rows.counted;
  }
  const total = totalOf(counted);
  return { ...total, is_exact: total.is_exact && read < COUNT_LIMIT };
}

/** Along the time of the change. */
async function countByChange(db: Db, search: Search, now: number): Promise<ListTotal> {
  const { rows, next } = await searchByChange(db, search, now, {
    limit: COUNT_LIMIT,
    oldestFirst: false,
  });
  const total = totalOf(rows.length);
  return { ...total, is_exact: total.is_exact && next === undefined };
}

function rowsOf(
  db: Db,
  { appid, gameIndex, scope, blockType, from }: Search,
  status: 'B' | 'P',
  now: number,
) {
  const rows = ofApp(db, { gameIndex, appid })
    .selectFrom('restricted_player')
    .$if(blockType === undefined, (all) => all.where('scope', '=', scope))
    .$if(blockType !== undefined, (all) =>
      all.where('block_type', '=', blockType as number).where(SCOPE_OF_ROW, '=', scope),
    );
  return status === 'P'
    ? rows.where('ends_at', 'is', null)
    : rows.where('ends_at', '>=', secondOf(Math.max(now, from ?? 0)));
}
