// Notifications as operators see them: how a project's line stands, pausing and resuming it.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, type Done, isRefusal, makeChange, type Refusal } from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import type { Db } from '../storage/db.ts';
import { GameIndex, readProject } from '../tenants/projects.ts';
import { readLaneState } from './backlog.ts';
import { OUTBOX_CHANGED } from './outbox.ts';
import { type Lane, pauseLane, resumeLane } from './relay/lanes.ts';

export const OutboxLane = Type.Object(
  {
    game_index: GameIndex,
    channel: Type.Enum(['restriction', 'purchase'], {
      description:
        'Which messages: `restriction` goes to the game server, `purchase` to the receiver of events.',
    }),
  },
  { additionalProperties: false },
);
export type OutboxLane = Type.Static<typeof OutboxLane>;

export const BatchId = Type.String({
  pattern: '^msg_[0-9a-f-]{36}$',
  description: 'The `webhook-id` of the batch.',
});

export const Time = Type.String({ description: 'UTC.' });
const TimeOrNull = Type.Union([Time, Type.Null()]);
export const Count = Type.Integer({ minimum: 0 });

export const OutboxState = Type.Object({
  ...OutboxLane.properties,
  waiting: Type.Integer({ description: 'Messages not delivered yet, counted up to 100000.' }),
  oldest_at: TimeOrNull,
  paused: Type.Boolean(),
  sending: Type.Boolean({ description: 'A request is under way.' }),
  next_attempt_at: TimeOrNull,
  batch: Type.Union(
    [
      Type.Object({ batch_id: BatchId, messages: Count, attempts: Count, created_at: Time }),
      Type.Null(),
    ],
    { description: 'The batch at the head of the line.' },
  ),
  dead_letters: Count,
});
export type OutboxState = Type.Static<typeof OutboxState>;

export async function readOutbox(desk: Desk, input: OutboxLane): Promise<OutboxState | Refusal> {
  const project = await readProject(desk, input.game_index);
  if (isRefusal(project)) return project;
  const state = await readLaneState(desk.storage.db, toLane(input), desk.clock());
  return {
    ...input,
    waiting: state.waiting,
    oldest_at: isoTimeOrNull(state.oldestAt),
    paused: state.paused,
    sending: state.sending,
    next_attempt_at: isoTimeOrNull(state.nextAttemptAt),
    batch: state.batch && {
      batch_id: state.batch.batch_id,
      messages: state.batch.message_count,
      attempts: state.batch.attempts,
      created_at: isoTime(state.batch.created_at),
    },
    dead_letters: state.deadLetters,
  };
}

export async function pauseOutbox(
  desk: Desk,
  actor: Actor,
  input: OutboxLane,
): Promise<OutboxState | Refusal> {
  return changeLane(desk, actor, input, 'pause', pauseLane);
}

/** Also when it is not paused: then the next attempt is made at once. */
export async function resumeOutbox(
  desk: Desk,
  actor: Actor,
  input: OutboxLane,
): Promise<OutboxState | Refusal> {
  return changeLane(desk, actor, input, 'resume', resumeLane);
}

async function changeLane(
  desk: Desk,
  actor: Actor,
  input: OutboxLane,
  verb: string,
  change: (tx: Db, lane: Lane) => Promise<void>,
): Promise<OutboxState | Refusal> {
  const before = await readOutbox(desk, input);
  if (isRefusal(before)) return before;
  await tellRelay(desk, actor, async (tx) => {
    await change(tx, toLane(input));
    return { value: {}, audit: laneAudit(verb, input) };
  });
  return readOutbox(desk, input);
}

/** A change with its audit row, of which the relay hears afterwards. */
export async function tellRelay<T extends object>(
  desk: Desk,
  actor: Actor,
  work: (tx: Db, now: number) => Promise<Done<T> | Refusal>,
): Promise<T | Refusal> {
  const outcome = await makeChange(desk, actor, work);
  desk.storage.signals.emit(OUTBOX_CHANGED);
  return outcome;
}

export const toLane = ({ game_index: gameIndex, channel }: OutboxLane): Lane => ({
  gameIndex,
  channel,
});

export const laneAudit = (verb: string, { game_index: gameIndex, channel }: OutboxLane) => ({
  action: `outbox.${verb}`,
  gameIndex,
  target: `projects/${gameIndex}/outbox/${channel}`,
});
