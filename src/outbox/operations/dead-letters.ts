// Dead letters for operators: list, read, replay one or all.

import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, pageKey, toPage } from '../../base/paging.ts';
import type { Channel } from '../../storage/schema.ts';
import { readProject } from '../../tenants/projects.ts';
import type { Channels } from '../channel.ts';
import {
  type DeadLetter,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
} from '../dead-letters.ts';
import { changeOutbox } from '../outbox.ts';
import { CHANNELS, type OutboxLane, type SomeChannels, toLane } from '../receivers.ts';
import { BatchId, Count, laneAudit, Time } from './lane.ts';

export const DeadLetterQuery = Type.Object(pageBy(/^\d{1,16}$/), { additionalProperties: false });
export type DeadLetterQuery = Type.Static<typeof DeadLetterQuery>;

export const DeadLetterSummary = namedObject('DeadLetter', {
  batch_id: BatchId,
  url: Type.String(),
  messages: Count,
  attempts: Count,
  created_at: Time,
  died_at: Time,
});

export type DeadLetterSummary = Type.Static<typeof DeadLetterSummary>;

export const DeadLetterWhole = namedObject('DeadLetterRecord', {
  ...DeadLetterSummary.properties,
  body: Type.String({ description: 'The body as sent.' }),
});

/** Oldest first. */
export async function listOutboxDeadLetters(
  context: OperationContext,
  input: OutboxLane,
  { limit = DEFAULT_LIMIT, after = '0' }: DeadLetterQuery,
): Promise<Page<DeadLetterSummary> | Rejection> {
  const project = await readProject(context, input.game_index);
  if (isRejection(project)) return project;
  const rows = await listDeadLetters(context.storage.db, {
    ...toLane(input),
    afterSeq: Number(after),
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => String(row.first_seq), viewLetter);
}

const KEY = pageKey({ channel: CHANNELS, first_seq: 'number' });

export const ProjectDeadLetterQuery = Type.Object(pageBy(KEY.pattern), {
  additionalProperties: false,
});
export type ProjectDeadLetterQuery = Type.Static<typeof ProjectDeadLetterQuery>;

/** The same of every channel, one after the other, or of one; each letter names its channel. */
export async function listProjectDeadLetters(
  context: OperationContext,
  { game_index: gameIndex, channel: only }: SomeChannels,
  { limit = DEFAULT_LIMIT, after }: ProjectDeadLetterQuery,
): Promise<Page<DeadLetterSummary & { channel: Channel }> | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const channels = only === undefined ? CHANNELS : [only];
  const last = KEY.read(after);
  const started = last ? channels.indexOf(last.channel) : -1;
  const rows: DeadLetter[] = [];
  for (const [index, channel] of channels.entries()) {
    if (index < started) continue;
    const afterSeq = index === started ? (last?.first_seq ?? 0) : 0;
    const left = { gameIndex, channel, afterSeq, limit: limit + 1 - rows.length };
    rows.push(...(await listDeadLetters(context.storage.db, left)));
  }
  return toPage(rows, limit, KEY.print, (row) => ({ channel: row.channel, ...viewLetter(row) }));
}

export async function readOutboxDeadLetter(
  context: OperationContext,
  input: OutboxLane & { readonly batch_id: string },
): Promise<Type.Static<typeof DeadLetterWhole> | Rejection> {
  const letter = await readDeadLetter(context.storage.db, toLane(input), input.batch_id);
  return letter ? { ...viewLetter(letter), body: letter.body } : unknownLetter(input.batch_id);
}

function viewLetter(row: DeadLetter): DeadLetterSummary {
  return {
    batch_id: row.batch_id,
    url: row.url,
    messages: row.message_count,
    attempts: row.attempts,
    created_at: isoTime(row.created_at),
    died_at: isoTime(row.died_at),
  };
}

export const Replayed = namedObject('Replayed', {
  letters: Type.Integer({ description: 'Dead letters replayed.' }),
  queued: Type.Integer({ description: 'Messages added to the end of the queue.' }),
  overtaken: Type.Integer({
    description: 'Messages skipped, because the player has changed since.',
  }),
});
export type Replayed = Type.Static<typeof Replayed>;

/** What replaying needs to find superseded messages. */
type Replaying = OperationContext & { readonly channels: Channels };

export function replayOutboxLetter(
  context: Replaying,
  actor: Actor,
  input: OutboxLane & { readonly batch_id: string },
): Promise<Replayed | Rejection> {
  const { batch_id: batchId, ...lane } = input;
  return changeOutbox(context, actor, async (tx, now) => {
    const port = context.channels.get(input.channel);
    const replay = port && (await replayDeadLetter(tx, port, toLane(input), batchId, now));
    if (!replay) return unknownLetter(batchId);
    const value = { letters: 1, ...replay };
    return {
      value,
      audit: { ...laneAudit('replay', lane), after: { batch_id: batchId, ...value } },
    };
  });
}

const AT_ONCE = 100;

/** Every dead letter of the lane, oldest first, each in its own transaction. */
export async function replayOutbox(
  context: Replaying,
  actor: Actor,
  input: OutboxLane,
): Promise<Replayed | Rejection> {
  const project = await readProject(context, input.game_index);
  if (isRejection(project)) return project;
  const total = { letters: 0, queued: 0, overtaken: 0 };
  for (let after = 0; ; ) {
    const letters = await listDeadLetters(context.storage.db, {
      ...toLane(input),
      afterSeq: after,
      limit: AT_ONCE,
    });
    for (const { batch_id, first_seq } of letters) {
      after = first_seq;
      const replayed = await replayOutboxLetter(context, actor, { ...input, batch_id });
      // Another operator has replayed it meanwhile.
      if (isRejection(replayed)) continue;
      total.letters += replayed.letters;
      total.queued += replayed.queued;
      total.overtaken += replayed.overtaken;
    }
    if (letters.length < AT_ONCE) return total;
  }
}

const unknownLetter = (batchId: string): Rejection =>
  notFound(`The project has no dead letter ${batchId}.`);
