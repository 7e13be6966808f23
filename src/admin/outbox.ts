// Admin routes of notifications: how a project's line stands, its attempts, its dead letters.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOf } from '../base/paging.ts';
import { Attempt, AttemptQuery, listOutboxAttempts } from '../outbox/operations/attempts.ts';
import {
  DeadLetterQuery,
  DeadLetterSummary,
  DeadLetterWhole,
  listOutboxDeadLetters,
  Replayed,
  readOutboxDeadLetter,
  replayOutbox,
  replayOutboxLetter,
} from '../outbox/operations/dead-letters.ts';
import {
  BatchId,
  OutboxState,
  pauseOutbox,
  readOutbox,
  resumeOutbox,
} from '../outbox/operations/lane.ts';
import { TestSent, testReceiver } from '../outbox/operations/receivers.ts';
import { OutboxLane } from '../outbox/receivers.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const LANE = '/projects/:game_index/outbox/:channel';
const LetterPath = Type.Object(
  { ...OutboxLane.properties, batch_id: BatchId },
  { additionalProperties: false },
);

export function outboxRoutes(scope: FastifyInstance, { outbox }: AdminDeps): void {
  adminRoute(scope, 'GET', LANE, {
    operation: 'outbox.read',
    summary: 'How much waits to be sent, since when, and when the next attempt is due.',
    needs: 'viewer',
    params: OutboxLane,
    answer: OutboxState,
    run: ({ params }) => readOutbox(outbox, params),
  });
  adminRoute(scope, 'POST', `${LANE}/pause`, {
    operation: 'outbox.pause',
    summary: 'Sends nothing more until it is resumed; changes go on being queued.',
    needs: 'operator',
    params: OutboxLane,
    answer: OutboxState,
    run: ({ params, actor }) => pauseOutbox(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/resume`, {
    operation: 'outbox.resume',
    summary: 'Sends again, and at once, without waiting for the next attempt to be due.',
    needs: 'operator',
    params: OutboxLane,
    answer: OutboxState,
    run: ({ params, actor }) => resumeOutbox(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/test`, {
    operation: 'outbox.test',
    summary: 'Sends a message about nobody to the receiver and tells what came back.',
    needs: 'operator',
    params: OutboxLane,
    answer: TestSent,
    run: ({ params, actor }) => testReceiver(outbox, actor, params),
  });
  adminRoute(scope, 'GET', `${LANE}/attempts`, {
    operation: 'outbox.attempts',
    summary: 'What was sent and answered in the last 30 days, newest first.',
    needs: 'viewer',
    params: OutboxLane,
    query: AttemptQuery,
    answer: pageOf(Attempt),
    run: ({ params, query }) => listOutboxAttempts(outbox, params, query),
  });
  adminRoute(scope, 'GET', `${LANE}/dead-letters`, {
    operation: 'outbox.dead-letters',
    summary: 'Batches given up after three days, oldest first.',
    needs: 'viewer',
    params: OutboxLane,
    query: DeadLetterQuery,
    answer: pageOf(DeadLetterSummary),
    run: ({ params, query }) => listOutboxDeadLetters(outbox, params, query),
  });
  adminRoute(scope, 'GET', `${LANE}/dead-letters/:batch_id`, {
    operation: 'outbox.dead-letter',
    summary: 'One dead letter with its bytes.',
    needs: 'viewer',
    params: LetterPath,
    answer: DeadLetterWhole,
    run: ({ params }) => readOutboxDeadLetter(outbox, params),
  });
  adminRoute(scope, 'POST', `${LANE}/dead-letters/:batch_id/replay`, {
    operation: 'outbox.replay',
    summary: 'Queues again what is still true in a dead letter.',
    needs: 'operator',
    params: LetterPath,
    answer: Replayed,
    run: ({ params, actor }) => replayOutboxLetter(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/replay`, {
    operation: 'outbox.replay-all',
    summary: 'Queues again what is still true in any dead letter.',
    needs: 'operator',
    params: OutboxLane,
    answer: Replayed,
    run: ({ params, actor }) => replayOutbox(outbox, actor, params),
  });
}
