// A restriction ends, or changes quietly, while its notification still waits: that one is not sent any more, so the
// game server is told what is true of the player instead.
import { isFor, type Listener, rowsFor } from '../outbox/filter.ts';
import { enqueueAgain, takeNumbers } from '../outbox/outbox.ts';
import type { Db } from '../storage/db.ts';
import type { LaneName } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp, ofProject } from '../storage/tenancy.ts';
import { notification } from './notify.ts';
import { LOGIN } from './scopes.ts';
import { type LiveRestriction, readLive, readScope } from './store.ts';

/** A change of a login restriction that no game server is told of. */
export interface Untold {
  readonly appid: string;
  readonly playerId: bigint;
  /** The number of the notification before it, if that is of the same transaction. */
  readonly told: number | undefined;
}

interface Project {
  readonly gameIndex: number;
  readonly servers: readonly Listener[];
  /** The first number of this transaction. */
  readonly first: number;
  readonly now: number;
}

/** After the changes are written. Whether there is something to send. */
export async function tellInstead(
  tx: Db,
  { gameIndex, servers, first, now }: Project,
  changes: readonly Untold[],
): Promise<boolean> {
  const channels = servers.map(({ channel }) => channel);
  const waitingOf = (numbers: readonly number[]) =>
    waitingAmong(tx, { gameIndex, channels, numbers });
  const subjects = await notified(tx, gameIndex, first, changes);
  const left = await waitingOf([...subjects.keys()]);
  if (left.length === 0) return false;
  const players = new Set(left.map(({ seq }) => subjects.get(seq) as string));
  const found = await readLive(tx, gameIndex, [...players], now, LOGIN);
  const live = new Map([...found].map(([subject, each]) => [subject, each.filter(isInHistory)]));
  const queued = await waitingOf([...live.values()].flat().map(({ seq }) => seq));
  const isQueued = (channel: LaneName, seq: number): boolean =>
    queued.some((each) => each.channel === channel && each.seq === seq);
  const rows = [];
  for (const { channel, seq: number } of left) {
    const subject = subjects.get(number) as string;
    const server = servers.filter((each) => each.channel === channel);
    const [newest] = (live.get(subject) ?? [])
      .filter(({ appid }) => server.some((each) => isFor(each, { appid })))
      .sort((one, other) => other.seq - one.seq);
    if (!newest || isQueued(channel, newest.seq)) continue;
    const { appid } = newest;
    const playerId = BigInt(subject);
    const app = { gameIndex, appid };
    const restriction = (await readScope(tx, app, LOGIN, [playerId])).get(playerId);
    if (!restriction) continue;
    const seq = await takeNumbers(tx, gameIndex, 'restriction', 1);
    rows.push(...rowsFor(server, notification({ ...app, playerId, restriction, seq, now }), app));
  }
  await enqueueAgain(tx, rows);
  return rows.length > 0;
}

/** Only what has a number can have been told. */
const isInHistory = <T extends LiveRestriction>(live: T): live is T & { readonly seq: number } =>
  live.seq !== null;

/** The newest notification about each player before the change, by its number. */
async function notified(
  tx: Db,
  gameIndex: number,
  first: number,
  changes: readonly Untold[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const [appid, group] of Map.groupBy(changes, (change) => change.appid)) {
    const players = group.filter(({ told }) => told === undefined).map(({ playerId }) => playerId);
    const earlier = await lastTold(tx, { gameIndex, appid, players, first });
    for (const { player_id, seq } of earlier) found.set(seq, String(player_id));
    for (const { told, playerId } of group) {
      if (told !== undefined) found.set(told, String(playerId));
    }
  }
  return found;
}

const lastTold = statement(
  (
    db,
    $: Params<{ gameIndex: number; appid: string; players: readonly bigint[]; first: number }>,
  ) =>
    ofApp(db, $)
      .selectFrom('restriction_history')
      .select((eb) => ['player_id', eb.fn.max('seq').as('seq')])
      .where('player_id', 'in', $.players)
      .where('seq', '<', $.first)
      .where('scope', '=', LOGIN)
      .where('action', 'in', ['registered', 'changed'])
      .groupBy('player_id'),
);

const waitingAmong = statement(
  (
    db,
    $: Params<{ gameIndex: number; channels: readonly LaneName[]; numbers: readonly number[] }>,
  ) =>
    ofProject(db, $)
      .selectFrom('outbox')
      .select(['channel', 'seq'])
      .where('channel', 'in', $.channels)
      .where('seq', 'in', $.numbers),
);
