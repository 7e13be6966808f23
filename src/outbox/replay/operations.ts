// Replays for operators: a dry run, begin, list, read and cancel, with audit entries.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { dateRangeOf } from '../../audit/date-range.ts';
import {
  invalid,
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { named, namedObject } from '../../base/named.ts';
import type { Page, PageQuery } from '../../base/paging.ts';
import { Instant, orNull } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import { readPage } from '../../storage/page.ts';
import type { OutboxReplayTable } from '../../storage/schema.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { readProject } from '../../tenants/projects.ts';
import type { Channels } from '../channel.ts';
import { FILTER, type Listener, typeProblem } from '../filter.ts';
import { channelOf } from '../lane-name.ts';
import { changeOutbox } from '../outbox.ts';
import { noReceiver, type OutboxLane, readRow, toLane } from '../receivers.ts';
import { LEASE_MS } from '../relay/lanes.ts';
import { findOldestSent } from '../relay/sent.ts';
import { acceptedRequests } from './accepted.ts';
import { type Choice, chooseRequests, type ReplayedPlayer, type Wanted } from './choose.ts';
import { addRequests, endReplay, takeLane } from './steps.ts';

/** Live events wait behind a replay, so it ends before long. */
const MOST_REQUESTS = 10_000;

export const ReplayId = named(
  'ReplayId',
  Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'Replay id, sent as `webhook-replay`.',
  }),
);

export const ReplayInput = namedObject(
  'ReplayInput',
  {
    from: Type.Optional(Instant('Only requests that the receiver accepted from this time on')),
    to: Type.Optional(
      Instant('Only requests that it accepted before this time. Default: until the replay begins'),
    ),
    appid: Type.Optional(
      Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', description: 'App of the player.' }),
    ),
    player_id: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,18}$',
        description: 'Only requests with an event about this player of the app.',
      }),
    ),
    events: Type.Optional(
      Type.With(FILTER.events, {
        description:
          'Only requests with an event of these types, such as `purchase.refunded` or `subscription.*`. Empty: all.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReplayInput = Type.Static<typeof ReplayInput>;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ReplayPlan = namedObject('ReplayPlan', {
  requests: Count('Requests that would be sent again, each as it was.'),
  messages: Count('Events in these requests.'),
  matching: Count('Of these events, those that you asked for.'),
  left_out: Count(
    'Requests that are not sent, because the filter of the receiver leaves an event of theirs out by now.',
  ),
  kept_since: orNull(
    Type.String(),
    'First attempt of the oldest request that is kept. What was sent before cannot be sent again.',
  ),
});
export type ReplayPlan = Type.Static<typeof ReplayPlan>;

export const Replay = namedObject('Replay', {
  replay_id: ReplayId,
  state: Type.Enum(['running', 'done', 'cancelled', 'failed'], {
    description:
      '`failed`: the receiver did not accept a request for three days. `cancelled`: by somebody, or because the receiver was removed or its filter changed.',
  }),
  from: orNull(Type.String()),
  to: orNull(Type.String()),
  events: Type.Array(Type.String(), { description: 'Empty: all.' }),
  appid: orNull(Type.String()),
  player_id: orNull(Type.String(), 'Null for all players, and once the player was erased.'),
  requests: Count('Requests to send.'),
  sent: Count('Requests that the receiver has accepted again.'),
  actor: Type.String(),
  actor_kind: Type.String(),
  created_at: Type.String(),
  finished_at: orNull(Type.String()),
});
export type Replay = Type.Static<typeof Replay>;

type Replaying = OperationContext & { readonly channels: Channels };

/** What was asked for, checked, with the receiver as it is now. */
interface Asked {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly wanted: Wanted;
  readonly listener: Listener;
}

async function readAsked(
  context: Replaying,
  lane: OutboxLane,
  { from, to, events: given = [] }: ReplayInput,
  player: ReplayedPlayer | undefined,
): Promise<Asked | Rejection> {
  const project = await readProject(context, lane.game_index);
  if (isRejection(project)) return project;
  const channel = channelOf(lane.channel);
  if (channel !== 'purchase') {
    return invalid(
      'channel',
      'A replay sends events. Game servers are notified of restrictions as they are now: send those of a player again instead.',
    );
  }
  const range = dateRangeOf({ from, to });
  if (isRejection(range)) return range;
  if (range.from === undefined && !player) {
    return invalid('from', 'Say from when on, or about which player.');
  }
  const events = given.filter((each) => each !== '');
  const unknown = typeProblem(events, context.channels.get(channel)?.types ?? []);
  if (unknown !== undefined) return invalid('events', unknown);
  const listener = await readRow(context.storage.db, lane);
  return listener ? { ...range, wanted: { events, player }, listener } : noReceiver(lane);
}

const choose = (
  { storage, clock }: OperationContext,
  lane: OutboxLane,
  { from = 0, to = clock() + 1, wanted, listener }: Asked,
): Promise<Choice> =>
  chooseRequests(acceptedRequests(storage.db, toLane(lane), { from, to }), listener, wanted);

/** The dry run. */
export async function planReplay(
  context: Replaying,
  lane: OutboxLane,
  input: ReplayInput,
  player: ReplayedPlayer | undefined,
): Promise<ReplayPlan | Rejection> {
  const asked = await readAsked(context, lane, input, player);
  if (isRejection(asked)) return asked;
  const { batches, messages, matching, leftOut } = await choose(context, lane, asked);
  const oldest = await findOldestSent(context.storage.db, toLane(lane));
  return {
    requests: batches.length,
    messages,
    matching,
    left_out: leftOut,
    kept_since: isoTimeOrNull(oldest?.sent_at ?? null),
  };
}

/** The relay sends the requests, in front of whatever waits for the receiver. */
export async function beginReplay(
  context: Replaying,
  actor: Actor,
  lane: OutboxLane,
  input: ReplayInput,
  player: ReplayedPlayer | undefined,
): Promise<Replay | Rejection> {
  const asked = await readAsked(context, lane, input, player);
  if (isRejection(asked)) return asked;
  const chosenAt = context.clock();
  const { batches: chosen } = await choose(context, lane, asked);
  return changeOutbox(context, actor, async (tx, now) => {
    const replayId = timeOrderedId(now);
    // From here on, nothing newer is sent to the receiver.
    if (!(await takeLane(tx, toLane(lane), replayId))) return notNow(tx, lane);
    const batches = new Set(chosen);
    if (asked.to === undefined) {
      const { wanted, listener, from = 0 } = asked;
      // A request is logged with the time at which it was sent, up to a lease before its answer.
      const since = { from: Math.max(from, chosenAt - LEASE_MS), to: now + 1 };
      const late = await chooseRequests(
        acceptedRequests(tx, toLane(lane), since),
        listener,
        wanted,
      );
      for (const batch of late.batches) batches.add(batch);
    }
    const problem = sizeProblem(lane, batches.size);
    if (problem) {
      await endReplay(tx, toLane(lane), replayId, 'cancelled', now);
      return problem;
    }
    const row = rowOf(lane, asked, { replayId, actor, requests: batches.size, now });
    await tx.insertInto('outbox_replay').values(row).execute();
    const name = { gameIndex: lane.game_index, replay: replayId };
    await addRequests(tx, name, [...batches]);
    return { value: viewReplay(row), audit: replayAudit('begin', row) };
  });
}

function sizeProblem({ channel }: OutboxLane, requests: number): Rejection | undefined {
  if (requests === 0) {
    return notFound(
      `There is nothing to send again: no such request that ${channel} accepted is kept.`,
    );
  }
  if (requests <= MOST_REQUESTS) return undefined;
  const detail = `These are ${requests} requests; a replay has at most ${MOST_REQUESTS}. Choose a shorter time.`;
  return { rejected: 'TOO_MANY', detail };
}

async function notNow(tx: Db, lane: OutboxLane): Promise<Rejection> {
  const running = await replaysOf(tx, lane).where('state', '=', 'running').executeTakeFirst();
  if (!running) return sizeProblem(lane, 0) as Rejection;
  return {
    rejected: 'IN_USE',
    detail: `The replay ${running.replay_id} of ${lane.channel} is running. Wait until it is done, or cancel it.`,
  };
}

interface New {
  readonly replayId: string;
  readonly actor: Actor;
  readonly requests: number;
  readonly now: number;
}

const rowOf = (
  { game_index, channel }: OutboxLane,
  { from, to, wanted: { events, player } }: Asked,
  { replayId, actor, requests, now }: New,
): OutboxReplayTable => ({
  game_index,
  replay_id: replayId,
  channel,
  state: 'running',
  from_at: from ?? null,
  to_at: to ?? null,
  events: events.length > 0 ? JSON.stringify(events) : null,
  appid: player?.appid ?? null,
  player_id: player?.playerId ?? null,
  requests,
  sent: 0,
  actor_kind: actor.kind,
  actor: actor.name,
  created_at: now,
  finished_at: null,
});

const viewReplay = (row: OutboxReplayTable): Replay => ({
  replay_id: row.replay_id,
  state: row.state,
  from: isoTimeOrNull(row.from_at),
  to: isoTimeOrNull(row.to_at),
  events: row.events === null ? [] : (JSON.parse(row.events) as string[]),
  appid: row.appid,
  player_id: row.player_id?.toString() ?? null,
  requests: row.requests,
  sent: row.sent,
  actor: row.actor,
  actor_kind: row.actor_kind,
  created_at: isoTime(row.created_at),
  finished_at: isoTimeOrNull(row.finished_at),
});

/** An entry that names a player is found, and loses the name, with the player. */
function replayAudit(verb: 'begin' | 'cancel', row: OutboxReplayTable) {
  const { game_index: gameIndex, channel, replay_id } = row;
  const { from, to, events, requests, sent } = viewReplay(row);
  const place =
    row.player_id === null
      ? `projects/${gameIndex}/outbox/${channel}`
      : `apps/${row.appid}/players/${row.player_id}`;
  return {
    action: `replay.${verb}`,
    gameIndex,
    target: `${place}/replays/${replay_id}`,
    after: { channel, from, to, events, requests, ...(verb === 'cancel' && { sent }) },
  };
}

const replaysOf = (db: Db, { game_index: gameIndex, channel }: OutboxLane) =>
  ofProject(db, { gameIndex })
    .selectFrom('outbox_replay')
    .selectAll()
    .where('channel', '=', channel);

/** Newest first. */
export async function listReplays(
  context: OperationContext,
  lane: OutboxLane,
  query: PageQuery,
): Promise<Page<Replay> | Rejection> {
  const project = await readProject(context, lane.game_index);
  if (isRejection(project)) return project;
  return readPage(replaysOf(context.storage.db, lane), 'replay_id', query, viewReplay, 'desc');
}

type OneReplay = OutboxLane & { readonly replay_id: string };

export async function readReplay(
  context: OperationContext,
  input: OneReplay,
): Promise<Replay | Rejection> {
  const row = await findReplay(context.storage.db, input);
  return row ? viewReplay(row) : unknownReplay(input);
}

const findReplay = (db: Db, { replay_id, ...lane }: OneReplay) =>
  replaysOf(db, lane).where('replay_id', '=', replay_id).executeTakeFirst();

const unknownReplay = ({ channel, replay_id }: OneReplay): Rejection =>
  notFound(`${channel} has no replay ${replay_id}.`);

/** A request that is on its way still arrives. */
export function cancelReplay(
  context: OperationContext,
  actor: Actor,
  input: OneReplay,
): Promise<Replay | Rejection> {
  return changeOutbox(context, actor, async (tx, now) => {
    const isEnded = await endReplay(tx, toLane(input), input.replay_id, 'cancelled', now);
    const row = await findReplay(tx, input);
    if (!row) return unknownReplay(input);
    if (!isEnded) return { rejected: 'IN_USE', detail: `The replay is already ${row.state}.` };
    return { value: viewReplay(row), audit: replayAudit('cancel', row) };
  });
}
