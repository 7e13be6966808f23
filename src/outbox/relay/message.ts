// The headers of a message: authentication as specified, Standard Webhooks, and the trace.
import { Webhook } from 'standardwebhooks';
import { continueTrace } from '../../base/trace.ts';
import type { Target } from '../channel.ts';
import type { Post } from './send.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly traceparent: string | null;
}

/** Everything but id and body may differ between attempts: the time, its signature, a changed key. */
export function toPost(
  { url, key }: Target,
  { id, body, traceparent }: Message,
  now: number,
): Post {
  const signer = new Webhook(Buffer.from(key), { format: 'raw' });
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'user-agent': 'Tollgate',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': signer.sign(id, new Date(now), body),
      traceparent: continueTrace(traceparent ?? undefined).traceparent,
    },
  };
}
