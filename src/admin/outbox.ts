// Admin routes of notifications: queue status, attempts and dead letters.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import { Attempt, AttemptQuery, listOutboxAttempts } from '../outbox/operations/attempts.ts';
import {
  DeadLetterQuery,
  DeadLetterSummary,
  DeadLetterWhole,
  deleteOutboxLetter,
  deleteOutboxLetters,
  listOutboxDeadLetters,
  Replayed,
  readOutboxDeadLetter,
  replayOutbox,
  replayOutboxLetter,
} from '../outbox/operations/dead-letters.ts';
import { OutboxState, pauseOutbox, readOutbox, resumeOutbox } from '../outbox/operations/lane.ts';
import { TestSent, testReceiver } from '../outbox/operations/receivers.ts';
import { readSentRequest, SentRequest } from '../outbox/operations/sent.ts';
import {
  DeliveryQuery,
  listPlayerDeliveries,
  PlayerDelivery,
  Resent,
  resendPlayer,
} from '../restriction/deliveries.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const LANE = '/projects/:game_index/outbox/:channel';
const PLAYER = '/projects/:game_index/outbox/restriction/players/:player_id';

export function outboxRoutes(scope: FastifyInstance, { outbox }: AdminDeps): void {
  adminRoute(scope, 'GET', LANE, {
    operation: 'outbox.read',
    summary: 'Shows how many messages are waiting, since when, and when the next attempt is due.',
    needs: 'viewer',
    answer: OutboxState,
    run: ({ params }) => readOutbox(outbox, params),
  });
  adminRoute(scope, 'POST', `${LANE}/pause`, {
    operation: 'outbox.pause',
    summary: 'Pauses sending. New messages are queued until you resume.',
    needs: 'operator',
    answer: OutboxState,
    run: ({ params, actor }) => pauseOutbox(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/resume`, {
    operation: 'outbox.resume',
    summary: 'Resumes sending immediately, without waiting for the next attempt.',
    needs: 'operator',
    answer: OutboxState,
    run: ({ params, actor }) => resumeOutbox(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/test`, {
    operation: 'outbox.test',
    summary: 'Sends a test message that concerns no player, and returns the answer.',
    needs: 'operator',
    answer: TestSent,
    run: ({ params, actor }) => testReceiver(outbox, actor, params),
  });
  adminRoute(scope, 'GET', `${LANE}/attempts`, {
    operation: 'outbox.attempts',
    summary:
      'Lists the delivery attempts of the last days (`KEEP_ATTEMPTS_DAYS`) and their answers, newest first.',
    needs: 'viewer',
    query: AttemptQuery,
    answer: pageOf(Attempt),
    run: ({ params, query }) => listOutboxAttempts(outbox, params, query),
  });
  adminRoute(scope, 'GET', `${LANE}/requests/:batch_id`, {
    operation: 'outbox.request',
    summary: 'Returns what was sent: the body of a request, its attempts and their answers.',
    needs: 'viewer',
    answer: SentRequest,
    run: ({ params }) => readSentRequest(outbox, params),
  });
  adminRoute(scope, 'GET', PLAYER, {
    operation: 'outbox.player',
    summary: 'Lists the notifications about a player with their delivery states, newest first.',
    needs: 'viewer',
    query: DeliveryQuery,
    answer: pageOf(PlayerDelivery),
    run: ({ params, query }) => listPlayerDeliveries(outbox, params, query),
  });
  adminRoute(scope, 'POST', `${PLAYER}/resend`, {
    operation: 'outbox.resend',
    summary: "Sends the player's current restriction to the game server again, as a new message.",
    needs: 'operator',
    answer: Resent,
    run: ({ params, actor }) => resendPlayer(outbox, actor, params),
  });
  adminRoute(scope, 'GET', `${LANE}/dead-letters`, {
    operation: 'outbox.dead-letters',
    summary: 'Lists the batches that failed for three days, oldest first.',
    needs: 'viewer',
    query: DeadLetterQuery,
    answer: pageOf(DeadLetterSummary),
    run: ({ params, query }) => listOutboxDeadLetters(outbox, params, query),
  });
  adminRoute(scope, 'GET', `${LANE}/dead-letters/:batch_id`, {
    operation: 'outbox.dead-letter',
    summary: 'Returns a dead letter with its exact content.',
    needs: 'viewer',
    answer: DeadLetterWhole,
    run: ({ params }) => readOutboxDeadLetter(outbox, params),
  });
  adminRoute(scope, 'POST', `${LANE}/dead-letters/:batch_id/replay`, {
    operation: 'outbox.replay',
    summary: 'Queues a dead letter again, without outdated messages.',
    needs: 'operator',
    answer: Replayed,
    run: ({ params, actor }) => replayOutboxLetter(outbox, actor, params),
  });
  adminRoute(scope, 'DELETE', `${LANE}/dead-letters/:batch_id`, {
    operation: 'outbox.delete-letter',
    summary: 'Deletes a dead letter. Its messages will not be sent.',
    needs: 'operator',
    run: ({ params, actor }) => deleteOutboxLetter(outbox, actor, params),
  });
  adminRoute(scope, 'DELETE', `${LANE}/dead-letters`, {
    operation: 'outbox.delete-letters',
    summary: 'Deletes all dead letters of a receiver. Their messages will not be sent.',
    needs: 'operator',
    run: ({ params, actor }) => deleteOutboxLetters(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${LANE}/replay`, {
    operation: 'outbox.replay-all',
    summary: 'Queues all dead letters again, without outdated messages.',
    needs: 'operator',
    answer: Replayed,
    run: ({ params, actor }) => replayOutbox(outbox, actor, params),
  });
}
