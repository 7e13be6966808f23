// Events about restrictions for the app server (channel `purchase`), for receivers that ask for them.
import { Type } from 'typebox';
import { Id64Answer } from '../base/id-shapes.ts';
import { namedObject } from '../base/named.ts';
import { eventRow } from '../outbox/events.ts';
import { type Listener, rowsFor } from '../outbox/filter.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import type { Queryable } from '../storage/rows.ts';
import type { OutboxTable, RestrictionHistoryTable } from '../storage/schema.ts';
import type { Restriction } from './rules.ts';
import { BlockSet } from './schema.ts';

const TYPES = ['restriction.set', 'restriction.released', 'restriction.expired'] as const;
type EventType = (typeof TYPES)[number];

const ACTOR_KINDS = [
  'key',
  'client',
  'console',
  'admin',
  'cli',
  'system',
  'measure',
  'consent',
] as const satisfies readonly RestrictionHistoryTable['actor_kind'][];

const DateText = Type.String({ description: "`YYYY-MM-DD HH:mm:ss` in the app's time zone." });

/** Never the comment, which operators write for each other. */
export const RestrictionEvent = namedObject('RestrictionEvent', {
  type: Type.Enum([...TYPES]),
  timestamp: Type.String({ format: 'date-time' }),
  data: Type.Object({
    appid: Type.String(),
    playerId: Id64Answer('Player identifier.'),
    scope: Type.String({ description: '`login`, or the feature that is restricted.' }),
    status: BlockSet.properties.status,
    blockType: Type.Integer({ description: 'Number of the restriction type: the reason.' }),
    startDate: DateText,
    endDate: DateText,
    actorKind: Type.Enum(ACTOR_KINDS, {
      description: 'Through what it was done; `system` when the period is over.',
    }),
    reason: Type.Optional(
      Type.Enum(['released', 'replaced'], {
        description:
          'With `restriction.released`. After `replaced`, `restriction.set` has the new values.',
      }),
    ),
  }),
});

export const RESTRICTION_EVENT_EXAMPLE = {
  type: 'restriction.released',
  timestamp: '2026-11-15T12:00:00.000Z',
  data: {
    appid: 'com.tollgate.demo',
    playerId: 10_000_000_123,
    scope: 'login',
    status: 'B',
    blockType: 1,
    startDate: '2026-11-15 00:00:00',
    endDate: '2026-12-15 00:00:00',
    actorKind: 'console',
    reason: 'released',
  },
};

/** An event before it has its number. */
export interface NewEvent {
  readonly gameIndex: number;
  readonly type: string;
  readonly data: { readonly appid: string };
  readonly at: number;
  readonly traceparent?: string | undefined;
  /** Keeps the number, by which an erasure finds the event. */
  numbered(seq: number): void;
}

/** A change with its entry in the history, which keeps the number of its first event. */
interface ToldChange {
  readonly entry: RestrictionHistoryTable;
  readonly before: Restriction | undefined;
  readonly after: Restriction | undefined;
  readonly traceparent?: string | undefined;
}

interface Said {
  readonly type: EventType;
  readonly of: Restriction;
  readonly reason?: 'released' | 'replaced';
}

/** In the order in which they are sent. */
export function eventsOf(change: ToldChange): readonly NewEvent[] {
  const { entry, traceparent } = change;
  return saidOf(change).map(({ type, of, reason }) => ({
    gameIndex: entry.game_index,
    type,
    data: dataOf(entry, of, reason),
    at: entry.at,
    traceparent,
    numbered(seq) {
      entry.event_seq ??= seq;
    },
  }));
}

function saidOf({ entry: { action }, before, after }: ToldChange): readonly Said[] {
  if (action === 'expired') return before ? [{ type: 'restriction.expired', of: before }] : [];
  const reason = after ? 'replaced' : 'released';
  return [
    ...(before ? [{ type: 'restriction.released', of: before, reason } as const] : []),
    ...(after ? [{ type: 'restriction.set', of: after } as const] : []),
  ];
}

/**
 * The rows of the outbox; every event has a number, also one that no filter lets through. Numbers are taken last in the transaction, in the order of projects: whoever
 * records purchases of the project waits from here on.
 */
export async function numberEvents(
  tx: Queryable,
  events: readonly NewEvent[],
  receivers: ReadonlyMap<number, readonly Listener[]>,
): Promise<OutboxTable[]> {
  const byProject = Map.groupBy(events, ({ gameIndex }) => gameIndex);
  const rows: OutboxTable[] = [];
  for (const gameIndex of [...byProject.keys()].sort((one, other) => one - other)) {
    const told = byProject.get(gameIndex) ?? [];
    const first = await takeNumbers(tx, gameIndex, 'purchase', told.length);
    told.forEach(({ type, data, at, traceparent, numbered }, index) => {
      const seq = first + index;
      numbered(seq);
      const row = eventRow({ gameIndex, seq, type, data, traceparent, now: at });
      rows.push(...rowsFor(receivers.get(gameIndex) ?? [], row, { type, appid: data.appid }));
    });
  }
  return rows;
}

const dataOf = (
  { appid, player_id, scope, actor_kind }: RestrictionHistoryTable,
  restriction: Restriction,
  reason: Said['reason'],
) => ({
  appid,
  playerId: BigInt(player_id),
  scope,
  status: restriction.status,
  blockType: restriction.blockType,
  startDate: restriction.startDate,
  endDate: restriction.endDate,
  actorKind: actor_kind,
  ...(reason && { reason }),
});

/** The numbers of the events of a change. */
export function eventNumbers({
  action,
  event_seq,
}: Pick<RestrictionHistoryTable, 'action' | 'event_seq'>): number[] {
  if (event_seq === null) return [];
  return action === 'changed' ? [event_seq, event_seq + 1] : [event_seq];
}
