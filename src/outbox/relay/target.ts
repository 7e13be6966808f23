// The target of a lane and its requests: bearer key, Standard Webhooks signature, trace.
import { Webhook } from 'standardwebhooks';
import { continueTrace } from '../../base/trace.ts';
import type { Vault } from '../../base/vault.ts';
import type { Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Target } from '../channel.ts';
import type { Lane } from './lanes.ts';
import type { Post } from './send.ts';

const receiverOf = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('receiver')
    .select(['url', 'sealed_key'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel),
);

/** The current receiver; undefined while none is registered, and messages wait. */
export async function readTarget(
  tx: Queryable,
  vault: Vault,
  lane: Lane,
): Promise<Target | undefined> {
  const [row] = await receiverOf(tx, lane);
  return row && { url: row.url, key: vault.unseal(row.sealed_key) };
}

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
