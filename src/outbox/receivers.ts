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
import { hurryLane, type Lane } from './relay/lanes.ts';

export const CHANNELS = ['restriction', 'purchase'] as const satisfies readonly Channel[];

/** Names of a channel's receiver in texts, audit log and keys. */
const NAMES: Readonly<Record<Channel, { noun: string; resource: string; keyPrefix: string }>> = {
  restriction: { noun: 'game server', resource: 'game-server', keyPrefix: 'tgg' },
  purchase: { noun: 'receiver of events', resource: 'events', keyPrefix: 'tge' },
};

const HINT_LENGTH = 4;

const ChannelName = named(
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

export const Registration = Type.Object(
  {
    url: Type.String({
      pattern: '^[\\x21-\\x7e]{1,2000}$',
      description: 'http or https URL that receives the messages.',
    }),
    key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{16,512}$',
        description:
          'Signs the messages and is sent as the bearer token: 16 to 512 visible characters. Default: the current key; the first registration creates one and shows it once.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Registration = Type.Static<typeof Registration>;

export const Receiver = namedObject('Receiver', {
  ...OutboxLane.properties,
  url: Type.String(),
  key_hint: Type.String({ description: 'The last characters of the key.' }),
  updated_at: Type.String(),
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
  { url, key, ...lane }: OutboxLane & Registration,
): Promise<RegisteredReceiver | Rejection> {
  const problem = urlProblem(url);
  if (problem) return invalid('url', problem);
  const { vault } = context;
  return changeOutbox(context, actor, async (tx, now) => {
    if (!(await lockProject(tx, lane.game_index))) return unknownProject(lane.game_index);
    const old = await readRow(tx, lane);
    const newKey = key ?? newSecret(NAMES[lane.channel].keyPrefix).secret;
    const keepsKey = key === undefined && old !== undefined;
    const sealed_key = keepsKey ? old.sealed_key : vault.seal(newKey);
    const row: ReceiverTable = {
      ...lane,
      url,
      sealed_key,
      updated_at: now,
      sealed_old_key: null,
      old_key_ends_at: null,
      sealed_bearer: null,
    };
    await tx
      .insertInto('receiver')
      .values(row)
      .onConflict((conflict) => conflict.columns(['game_index', 'channel']).doUpdateSet(row))
      .execute();
    await hurryLane(tx, toLane(lane));
    const before = old && viewReceiver(vault, old);
    const after = viewReceiver(vault, row);
    return {
      value: { ...after, ...(key === undefined && !old && { key: newKey }) },
      audit: receiverAudit('set', lane, { before, after }),
    };
  });
}

export async function readReceiver(
  context: OperationContext,
  lane: OutboxLane,
): Promise<Receiver | Rejection> {
  const row = await readRow(context.storage.db, lane);
  return row ? viewReceiver(context.vault, row) : noReceiver(lane);
}

/** Waiting messages stay for the next receiver. */
export function removeReceiver(
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<Receiver | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await tx
      .deleteFrom('receiver')
      .where('game_index', '=', lane.game_index)
      .where('channel', '=', lane.channel)
      .returningAll()
      .executeTakeFirst();
    if (!row) return noReceiver(lane);
    const before = viewReceiver(context.vault, row);
    return { value: before, audit: receiverAudit('remove', lane, { before }) };
  });
}

export const noReceiver = ({ game_index, channel }: OutboxLane): Rejection =>
  notFound(`Project ${game_index} has no ${NAMES[channel].noun}.`);

export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The URL must start with https:// or http:// and name a host.';
  }
  if (url.username !== '' || url.password !== '')
    return 'The URL must not contain a user name or password.';
  if (url.hash !== '') return 'The URL must not have a fragment (#).';
  return undefined;
}

const readRow = (db: Db, { game_index, channel }: OutboxLane) =>
  db
    .selectFrom('receiver')
    .selectAll()
    .where('game_index', '=', game_index)
    .where('channel', '=', channel)
    .executeTakeFirst();

const viewReceiver = (vault: Vault, row: ReceiverTable): Receiver => ({
  game_index: row.game_index,
  channel: row.channel,
  url: row.url,
  key_hint: vault.unseal(row.sealed_key).slice(-HINT_LENGTH),
  updated_at: isoTime(row.updated_at),
});

/** The target names the channel, so the values do not. */
function receiverAudit(
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
export function withoutChannel<T extends Receiver>({ channel: _, ...rest }: T): Omit<T, 'channel'> {
  return rest;
}
