// A test message to the registered receiver, and what came back.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, makeChange, notFound, type Refusal } from '../audit/operation.ts';
import { Attempt } from './operations-attempts.ts';
import type { Channels } from './operations-dead-letters.ts';
import { laneAudit, type OutboxLane } from './operations-lanes.ts';
import type { Sender } from './relay/send.ts';
import { sendTestMessage } from './relay/test-message.ts';

const ANSWER_LENGTH = 2_048;

const { result, status, result_code, answer, error } = Attempt.properties;
export const TestSent = Type.Object({
  url: Type.String({ description: 'Where it was sent.' }),
  result,
  status,
  result_code,
  answer,
  error,
});
export type TestSent = Type.Static<typeof TestSent>;

const RECEIVERS = { restriction: 'game server', purchase: 'receiver of events' } as const;

/** Nothing of the line is touched: it may be paused, or wait for its next attempt. */
export async function testOutbox(
  desk: Desk,
  channels: Channels,
  sender: Sender,
  actor: Actor,
  lane: OutboxLane,
): Promise<TestSent | Refusal> {
  const { game_index: gameIndex, channel } = lane;
  const port = channels.get(channel);
  const target = await port?.target(desk.storage.db, gameIndex);
  if (!port || !target) {
    return notFound(`Project ${gameIndex} has no ${RECEIVERS[channel]}.`);
  }
  const outcome = await sendTestMessage(sender, port, gameIndex, target, desk.clock());
  const value: TestSent = {
    url: target.url,
    result: outcome.result,
    status: outcome.status ?? null,
    result_code: outcome.resultCode ?? null,
    answer: outcome.answer?.slice(0, ANSWER_LENGTH) ?? null,
    error: outcome.error ?? null,
  };
  const { url } = target;
  const after = { url, result: value.result };
  return makeChange(desk, actor, async () => ({
    value,
    audit: { ...laneAudit('test', lane), after },
  }));
}
