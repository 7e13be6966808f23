// A message about nobody, to find out whether a receiver can be reached and takes the key.

import { randomUUID } from 'node:crypto';
import type { ChannelPort, Target, Verdict } from '../channel.ts';
import type { Sender } from './send.ts';
import { toPost } from './target.ts';

export interface TestOutcome extends Verdict {
  /** What was answered; absent when nothing was. */
  readonly status?: number;
  readonly answer?: string;
}

/** It carries `webhook-test: 1`, so that a receiver can tell. */
export async function sendTestMessage(
  sender: Sender,
  port: Pick<ChannelPort, 'body' | 'judge'>,
  gameIndex: number,
  target: Target,
  now: number,
): Promise<TestOutcome> {
  const body = port.body(gameIndex, target, []);
  const post = toPost(target, { id: `test_${randomUUID()}`, body, traceparent: null }, now);
  const reply = await sender.post({ ...post, headers: { ...post.headers, 'webhook-test': '1' } });
  if ('failure' in reply) return { result: reply.failure, error: reply.detail };
  return { ...port.judge(reply), status: reply.status, answer: reply.text };
}
