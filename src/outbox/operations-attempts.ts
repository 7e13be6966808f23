// What was sent and answered, as operators see it.

import { Type } from 'typebox';
import { type Desk, isRefusal, type Refusal } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { DEFAULT_LIMIT, type Page, PageQuery, toPage } from '../base/paging.ts';
import type { OutboxAttemptTable } from '../storage/schema.ts';
import { readProject } from '../tenants/projects.ts';
import { BatchId, Count, type OutboxLane, Time, toLane } from './operations-lanes.ts';
import { listAttempts } from './relay/attempts.ts';

const POSITION = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(msg_[0-9a-f-]{36})$/;

export const AttemptQuery = Type.Object(
  {
    ...PageQuery.properties,
    after: Type.Optional(
      Type.String({ pattern: POSITION.source, description: '`next` of the page before.' }),
    ),
    batch_id: Type.Optional(BatchId),
  },
  { additionalProperties: false },
);
export type AttemptQuery = Type.Static<typeof AttemptQuery>;

const NumberOrNull = Type.Union([Type.Integer(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const Attempt = Type.Object({
  batch_id: BatchId,
  number: Type.Integer({ description: 'Counts the attempts of the batch.' }),
  at: Time,
  messages: Count,
  result: Type.Enum(['delivered', 'result_code', 'status', 'answer', 'network', 'address'], {
    description: '`delivered`, or what stood in the way.',
  }),
  status: NumberOrNull,
  result_code: NumberOrNull,
  duration_ms: Count,
  answer: Type.Union(TextOrNull.anyOf, { description: 'The first 2 KiB of the answer.' }),
  error: TextOrNull,
});
export type Attempt = Type.Static<typeof Attempt>;

/** Newest first. */
export async function listOutboxAttempts(
  desk: Desk,
  input: OutboxLane,
  { limit = DEFAULT_LIMIT, after, batch_id: batchId }: AttemptQuery,
): Promise<Page<Attempt> | Refusal> {
  const project = await readProject(desk, input.game_index);
  if (isRefusal(project)) return project;
  const [, at, firstSeq, number, lastBatch] = POSITION.exec(after ?? '') ?? [];
  const rows = await listAttempts(desk.storage.db, toLane(input), {
    limit: limit + 1,
    batchId,
    after:
      lastBatch === undefined
        ? undefined
        : {
            at: Number(at),
            first_seq: Number(firstSeq),
            number: Number(number),
            batch_id: lastBatch,
          },
  });
  const keyOf = (row: OutboxAttemptTable): string =>
    `${row.at}.${row.first_seq}.${row.number}.${row.batch_id}`;
  return toPage(rows, limit, keyOf, viewAttempt);
}

function viewAttempt(row: OutboxAttemptTable): Attempt {
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
    error,
  };
}
