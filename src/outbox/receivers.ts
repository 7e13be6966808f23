// Receivers: the URL for a project's messages of one channel, the key that signs them, and what is left out.
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
import type { Channel, LaneName, ReceiverTable } from '../storage/schema.ts';
import { GameIndex, lockProject, unknownProject } from '../tenants/projects.ts';
import {
  asksForRestrictions,
  FILTER,
  type Filter,
  filterOf,
  printFilter,
  readFilter,
} from './filter.ts';
import { channelOf, nameOf } from './lane-name.ts';
import { changeOutbox } from './outbox.ts';
import { reuseProblem, urlProblem } from './receiver-rules.ts';
import { carrySecret, openSecret, sealSecret } from './receiver-secrets.ts';
import { emptyLane, openLane } from './relay/lane-life.ts';
import { type Lane, makeLaneDue } from './relay/lanes.ts';
import { stopReplay } from './replay/steps.ts';

const CHANNELS = ['restriction', 'purchase'] as const satisfies readonly Channel[];

/** Names of a channel's receiver in texts, audit log and keys. */
const NAMES: Readonly<Record<Channel, { noun: string; resource: string; keyPrefix: string }>> = {
  restriction: { noun: 'game server', resource: 'game-server', keyPrefix: 'tgg' },
  purchase: { noun: 'receiver of events', resource: 'events', keyPrefix: 'tge' },
};

const HINT_LENGTH = 4;

/** Of one channel. */
const MOST_RECEIVERS = 10;

export const ReceiverId = named(
  'ReceiverId',
  Type.Unsafe<LaneName>(
    Type.String({
      pattern: '^(restriction|purchase)(:[a-z0-9][a-z0-9-]{0,31})?$',
      examples: ['restriction', 'purchase', 'purchase:analytics'],
      description:
        '`restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens.',
    }),
  ),
);

export const OutboxLane = Type.Object(
  {
    game_index: GameIndex,
    channel: ReceiverId,
  },
  { additionalProperties: false },
);
export type OutboxLane = Type.Static<typeof OutboxLane>;

/** Of one receiver, or of every. */
export interface SomeChannels {
  readonly game_index: number;
  readonly channel?: LaneName;
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
    ...FILTER,
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
  ...FILTER,
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
  registration: OutboxLane & Registration,
): Promise<RegisteredReceiver | Rejection> {
  const { url, key, new_key = false, bearer, restriction_events, ...rest } = registration;
  const { game_index, channel, ...narrowed } = rest;
  const lane = { game_index, channel };
  const problem = urlProblem(url);
  if (problem) return invalid('url', problem);
  if (new_key && key !== undefined) return invalid('new_key', 'Send either key or new_key.');
  if (restriction_events && channelOf(channel) !== 'purchase') {
    return invalid('restriction_events', 'Events are sent to the receiver of `purchase`.');
  }
  const { vault } = context;
  return changeOutbox(context, actor, async (tx, now) => {
    if (!(await lockProject(tx, lane.game_index))) return unknownProject(lane.game_index);
    const old = await readRow(tx, lane);
    if (!old && (await countReceivers(tx, lane)) >= MOST_RECEIVERS) return tooMany(lane);
    const reused = old && reuseProblem(vault, old, { url, key, new_key, bearer });
    if (reused) return reused;
    const created = key === undefined && (new_key || !old) ? createKey(lane) : undefined;
    const newKey = key ?? created;
    const kept = newKey === undefined ? old : undefined;
    const sealedBearer = bearer ? sealSecret(vault, lane, 'sealed_bearer', bearer) : null;
    const filter = filterOf(channel, narrowed, old);
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
      restriction_events: isWanted(restriction_events, old) || asksForRestrictions(filter) ? 1 : 0,
      filter: printFilter(filter),
    };
    await writeRow(tx, row);
    // What it asked for is not what the receiver gets any more.
    if (old && !isSameShare(old, row)) await stopReplay(tx, toLane(lane), now);
    if (nameOf(channel) !== undefined) await openLane(tx, toLane(lane));
    await makeLaneDue(tx, toLane(lane));
    const after = viewReceiver(vault, row, now);
    return {
      value: { ...after, ...(created !== undefined && { key: created }) },
      audit: receiverAudit('set', lane, { before: old && viewReceiver(vault, old, now), after }),
    };
  });
}

const isSameShare = (one: ReceiverTable, other: ReceiverTable): boolean =>
  one.filter === other.filter && one.restriction_events === other.restriction_events;

const isWanted = (wanted: boolean | undefined, old: ReceiverTable | undefined): boolean =>
  wanted ?? old?.restriction_events === 1;

export const createKey = ({ channel }: Pick<OutboxLane, 'channel'>): string =>
  newSecret(NAMES[channelOf(channel)].keyPrefix).secret;

const tooMany = ({ channel }: OutboxLane): Rejection => ({
  rejected: 'TOO_MANY',
  detail: `The channel ${channelOf(channel)} has ${MOST_RECEIVERS} receivers. Remove one first.`,
});

async function countReceivers(tx: Db, { game_index, channel }: OutboxLane): Promise<number> {
  const rows = await receiversOf(tx, game_index, [channelOf(channel)]);
  return rows.length;
}

/** By channel, the first receiver of each in front. */
export async function receiversOf(
  db: Db,
  gameIndex: number,
  channels: readonly Channel[] = CHANNELS,
): Promise<ReceiverTable[]> {
  const rows = await db
    .selectFrom('receiver')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .execute();
  return channels.flatMap((channel) =>
    rows.filter((row) => channelOf(row.channel) === channel).sort(byName),
  );
}

/** Both channels, whether they have a first receiver or not, and the other receivers. */
export async function allLanes(db: Db, gameIndex: number): Promise<LaneName[]> {
  const rows = await receiversOf(db, gameIndex);
  return CHANNELS.flatMap((channel) => [
    channel,
    ...rows.flatMap((row) => (row.channel.startsWith(`${channel}:`) ? row.channel : [])),
  ]);
}

const byName = (one: ReceiverTable, other: ReceiverTable): number =>
  one.channel < other.channel ? -1 : 1;

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

/** Messages for the first receiver of a channel wait for the next one; those for another are deleted. */
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
    await stopReplay(tx, toLane(lane), now);
    if (nameOf(lane.channel) !== undefined) await emptyLane(tx, toLane(lane));
    const before = viewReceiver(context.vault, row, now);
    return { value: before, audit: receiverAudit('remove', lane, { before }) };
  });
}

export const noReceiver = ({ game_index, channel }: OutboxLane): Rejection =>
  notFound(
    nameOf(channel) === undefined
      ? `Project ${game_index} has no ${NAMES[channelOf(channel)].noun}.`
      : `Project ${game_index} has no receiver ${channel}.`,
  );

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
    ...copyOf(readFilter(row.filter)),
  };
}

const copyOf = ({ events, apps, markets }: Filter) => ({
  ...(events && { events: [...events] }),
  ...(apps && { apps: [...apps] }),
  ...(markets && { markets: [...markets] }),
});

/** The target names the channel, so the values do not. */
export function receiverAudit(
  verb: string,
  { game_index: gameIndex, channel }: OutboxLane,
  { before, after }: { before?: Receiver | undefined; after?: Receiver },
) {
  const { resource } = NAMES[channelOf(channel)];
  const name = nameOf(channel);
  return {
    action: `${resource}.${verb}`,
    gameIndex,
    target: `projects/${gameIndex}/${resource}${name === undefined ? '' : `/${name}`}`,
    ...(before && { before: withoutChannel(before) }),
    ...(after && { after: withoutChannel(after) }),
  };
}

/** As it is shown where the channel is clear. */
function withoutChannel<T extends Receiver>({ channel: _, ...rest }: T): Omit<T, 'channel'> {
  return rest;
}
