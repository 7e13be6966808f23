// Searches restricted players along an index, so that late pages cost no more than the first.
import { sql } from 'kysely';
import { pageKey } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import type { RestrictedPlayerTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { hasExpired, secondOf } from './rules.ts';

export interface Search extends AppName {
  readonly scope: string;
  readonly playerId?: bigint | undefined;
  readonly status?: 'P' | 'B' | undefined;
  readonly blockType?: number | undefined;
  /** Restricted at some time between the two. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Who made the restriction or changed it last, and when. */
  readonly actorKinds?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly changedFrom?: number | undefined;
  readonly changedTo?: number | undefined;
}

/** Whether a restriction is one that is searched for. */
export function matches(row: RestrictedPlayerTable, search: Search, now: number): boolean {
  const { scope, status, blockType, actorKinds, actor, from = 0 } = search;
  const { to = Number.POSITIVE_INFINITY } = search;
  const { changedFrom = 0, changedTo = Number.POSITIVE_INFINITY } = search;
  return (
    row.scope === scope &&
    !hasExpired({ endsAt: row.ends_at }, Math.max(now, from)) &&
    (status === undefined || row.status === status) &&
    (blockType === undefined || row.block_type === blockType) &&
    (actorKinds?.includes(row.actor_kind ?? '') ?? true) &&
    (actor === undefined || row.actor === actor) &&
    row.changed_at >= changedFrom &&
    row.changed_at <= changedTo &&
    row.starts_at <= to
  );
}

/** These have no index in the order of the ends. */
const isScanned = ({ to, actorKinds, actor, changedFrom, changedTo }: Search): boolean =>
  [to, actorKinds, actor, changedFrom, changedTo].some((each) => each !== undefined);

/** Of permanent restrictions the end is 0. */
export const END_KEY = pageKey({ status: ['B', 'P'], endsAt: 'number', playerId: 'id64' });
/** The position after a page. */
type Place = ReturnType<typeof placeOf>;

export interface Found {
  readonly rows: readonly RestrictedPlayerTable[];
  /** Undefined at the end. A page may have fewer entries than requested, even none, and still a next page. */
  readonly next: Place | undefined;
}

/** A scan for what has no index is limited to this many rows. */
const SCAN = 2_000;

/** Restrictions with an end first, ending soonest first; then permanent ones by player. */
export async function searchRestricted(
  db: Db,
  search: Search,
  now: number,
  page: { readonly limit: number; readonly after?: Place | undefined },
): Promise<Found> {
  if (search.playerId !== undefined) return readPlayer(db, search, search.playerId, now);
  const found: RestrictedPlayerTable[] = [];
  let key = page.after;
  for (const status of ['B', 'P'] as const) {
    if (search.status && search.status !== status) continue;
    if (key?.status === 'P' && status === 'B') continue;
    const scan = isScanned(search) ? SCAN : page.limit - found.length + 1;
    const rows = await (status === 'B'
      ? readTimed(db, search, now, key, scan)
      : readPermanent(db, search, key, scan));
    for (const row of rows) {
      if (found.length === page.limit) return { rows: found, next: key };
      if (matches(row, search, now)) found.push(row);
      key = placeOf(row);
    }
    if (rows.length === scan) return { rows: found, next: key };
  }
  return { rows: found, next: undefined };
}

async function readPlayer(db: Db, search: Search, playerId: bigint, now: number): Promise<Found> {
  const { appid, gameIndex } = search;
  const rows = await findPlayer(db, { appid, gameIndex, playerId });
  return { rows: rows.filter((row) => matches(row, search, now)), next: undefined };
}

/** Of all scopes. */
export const findPlayer = statement((db, $: Params<AppName & { playerId: bigint }>) =>
  ofApp(db, $).selectFrom('restricted_player').selectAll().where('player_id', '=', $.playerId),
);

function readTimed(
  db: Db,
  { appid, gameIndex, scope, blockType, from }: Search,
  now: number,
  key: Place | undefined,
  limit: number,
): Promise<readonly RestrictedPlayerTable[]> {
  const least = secondOf(Math.max(now, from ?? 0));
  const { endsAt, playerId } =
    key?.status === 'B' && key.endsAt >= least ? key : { endsAt: least, playerId: 0n };
  const walk = { appid, gameIndex, scope, endsAt, playerId, limit };
  return blockType === undefined
    ? WALKS.timed(db, walk)
    : WALKS.timedOfType(db, { ...walk, blockType });
}

function readPermanent(
  db: Db,
  { appid, gameIndex, scope, blockType }: Search,
  key: Place | undefined,
  limit: number,
): Promise<readonly RestrictedPlayerTable[]> {
  const playerId = key?.status === 'P' ? key.playerId : 0n;
  const walk = { appid, gameIndex, scope, playerId, limit };
  return blockType === undefined
    ? WALKS.permanent(db, walk)
    : WALKS.permanentOfType(db, { ...walk, blockType });
}

interface Walk extends AppName {
  readonly scope: string;
  /** Where it goes on: behind this player. */
  readonly playerId: bigint;
  readonly limit: number;
}

type TimedWalk = Walk & { readonly endsAt: number };
type OfType<W> = W & { readonly blockType: number };

const timed = (db: Db, $: Params<TimedWalk>) =>
  ofApp(db, $)
    .selectFrom('restricted_player')
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('ends_at', 'player_id'), '>', tuple($.endsAt, $.playerId)),
    )
    .orderBy('ends_at')
    .orderBy('player_id')
    .limit($.limit);

const permanentIds = (db: Db, $: Params<Walk>) =>
  ofApp(db, $)
    .selectFrom('restricted_player')
    .select('player_id')
    .where('ends_at', 'is', null)
    .where('player_id', '>', $.playerId)
    .orderBy('player_id')
    .limit($.limit);

/** The inner select uses only the index; otherwise SQLite would scan all players. */
const permanent = (db: Db, $: Params<Walk>, ids: ReturnType<typeof permanentIds>) =>
  ofApp(db, $)
    .selectFrom('restricted_player')
    .selectAll()
    .where('player_id', 'in', ids)
    .where('scope', '=', $.scope)
    .orderBy('player_id');

/** An expression, which no index has: the walk goes along the type, which is seldom used in two scopes. */
export const SCOPE_OF_ROW = sql<string>`coalesce(scope, '')`;

/** Each goes along an index that begins with what it fixes. */
export const WALKS = {
  timed: statement((db, $: Params<TimedWalk>) => timed(db, $).where('scope', '=', $.scope)),
  timedOfType: statement((db, $: Params<OfType<TimedWalk>>) =>
    timed(db, $).where('block_type', '=', $.blockType).where(SCOPE_OF_ROW, '=', $.scope),
  ),
  permanent: statement((db, $: Params<Walk>) =>
    permanent(db, $, permanentIds(db, $).where('scope', '=', $.scope)),
  ),
  permanentOfType: statement((db, $: Params<OfType<Walk>>) =>
    permanent(
      db,
      $,
      permanentIds(db, $).where('block_type', '=', $.blockType).where(SCOPE_OF_ROW, '=', $.scope),
    ),
  ),
};

const placeOf = ({ ends_at, player_id }: RestrictedPlayerTable) => ({
  status: ends_at === null ? ('P' as const) : ('B' as const),
  endsAt: ends_at ?? 0,
  playerId: BigInt(player_id),
});

/** Columns of player ids hold 64 bits. */
export const LARGEST_ID = 9_223_372_036_854_775_807n;
