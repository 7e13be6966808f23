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
    .select(['url', 'sealed_key', 'sealed_old_key', 'old_key_ends_at', 'sealed_bearer'])
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel),
);

/** The current receiver; undefined while none is registered, and messages wait. */
export async function readTarget(
  tx: Queryable,
  vault: Vault,
  lane: Lane,
  now: number,
): Promise<Target | undefined> {
  const row = await receiverOf.first(tx, lane);
  if (!row) return undefined;
  const old = (row.old_key_ends_at ?? 0) > now ? row.sealed_old_key : null;
  return toTarget(row.url, {
    key: vault.unseal(row.sealed_key),
    ...(old !== null && { oldKey: vault.unseal(old) }),
    ...(row.sealed_bearer !== null && { bearer: vault.unseal(row.sealed_bearer) }),
  });
}

/** During a rotation the bearer is still the old key, because the receiver learns the new one first. */
export const toTarget = (
  url: string,
  { key, oldKey, bearer }: { key: string; oldKey?: string; bearer?: string },
): Target => ({
  url,
  keys: oldKey === undefined ? [key] : [key, oldKey],
  bearer: bearer ?? oldKey ?? key,
});

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly traceparent: string | null;
}

/** Everything but id and body may differ between attempts: the time, its signature, a changed key. */
export function toPost(
  { url, keys, bearer }: Target,
  { id, body, traceparent }: Message,
  now: number,
): Post {
  const signatures = keys.map((key) =>
    new Webhook(Buffer.from(key), { format: 'raw' }).sign(id, new Date(now), body),
  );
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bearer}`,
      'user-agent': 'Tollgate',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': signatures.join(' '),
      traceparent: continueTrace(traceparent ?? undefined).traceparent,
    },
  };
}
