// Receivers: the URL for a project's messages of one channel, and the key that signs them.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { newSecret, type Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { Channel, ReceiverTable } from '../storage/schema.ts';
import { GameIndex, lockProject, unknownProject } from '../tenants/projects.ts';
import { changeOutbox } from './outbox.ts';
import { reuseProblem, urlProblem } from './receiver-rules.ts';
import { carrySecret, openSecret, sealSecret } from './receiver-secrets.ts';
import { type Lane, makeLaneDue } from './relay/lanes.ts';

export const CHANNELS = ['restriction', 'purchase'] as const satisfies readonly Channel[];

/** Names of a channel's receiver in texts, audit log and keys. */
const NAMES: Readonly<Record<Channel, { noun: string; resource: string; keyPrefix: string }>> = {
  restriction: { noun: 'game server', resource: 'game-server', keyPrefix: 'tgg' },
  purchase: { noun: 'receiver of events', resource: 'events', keyPrefix: 'tge' },
};

const HINT_LENGTH = 4;

export const ChannelName = named(
  'Channel',
  Type.Enum([...CHANNELS], {
    description:
      '`restriction`: messages to the game server. `purchase`: events to the event receiver.',
  }),
);

export const OutboxLane = Type.Object(
  {
    game_index: GameIndex,
    channel: ChannelName,
  },
  { additionalProperties: false },
);
export type OutboxLane = Type.Static<typeof OutboxLane>;

/** Of one channel, or of every. */
export interface SomeChannels {
  readonly game_index: number;
  readonly channel?: Channel;
}

export const toLane = ({ game_index: gameIndex, channel }: OutboxLane): Lane => ({
  gameIndex,
  channel,
});

export const KEY_PATTERN = '^[\\x21-\\x7e]{16,512}$';

export const Registration = Type.Object(
  {
    url: Type.String({
      pattern: '^[\\x21-\\x7e]{1,2000}$',
      description:
        'https URL that receives the messages; http only with `TOLLGATE_ALLOW_PRIVATE_TARGETS`.',
    }),
    key: Type.Optional(
      Type.String({
        pattern: KEY_PATTERN,
        description:
          'Signs the messages and is sent as the bearer token: 16 to 512 visible characters. Default: the current key; the first registration creates one and shows it once.',
      }),
    ),
    new_key: Type.Optional(
      Type.Boolean({
        description:
          'Creates a new key and shows it once. The current one ends at once; `rotate-key` lets both overlap.',
      }),
    ),
    bearer: Type.Optional(
      Type.String({
        pattern: '^([\\x21-\\x7e]{16,512})?$',
        description:
          'Bearer token, if it is not to be the key. Default: the current one; an empty text means the key.',
      }),
    ),
    restriction_events: Type.Optional(
      Type.Boolean({
        description:
          'Channel `purchase`: also send the events `restriction.*`. Default: as it is, at first `false`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Registration = Type.Static<typeof Registration>;

export const Receiver = namedObject('Receiver', {
  ...OutboxLane.properties,
  url: Type.String(),
  key_hint: Type.String({
    description:
      'The last characters of the key; empty if the stored key does not open and must be set again.',
  }),
  updated_at: Type.String(),
  old_key: Type.Optional(
    Type.Object(
      { hint: Type.String(), ends_at: Type.String({ description: 'UTC.' }) },
      { description: 'During a rotation: the key that still signs, and is the bearer token.' },
    ),
  ),
  bearer_hint: Type.Optional(
    Type.String({ description: 'The last characters of the bearer token, if it is not the key.' }),
  ),
  restriction_events: Type.Optional(
    Type.Boolean({ description: 'True when the events `restriction.*` are sent, too.' }),
  ),
});
export type Receiver = Type.Static<typeof Receiver>;

export const RegisteredReceiver = namedObject('RegisteredReceiver', {
  ...Receiver.properties,
  key: Type.Optional(
    Type.String({ description: 'The key, if it was created now. It is shown only once.' }),
  ),
});
export type RegisteredReceiver = Type.Static<typeof RegisteredReceiver>;

/** Keeps the key or creates the first one. Waiting messages are sent at once. */
export async function registerReceiver(
  context: OperationContext,
  actor: Actor,
  { url, key, new_key = false, bearer, restriction_events, ...lane }: OutboxLane & Registration,
): Promise<RegisteredReceiver | Rejection> {
  const problem = urlProblem(url);
  if (problem) return invalid('url', problem);
  if (new_key && key !== undefined) return invalid('new_key', 'Send either key or new_key.');
  if (restriction_events && lane.channel !== 'purchase') {
    return invalid('restriction_events', 'Events are sent to the receiver of `purchase`.');
  }
  const { vault } = context;
  return changeOutbox(context, actor, async (tx, now) => {
    if (!(await lockProject(tx, lane.game_index))) return unknownProject(lane.game_index);
    const old = await readRow(tx, lane);
    const reused = old && reuseProblem(vault, old, { url, key, new_key, bearer });
    if (reused) return reused;
    const created = key === undefined && (new_key || !old) ? createKey(lane) : undefined;
    const newKey = key ?? created;
    const kept = newKey === undefined ? old : undefined;
    const sealedBearer = bearer ? sealSecret(vault, lane, 'sealed_bearer', bearer) : null;
    const keptKey = kept && carrySecret(vault, kept, 'sealed_key');
    const row: ReceiverTable = {
      ...lane,
      url,
      sealed_key: keptKey ?? sealSecret(vault, lane, 'sealed_key', newKey ?? createKey(lane)),
      updated_at: now,
      sealed_old_key: kept ? carrySecret(vault, kept, 'sealed_old_key') : null,
      old_key_ends_at: kept?.old_key_ends_at ?? null,
      sealed_bearer:
        bearer === undefined && old ? carrySecret(vault, old, 'sealed_bearer') : sealedBearer,
      restriction_events: isWanted(restriction_events, old) ? 1 : 0,
    };
    await writeRow(tx, row);
    await makeLaneDue(tx, toLane(lane));
    const after = viewReceiver(vault, row, now);
    return {
      value: { ...after, ...(created !== undefined && { key: created }) },
      audit: receiverAudit('set', lane, { before: old && viewReceiver(vault, old, now), after }),
    };
  });
}

const isWanted = (wanted: boolean | undefined, old: ReceiverTable | undefined): boolean =>
  wanted ?? old?.restriction_events === 1;

export const createKey = ({ channel }: Pick<OutboxLane, 'channel'>): string =>
  newSecret(NAMES[channel].keyPrefix).secret;

export async function writeRow(tx: Db, row: ReceiverTable): Promise<void> {
  await tx
    .insertInto('receiver')
    .values(row)
    .onConflict((conflict) => conflict.columns(['game_index', 'channel']).doUpdateSet(row))
    .execute();
}

export async function readReceiver(
  context: OperationContext,
  lane: OutboxLane,
): Promise<Receiver | Rejection> {
  const row = await readRow(context.storage.db, lane);
  return row ? viewReceiver(context.vault, row, context.clock()) : noReceiver(lane);
}

/** Waiting messages stay for the next receiver. */
export function removeReceiver(
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<Receiver | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const row = await tx
      .deleteFrom('receiver')
      .where('game_index', '=', lane.game_index)
      .where('channel', '=', lane.channel)
      .returningAll()
      .executeTakeFirst();
    if (!row) return noReceiver(lane);
    const before = viewReceiver(context.vault, row, now);
    return { value: before, audit: receiverAudit('remove', lane, { before }) };
  });
}

export const noReceiver = ({ game_index, channel }: OutboxLane): Rejection =>
  notFound(`Project ${game_index} has no ${NAMES[channel].noun}.`);

export const readRow = (db: Db, { game_index, channel }: OutboxLane) =>
  db
    .selectFrom('receiver')
    .selectAll()
    .where('game_index', '=', game_index)
    .where('channel', '=', channel)
    .executeTakeFirst();

export function viewReceiver(vault: Vault, row: ReceiverTable, now: number): Receiver {
  const hint = (column: Parameters<typeof openSecret>[2]): string =>
    openSecret(vault, row, column)?.slice(-HINT_LENGTH) ?? '';
  const { sealed_old_key: old, old_key_ends_at: end, sealed_bearer: bearer } = row;
  return {
    game_index: row.game_index,
    channel: row.channel,
    url: row.url,
    key_hint: hint('sealed_key'),
    updated_at: isoTime(row.updated_at),
    ...(old !== null &&
      (end ?? 0) > now && {
        old_key: { hint: hint('sealed_old_key'), ends_at: isoTime(end ?? 0) },
      }),
    ...(bearer !== null && { bearer_hint: hint('sealed_bearer') }),
    ...(row.restriction_events === 1 && { restriction_events: true }),
  };
}

/** The target names the channel, so the values do not. */
export function receiverAudit(
  verb: string,
  { game_index: gameIndex, channel }: OutboxLane,
  { before, after }: { before?: Receiver | undefined; after?: Receiver },
) {
  const { resource } = NAMES[channel];
  return {
    action: `${resource}.${verb}`,
    gameIndex,
    target: `projects/${gameIndex}/${resource}`,
    ...(before && { before: withoutChannel(before) }),
    ...(after && { after: withoutChannel(after) }),
  };
}

/** As it is shown where the channel is clear. */
function withoutChannel<T extends Receiver>({ channel: _, ...rest }: T): Omit<T, 'channel'> {
  return rest;
}
