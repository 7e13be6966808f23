// Delivery attempts for operators.

import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import {
  DEFAULT_LIMIT,
  type Page,
  type PageKey,
  pageBy,
  pageKey,
  toPage,
} from '../../base/paging.ts';
import type { LaneName, OutboxAttemptTable } from '../../storage/schema.ts';
import { readProject } from '../../tenants/projects.ts';
import { allLanes, type OutboxLane, type SomeChannels } from '../receivers.ts';
import { type AttemptPosition, listAttempts } from '../relay/attempts.ts';
import { BatchId, Count, Time } from './lane.ts';

const KEY: PageKey<AttemptPosition> = pageKey({
  at: 'number',
  first_seq: 'number',
  number: 'number',
  batch_id: 'text',
});

export const AttemptQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    batch_id: Type.Optional(BatchId),
  },
  { additionalProperties: false },
);
export type AttemptQuery = Type.Static<typeof AttemptQuery>;

const NumberOrNull = Type.Union([Type.Integer(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const RESULTS = ['delivered', 'result_code', 'status', 'answer', 'network', 'address'] as const;

/** How a request ended. */
export const RequestResult = Type.Enum([...RESULTS], {
  description: '`delivered`, or why the attempt failed.',
});

export const Attempt = namedObject('Attempt', {
  batch_id: BatchId,
  number: Type.Integer({
    description:
      'Number of the attempt. A batch that replaces one with outdated messages counts on; 0 is before the first attempt. Probes of a receiver that is away repeat a number.',
  }),
  at: Time,
  messages: Count,
  result: Type.Enum([...RESULTS, 'superseded'], {
    description:
      '`delivered`, or why the attempt failed. `superseded` is no attempt: these messages were not sent, because their players changed since; `error` names the players.',
  }),
  status: NumberOrNull,
  result_code: NumberOrNull,
  duration_ms: Count,
  answer: Type.Union(TextOrNull.anyOf, { description: 'First 4 KiB of the answer.' }),
  answer_headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description:
      'Of the answer: `content-type`, `retry-after`, `location`, `server`, `x-request-id`.',
  }),
  error: TextOrNull,
});
export type Attempt = Type.Static<typeof Attempt>;

/** Newest first. */
export async function listOutboxAttempts(
  context: OperationContext,
  { game_index, channel }: OutboxLane,
  query: AttemptQuery,
): Promise<Page<Attempt> | Rejection> {
  return listAmong(context, game_index, [channel], query, viewAttempt);
}

/** The same of every receiver, or of one; each attempt names its channel. */
export async function listProjectAttempts(
  context: OperationContext,
  { game_index, channel }: SomeChannels,
  query: AttemptQuery,
): Promise<Page<Attempt & { channel: LaneName }> | Rejection> {
  const { db } = context.storage;
  const channels = channel === undefined ? await allLanes(db, game_index) : [channel];
  return listAmong(context, game_index, channels, query, (row) => ({
    channel: row.channel,
    ...viewAttempt(row),
  }));
}

async function listAmong<T>(
  context: OperationContext,
  gameIndex: number,
  channels: readonly LaneName[],
  { limit = DEFAULT_LIMIT, after, batch_id: batchId }: AttemptQuery,
  view: (row: OutboxAttemptTable) => T,
): Promise<Page<T> | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const page = { limit: limit + 1, batchId, after: KEY.read(after) };
  const lists = channels.map((channel) =>
    listAttempts(context.storage.db, { gameIndex, channel }, page),
  );
  const rows = (await Promise.all(lists)).flat().sort(newestFirst);
  return toPage(rows, limit, KEY.print, view);
}

/** The database's order. */
const newestFirst = (one: AttemptPosition, other: AttemptPosition): number =>
  other.at - one.at ||
  other.first_seq - one.first_seq ||
  other.number - one.number ||
  (one.batch_id < other.batch_id ? 1 : -1);

export function viewAttempt(row: OutboxAttemptTable): Attempt {
  const { batch_id, number, result, status, result_code, duration_ms, answer, error } = row;
  return {
    batch_id,
    number,
    at: isoTime(row.at),
    messages: row.message_count,
    result,
    status,
    result_code,
    duration_ms,
    answer,
    answer_headers: row.answer_headers === null ? null : JSON.parse(row.answer_headers),
    error,
  };
}
