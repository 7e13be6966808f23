// Dead letters for operators: list, read, replay or delete one or all.

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
import type { LaneName } from '../../storage/schema.ts';
import { readProject } from '../../tenants/projects.ts';
import type { Channels } from '../channel.ts';
import {
  type DeadLetter,
  deleteDeadLetter,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
} from '../dead-letters.ts';
import { channelOf } from '../lane-name.ts';
import { changeOutbox } from '../outbox.ts';
import { allLanes, type OutboxLane, type SomeChannels, toLane } from '../receivers.ts';
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

const KEY = pageKey({ channel: 'text', first_seq: 'number' });

export const ProjectDeadLetterQuery = Type.Object(pageBy(KEY.pattern), {
  additionalProperties: false,
});
export type ProjectDeadLetterQuery = Type.Static<typeof ProjectDeadLetterQuery>;

/** The same of every receiver, one after the other, or of one; each letter names its channel. */
export async function listProjectDeadLetters(
  context: OperationContext,
  { game_index: gameIndex, channel: only }: SomeChannels,
  { limit = DEFAULT_LIMIT, after }: ProjectDeadLetterQuery,
): Promise<Page<DeadLetterSummary & { channel: LaneName }> | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const channels = only === undefined ? await allLanes(context.storage.db, gameIndex) : [only];
  const last = KEY.read(after);
  const started = last ? channels.indexOf(last.channel as LaneName) : -1;
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
    const port = context.channels.get(channelOf(input.channel));
    const replay = port && (await replayDeadLetter(tx, port, toLane(input), batchId, now));
    if (!replay) return unknownLetter(batchId);
    const value = { letters: 1, ...replay };
    return {
      value,
      audit: { ...laneAudit('replay', lane), after: { batch_id: batchId, ...value } },
    };
  });
}

export const Deleted = namedObject('DeletedLetters', {
  letters: Type.Integer({ description: 'Dead letters deleted.' }),
});
type Deleted = Type.Static<typeof Deleted>;

/** Their messages will not be sent. */
export function deleteOutboxLetter(
  context: OperationContext,
  actor: Actor,
  input: OutboxLane & { readonly batch_id: string },
): Promise<Deleted | Rejection> {
  const { batch_id: batchId, ...lane } = input;
  return changeOutbox(context, actor, async (tx) => {
    if (!(await deleteDeadLetter(tx, toLane(input), batchId))) return unknownLetter(batchId);
    return {
      value: { letters: 1 },
      audit: { ...laneAudit('delete-letter', lane), before: { batch_id: batchId } },
    };
  });
}

/** Every dead letter of the lane, each in its own transaction. */
export async function deleteOutboxLetters(
  context: OperationContext,
  actor: Actor,
  input: OutboxLane,
): Promise<Deleted | Rejection> {
  const project = await readProject(context, input.game_index);
  if (isRejection(project)) return project;
  let letters = 0;
  await eachLetter(context, input, async (letter) => {
    const deleted = await deleteOutboxLetter(context, actor, { ...input, ...letter });
    if (!isRejection(deleted)) letters += 1;
  });
  return { letters };
}

/** Every dead letter of the lane, oldest first, each in its own transaction. */
export async function replayOutbox(
  context: Replaying,
  actor: Actor,
  input: OutboxLane,
): Promise<Replayed | Rejection> {
  const project = await readProject(context, input.game_index);
  if (isRejection(project)) return project;
  const total = { letters: 0, queued: 0, overtaken: 0 };
  await eachLetter(context, input, async (letter) => {
    const replayed = await replayOutboxLetter(context, actor, { ...input, ...letter });
    // Another operator has replayed it meanwhile.
    if (isRejection(replayed)) return;
    total.letters += replayed.letters;
    total.queued += replayed.queued;
    total.overtaken += replayed.overtaken;
  });
  return total;
}

const AT_ONCE = 100;

async function eachLetter(
  { storage }: OperationContext,
  input: OutboxLane,
  work: (letter: { readonly batch_id: string }) => Promise<void>,
): Promise<void> {
  for (let afterSeq = 0; ; ) {
    const page = { ...toLane(input), afterSeq, limit: AT_ONCE };
    const letters = await listDeadLetters(storage.db, page);
    for (const { batch_id, first_seq } of letters) {
      afterSeq = first_seq;
      await work({ batch_id });
    }
    if (letters.length < AT_ONCE) return;
  }
}

const unknownLetter = (batchId: string): Rejection =>
  notFound(`The project has no dead letter ${batchId}.`);
