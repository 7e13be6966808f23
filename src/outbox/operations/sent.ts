// What was sent, for operators: the request of a batch, with its attempts and their answers.
import { Type } from 'typebox';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { readProject } from '../../tenants/projects.ts';
import type { OutboxLane } from '../receivers.ts';
import { attemptsOfBatch } from '../relay/attempts.ts';
import { bodyOf, findSent } from '../relay/sent.ts';
import { Attempt, viewAttempt } from './attempts.ts';
import { BatchId } from './lane.ts';

export const SentRequest = namedObject('SentRequest', {
  batch_id: BatchId,
  url: Type.String(),
  sent_at: Type.String({ description: 'Time of the first attempt, UTC.' }),
  body: Type.String({ description: 'The body as sent.' }),
  attempts: Type.Array(Attempt, { description: 'The newest 100, oldest first.' }),
});
export type SentRequest = Type.Static<typeof SentRequest>;

export async function readSentRequest(
  context: OperationContext,
  { game_index: gameIndex, channel, batch_id: batchId }: OutboxLane & { readonly batch_id: string },
): Promise<SentRequest | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const { db } = context.storage;
  const sent = await findSent(db, { gameIndex, batchId });
  if (sent?.channel !== channel) {
    return notFound(
      `The request ${batchId} is not kept: it was never sent, or it is older than the time for which requests are kept.`,
    );
  }
  const attempts = await attemptsOfBatch(db, { gameIndex, batchId });
  return {
    batch_id: batchId,
    url: sent.url,
    sent_at: isoTime(sent.sent_at),
    body: bodyOf(sent),
    attempts: attempts.map(viewAttempt),
  };
}
