// Sends an empty message to test whether a receiver is reachable and accepts the key.

import { randomUUID } from 'node:crypto';
import { continueTrace } from '../../base/trace.ts';
import type { ChannelPort, Target, Verdict } from '../channel.ts';
import type { Sender } from './send.ts';
import { toPost } from './target.ts';

export interface TestOutcome extends Verdict {
  /** The answer, if there was one. */
  readonly status?: number;
  readonly answer?: string;
}

/**
 * The empty list, which is signed, marks it as a test: no other message has one.
 * `webhook-test: 1` is not signed; it helps people who read the receiver's log.
 */
export async function sendTestMessage(
  sender: Sender,
  port: Pick<ChannelPort, 'body' | 'judge'>,
  gameIndex: number,
  target: Target,
  now: number,
): Promise<TestOutcome> {
  const body = port.body(gameIndex, target, []);
  const { traceparent } = continueTrace(undefined);
  const post = toPost(target, { id: `test_${randomUUID()}`, body, traceparent }, now);
  const reply = await sender.post({ ...post, headers: { ...post.headers, 'webhook-test': '1' } });
  if ('failure' in reply) return { result: reply.failure, error: reply.detail };
  return { ...port.judge(reply), status: reply.status, answer: reply.text };
}
