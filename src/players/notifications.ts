// Whether the game server was told about a player: one entry per change that it is told about.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import type { Page } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import { type Fate, fatesOf, wasSuperseded } from '../outbox/message-fates.ts';
import { listHistory } from '../restriction/player-operations.ts';
import type { HistoryEntry, Restrictions } from '../restriction/restrictions.ts';
import { type PlayerDeps, type PlayerKey, playerOf } from './player.ts';

const Time = Type.String();

export const PlayerNotification = namedObject('PlayerNotification', {
  seq: Type.Integer({ description: 'Number of the change, as in the history.' }),
  changed_at: Time,
  action: Type.Enum(['registered', 'changed']),
  state: Type.Enum(['waiting', 'refused', 'dead', 'delivered', 'superseded', 'unrecorded'], {
    description:
      '`refused`: will be retried. `dead`: given up, a dead letter. `superseded`: the player changed again before it was sent. `unrecorded`: no game server was connected, or it was more than 30 days ago.',
  }),
  attempts: Type.Integer(),
  last_attempt: orNull(
    Type.Object({
      at: Time,
      result: Type.Enum([
        'delivered',
        'result_code',
        'status',
        'answer',
        'network',
        'address',
        'superseded',
      ]),
      status: orNull(Type.Integer(), 'HTTP status of the answer.'),
      result_code: orNull(Type.Integer(), '`result_code` in the answer.'),
      error: orNull(Type.String()),
    }),
  ),
});
export type PlayerNotification = Type.Static<typeof PlayerNotification>;

interface Deps extends PlayerDeps {
  readonly restrictions: Restrictions;
}

/** Newest first; pages are those of the history, so one may be short. */
export async function listNotifications(
  deps: Deps,
  query: { readonly limit?: number; readonly after?: string } & PlayerKey,
): Promise<Page<PlayerNotification> | Rejection> {
  const player = await playerOf(deps, query);
  if (isRejection(player)) return player;
  const history = await listHistory(deps, query);
  if (isRejection(history)) return history;
  const { gameIndex } = player.app;
  const entries = history.items;
  const told = entries.filter(isTold);
  const messages = told.map(({ seq, at }) => ({ seq, at: Date.parse(at) }));
  const lane = { gameIndex, channel: 'restriction' } as const;
  const fates = await fatesOf(deps.context.storage.db, lane, messages);
  const items = told.map(async (entry, index) => {
    const newer = entries[entries.indexOf(entry) - 1];
    const fate = fates[index] as Fate;
    const isDropped =
      newer !== undefined &&
      (isOfNewer(fate, newer) ||
        (fate.state === 'unrecorded' &&
          (await wasSuperseded(deps.context.storage.db, lane, {
            subject: String(player.playerId),
            at: Date.parse(entry.at),
            // What was dropped after that was about a later change.
            ...untilOf(fates[told.findIndex(({ seq }) => seq === newer.seq)]),
          }))));
    return view(entry, isDropped ? SUPERSEDED : fate);
  });
  return { items: await Promise.all(items), next: history.next };
}

const untilOf = (newer: Fate | undefined) =>
  newer?.state === 'delivered' && newer.last ? { until: newer.last.at } : {};

const SUPERSEDED = { state: 'superseded', attempts: 0, last: null } as const;

type ToldEntry = HistoryEntry & { readonly action: 'registered' | 'changed' };

/** Game servers are not told of releases. */
const isTold = (entry: HistoryEntry): entry is ToldEntry =>
  entry.action === 'registered' || entry.action === 'changed';

/** What was delivered after the next change was about that one. */
const isOfNewer = ({ state, last }: Fate, newer: HistoryEntry): boolean =>
  state === 'delivered' && last !== null && Date.parse(newer.at) <= last.at;

const view = (
  { seq, at, action }: ToldEntry,
  { state, attempts, last }: Fate | typeof SUPERSEDED,
): PlayerNotification => ({
  seq,
  changed_at: at,
  action,
  state,
  attempts,
  last_attempt: last && {
    at: isoTime(last.at),
    result: last.result,
    status: last.status,
    result_code: last.result_code,
    error: last.error,
  },
});
