// Positions of the figures in the feed of changes: which app is behind, and how far its sums are.
import { type Turn, takeTurn } from '../../background/turns.ts';
import { clearSums } from '../../figures/sums-store.ts';
import type { Db } from '../../storage/db.ts';
import type { FeedPositionTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { acrossProjects, ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { openPosition } from '../ledger/feed.ts';
import { FACTS } from './facts.ts';

export interface Position extends AppName {
  readonly number: number;
  readonly version: number;
  readonly facts: number;
  readonly timeZone: string;
}

const sequences = statement((db) =>
  acrossProjects(db)
    .selectFrom('purchase_sequence as s')
    .leftJoin('feed_position as p', (join) =>
      join
        .onRef('p.game_index', '=', 's.game_index')
        .onRef('p.appid', '=', 's.appid')
        .on('p.consumer', '=', 'figures'),
    )
    .select(['s.game_index', 's.appid', 's.next_number', 'p.number', 'p.facts', 'p.time_zone']),
);

/** Apps of all projects that have something to follow. */
export async function findBehind(db: Db): Promise<AppName[]> {
  const zones = new Map(
    (await db.selectFrom('app').select(['appid', 'time_zone']).execute()).map((app) => [
      app.appid,
      app.time_zone,
    ]),
  );
  return (await sequences(db, {}))
    .filter(
      ({ appid, next_number, number, facts, time_zone }) =>
        next_number - 1 > (number ?? 0) ||
        (facts !== null && facts < FACTS) ||
        (time_zone !== null && time_zone !== zones.get(appid)),
    )
    .map(({ appid, game_index }) => ({ appid, gameIndex: game_index }));
}

/** Sums of other facts or of another time zone are made anew. */
export const isOutdated = ({ facts, timeZone }: Position, current: string): boolean =>
  facts < FACTS || timeZone !== current;

const hold = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .updateTable('feed_position')
    .set((position) => ({ version: position('version', '+', 1) }))
    .where('consumer', '=', 'figures')
    .returning('time_zone'),
);

/**
 * Keeps the sums for this transaction: what was prepared before is not written after it. The time zone of the
 * sums; undefined when there are none.
 */
export const holdPosition = async (
  tx: Db,
  { appid, gameIndex }: AppName,
): Promise<string | undefined> => (await hold.first(tx, { appid, gameIndex }))?.time_zone;

const read = statement((db, $: Params<AppName>) =>
  ofApp(db, $)
    .selectFrom('feed_position')
    .select(['number', 'version', 'facts', 'time_zone'])
    .where('consumer', '=', 'figures'),
);

export async function readPosition(
  db: Db,
  { appid, gameIndex }: AppName,
): Promise<Position | undefined> {
  const row = await read.first(db, { appid, gameIndex });
  return row && toPosition({ appid, gameIndex }, row);
}

const toPosition = (
  app: AppName,
  row: Pick<FeedPositionTable, 'number' | 'version' | 'facts' | 'time_zone'>,
): Position => ({
  ...app,
  number: row.number,
  version: row.version,
  facts: row.facts,
  timeZone: row.time_zone,
});

/** Longer than a step takes; whoever follows extends it with every step. */
export const LEASE_MS = 60_000;

export interface Lease {
  readonly position: Position;
  readonly turn: Turn;
}

/** Undefined when another process follows the app, or the app was deleted. */
export async function takePosition(
  db: Db,
  { appid, gameIndex }: AppName,
  timeZone: string,
  now: number,
): Promise<Lease | undefined> {
  const app = { appid, gameIndex };
  if (!(await readPosition(db, app))) {
    await openPosition(db, app, { consumer: 'figures', facts: FACTS, time_zone: timeZone });
    if (!(await readPosition(db, app))) return undefined;
  }
  const name = { ...app, work: 'figures', subject: '' };
  const turn = await takeTurn(db, name, { now, leaseMs: LEASE_MS });
  // Whoever had the turn before may have moved it.
  const position = turn && (await readPosition(db, app));
  return position && { position, turn };
}

interface Move extends AppName {
  readonly version: number;
  readonly number: number;
  readonly timeZone: string;
}

const move = statement((db, $: Params<Move>) =>
  ofApp(db, $)
    .updateTable('feed_position')
    .set((position) => ({
      number: $.number,
      version: position('version', '+', 1),
      facts: FACTS,
      time_zone: $.timeZone,
    }))
    .where('consumer', '=', 'figures')
    .where('version', '=', $.version)
    .returning('version'),
);

/** False when another process has changed the sums since the position was read. */
export const advance = async (
  tx: Db,
  { appid, gameIndex, version, timeZone }: Position,
  number: number,
): Promise<boolean> => (await move(tx, { appid, gameIndex, version, number, timeZone })).length > 0;

/** Empties the sums; they are made anew from the first purchase on. */
export const startAnew = (db: Db, position: Position, timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await advance(tx, { ...position, timeZone }, 0)) await clearSums(tx, position);
  });
