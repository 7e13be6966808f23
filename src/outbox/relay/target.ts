// The target of a lane and its requests: bearer key, Standard Webhooks signature, trace.
import { Webhook } from 'standardwebhooks';
import type { Vault } from '../../base/vault.ts';
import type { Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Target } from '../channel.ts';
import { type Filter, readFilter } from '../filter.ts';
import { unsealSecret } from '../receiver-secrets.ts';
import type { Lane } from './lanes.ts';
import type { Post } from './send.ts';

const receiverOf = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('receiver')
    .select(['url', 'sealed_key', 'sealed_old_key', 'old_key_ends_at', 'sealed_bearer', 'filter'])
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
  const isRotating = (row.old_key_ends_at ?? 0) > now;
  const sealed = { ...row, game_index: lane.gameIndex, channel: lane.channel };
  const signing = isRotating
    ? (['sealed_key', 'sealed_old_key'] as const)
    : ['sealed_key' as const];
  const keys = signing.flatMap((column) => unsealSecret(vault, sealed, column) ?? []);
  // During a rotation the bearer is still the old key, because the receiver learns the new one first.
  const bearer = unsealSecret(vault, sealed, 'sealed_bearer') ?? keys.at(-1) ?? '';
  return { url: row.url, keys, bearer, apps: readFilter(row.filter).apps ?? [] };
}

const filterOf = statement((db, $: Params<Lane>) =>
  db
    .selectFrom('receiver')
    .select('filter')
    .where('game_index', '=', $.gameIndex)
    .where('channel', '=', $.channel),
);

/** Of the receiver, if there is one. */
export const filterIn = async (tx: Queryable, lane: Lane): Promise<Filter> =>
  readFilter((await filterOf.first(tx, lane))?.filter ?? null);

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly traceparent: string;
  /** The replay that sends it again. */
  readonly replay?: string | null;
}

/** Everything but id and body may differ between attempts: the time, its signature, a changed key. */
export function toPost(
  { url, keys, bearer }: Target,
  { id, body, traceparent, replay }: Message,
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
      traceparent,
      ...(replay && { 'webhook-replay': replay }),
    },
  };
}
