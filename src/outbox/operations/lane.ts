// Delivery state of a project and channel for operators; pause and resume.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { named, namedObject } from '../../base/named.ts';
import type { Db } from '../../storage/db.ts';
import { readProject } from '../../tenants/projects.ts';
import { readLaneState } from '../backlog.ts';
import { changeOutbox } from '../outbox.ts';
import { OutboxLane, toLane } from '../receivers.ts';
import { type Lane, pauseLane, resumeLane } from '../relay/lanes.ts';

export const BatchId = named(
  'BatchId',
  Type.String({
    pattern: '^msg_[0-9a-f-]{36}$',
    description: '`webhook-id` of the batch.',
  }),
);

export const Time = Type.String({ description: 'UTC.' });
const TimeOrNull = Type.Union([Time, Type.Null()]);
export const Count = Type.Integer({ minimum: 0 });

export const OutboxState = namedObject('OutboxState', {
  ...OutboxLane.properties,
  waiting: Type.Integer({ description: 'Messages not delivered yet, counted up to 100000.' }),
  refused: Type.Integer({
    description:
      'Waiting messages that the receiver refused. Each is retried on its own schedule, and the others go on.',
  }),
  oldest_at: Type.Union(TimeOrNull.anyOf, {
    description: 'When the oldest message of the queue was written; refused messages do not count.',
  }),
  paused: Type.Boolean(),
  sending: Type.Boolean({ description: 'A request is in progress.' }),
  next_attempt_at: TimeOrNull,
  batch: Type.Union(
    [
      Type.Object({ batch_id: BatchId, messages: Count, attempts: Count, created_at: Time }),
      Type.Null(),
    ],
    { description: 'The next batch to deliver.' },
  ),
  dead_letters: Count,
});
export type OutboxState = Type.Static<typeof OutboxState>;

export async function readOutbox(
  context: OperationContext,
  lane: OutboxLane,
): Promise<OutboxState | Rejection> {
  const project = await readProject(context, lane.game_index);
  return isRejection(project) ? project : readState(context, lane);
}

export async function readState(context: OperationContext, lane: OutboxLane): Promise<OutboxState> {
  const state = await readLaneState(context.storage.db, toLane(lane), context.clock());
  return {
    ...lane,
    waiting: state.waiting,
    refused: state.refused,
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
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<OutboxState | Rejection> {
  return changeLane(context, actor, lane, 'pause', pauseLane);
}

/** If it is not paused, the next attempt starts at once. */
export async function resumeOutbox(
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<OutboxState | Rejection> {
  return changeLane(context, actor, lane, 'resume', resumeLane);
}

async function changeLane(
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
  verb: string,
  change: (tx: Db, lane: Lane) => Promise<unknown>,
): Promise<OutboxState | Rejection> {
  const before = await readOutbox(context, lane);
  if (isRejection(before)) return before;
  await changeOutbox(context, actor, async (tx) => {
    await change(tx, toLane(lane));
    return { value: {}, audit: laneAudit(verb, lane) };
  });
  return readOutbox(context, lane);
}

export const laneAudit = (verb: string, { game_index: gameIndex, channel }: OutboxLane) => ({
  action: `outbox.${verb}`,
  gameIndex,
  target: `projects/${gameIndex}/outbox/${channel}`,
});
