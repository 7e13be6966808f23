// Notifications about one player: every one that the game server got, and one more on request.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { parseJson } from '../base/json.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import { rowsFor } from '../outbox/filter.ts';
import { deliveriesOf, type MessageDelivery } from '../outbox/message-states.ts';
import { Attempt, viewAttempt } from '../outbox/operations/attempts.ts';
import { BatchId } from '../outbox/operations/lane.ts';
import { changeOutbox, enqueueAgain, restrictionListeners, takeNumbers } from '../outbox/outbox.ts';
import { bodyOf } from '../outbox/relay/sent.ts';
import type { Db } from '../storage/db.ts';
import type { LaneName } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp, ofProject } from '../storage/tenancy.ts';
import { GameIndex, lockProject, readProject, unknownProject } from '../tenants/projects.ts';
import { notification } from './notify.ts';
import { LOGIN } from './scopes.ts';
import { readLive, readScope } from './store.ts';

export const PlayerName = Type.Object(
  { game_index: GameIndex, player_id: PlayerId },
  { additionalProperties: false },
);
type PlayerName = Type.Static<typeof PlayerName>;

const NUMBER = /^(\d{1,15})$/;
export const DeliveryQuery = Type.Object(
  {
    ...pageBy(NUMBER),
    receiver: Type.Optional(
      Type.Unsafe<LaneName>(
        Type.String({
          pattern: '^restriction(:[a-z0-9][a-z0-9-]{0,31})?$',
          description: 'Which game server. Default: `restriction`, the first one.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
type DeliveryQuery = Type.Static<typeof DeliveryQuery>;

export const PlayerDelivery = namedObject('PlayerDelivery', {
  number: Type.Integer({ description: 'Number of the message in the project; grows with time.' }),
  appid: orNull(Type.String()),
  queued_at: Type.String({ description: 'When the restriction changed, or was sent again; UTC.' }),
  again: Type.Boolean({
    description:
      'Resent by an operator, a replayed dead letter, or what is true instead of a restriction that ended before it was sent.',
  }),
  state: Type.Enum(['delivered', 'waiting', 'refused', 'dead', 'not_sent', 'not_kept'], {
    description:
      '`not_sent`: a later change replaced it, or the project had no game server. `not_kept`: older than the time for which requests are kept.',
  }),
  batch_id: orNull(BatchId, 'The newest request that contains it.'),
  delivered_at: orNull(Type.String(), 'UTC.'),
  message: orNull(
    Type.Unsafe<object>({ type: 'object' }),
    'The entry in `data` about the player, as sent.',
  ),
  attempts: Type.Integer({ description: 'Attempts of that request.' }),
  last_attempt: orNull(Attempt),
});
export type PlayerDelivery = Type.Static<typeof PlayerDelivery>;

/** Newest first. */
export async function listPlayerDeliveries(
  context: OperationContext,
  { game_index: gameIndex, player_id }: PlayerName,
  { limit = DEFAULT_LIMIT, after, receiver }: DeliveryQuery,
): Promise<Page<PlayerDelivery> | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const player = { gameIndex, playerId };
  return playerDeliveries(context.storage.db, player, { limit, after }, receiver);
}

/** The same without asking for the project. */
export async function playerDeliveries(
  db: Db,
  { gameIndex, playerId }: { readonly gameIndex: number; readonly playerId: bigint },
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
  channel: LaneName = 'restriction',
): Promise<Page<PlayerDelivery>> {
  const player_id = playerId.toString();
  const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
  const rows = await messagesOf(db, { gameIndex, playerId, before, limit: limit + 1 });
  const messages = rows.slice(0, limit);
  const lane = { gameIndex, channel };
  const isAbout = (sent: SentBody): boolean => entryOf(sent, player_id) !== undefined;
  const deliveries = onlyNewest(await deliveriesOf(db, lane, messages, isAbout));
  const shown = rows.map((row, index) => ({ ...row, delivery: deliveries[index] }));
  return toPage(
    shown,
    limit,
    ({ seq }) => String(seq),
    ({ delivery, ...row }) => view(row, delivery as MessageDelivery, player_id),
  );
}

/** A request has one entry about a player: that of the newest of the changes that it covers. */
function onlyNewest(newestFirst: readonly MessageDelivery[]): readonly MessageDelivery[] {
  const taken = new Set<string>();
  return newestFirst.map((delivery) => {
    const batchId = delivery.sent?.batch_id ?? '';
    if (taken.has(batchId)) return { state: 'not_sent', sent: undefined, attempts: [] };
    if (delivery.sent) taken.add(batchId);
    return delivery;
  });
}

type SentBody = Parameters<typeof bodyOf>[0];

interface Message {
  readonly seq: number;
  readonly appid: string | null;
  readonly at: number;
  readonly again: boolean;
}

interface Walk {
  readonly gameIndex: number;
  readonly playerId: bigint;
  readonly before: number;
  readonly limit: number;
}

/** A message has the number of its change, and one that is sent again has its own. */
async function messagesOf(db: Db, walk: Walk): Promise<readonly Message[]> {
  const apps = await db
    .selectFrom('app')
    .select('appid')
    .where('game_index', '=', walk.gameIndex)
    .execute();
  const changes = apps.map(({ appid }) => listChanges(db, { ...walk, appid }));
  const again = await listAgain(db, { ...walk, subject: walk.playerId.toString() });
  return [
    ...(await Promise.all(changes)).flat().map((row) => ({ ...row, again: false })),
    ...again.map((row) => ({ ...row, again: true })),
  ]
    .sort((one, other) => other.seq - one.seq)
    .slice(0, walk.limit);
}

const listChanges = statement((db, $: Params<Walk & { appid: string }>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .select(['seq', 'appid', 'at'])
    .where('player_id', '=', $.playerId)
    .where('seq', '<', $.before)
    // Game servers are not notified of ends, nor of other scopes.
    .where('scope', '=', LOGIN)
    .where('action', 'in', ['registered', 'changed'])
    .orderBy('seq', 'desc')
    .limit($.limit),
);

const listAgain = statement((db, $: Params<Walk & { subject: string }>) =>
  ofProject(db, $)
    .selectFrom('outbox_again')
    .select(['seq', 'appid', 'at'])
    .where('channel', '=', 'restriction')
    .where('subject', '=', $.subject)
    .where('seq', '<', $.before)
    .orderBy('seq', 'desc')
    .limit($.limit),
);

/** The entry about the player in the body of a request. */
function entryOf(sent: SentBody, playerId: string): object | undefined {
  const { data } = parseJson(bodyOf(sent)) as { data: { player_id: number | bigint }[] };
  return data.find((each) => String(each.player_id) === playerId);
}

function view(
  row: Message,
  { state, sent, attempts }: MessageDelivery,
  player: string,
): PlayerDelivery {
  const delivered = attempts.find(({ result }) => result === 'delivered');
  const last = attempts.at(-1);
  return {
    number: row.seq,
    appid: row.appid,
    queued_at: isoTime(row.at),
    again: row.again,
    state,
    batch_id: sent?.batch_id ?? null,
    delivered_at: isoTimeOrNull(delivered?.at ?? null),
    message: (sent && entryOf(sent, player)) ?? null,
    attempts: attempts.filter(({ result }) => result !== 'superseded').length,
    last_attempt: last ? viewAttempt(last) : null,
  };
}

export const Resent = namedObject('Resent', {
  number: Type.Integer({ description: 'Number of the new message.' }),
  appid: Type.String({ description: 'The app whose restriction it reports.' }),
});
type Resent = Type.Static<typeof Resent>;

/**
 * Queues the player's current restriction as a new message, never an older one. It takes its number as a
 * change does, so it is sent after everything before it, and a later change replaces it.
 */
export async function resendPlayer(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, player_id }: PlayerName,
): Promise<Resent | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  return changeOutbox(context, actor, async (tx, now) => {
    if (!(await lockProject(tx, gameIndex))) return unknownProject(gameIndex);
    const { gameServers } = await restrictionListeners(tx, [gameIndex]);
    const servers = gameServers.get(gameIndex);
    if (!servers) {
      return notFound(`Project ${gameIndex} has no game server. Register one, then send again.`);
    }
    // The number first: it locks the changes of the project until the commit.
    const seq = await takeNumbers(tx, gameIndex, 'restriction', 1);
    const live = (await readLive(tx, gameIndex, [player_id], now, LOGIN)).get(player_id) ?? [];
    const [newest] = [...live].sort((one, other) => (other.seq ?? 0) - (one.seq ?? 0));
    const { appid = '' } = newest ?? {};
    const restriction = (await readScope(tx, { gameIndex, appid }, LOGIN, [playerId])).get(
      playerId,
    );
    if (!restriction) {
      return notFound(
        `Player ${player_id} is not restricted in project ${gameIndex}, so there is nothing to send. Game servers are notified of restrictions, not of their end.`,
      );
    }
    const about = { gameIndex, appid, playerId, restriction, seq, now };
    const rows = rowsFor(servers, notification(about), { appid });
    if (rows.length === 0) return notFound(`No game server is notified about app ${appid}.`);
    await enqueueAgain(tx, rows);
    const value = { number: seq, appid };
    return {
      value,
      audit: {
        action: 'outbox.resend',
        gameIndex,
        target: `projects/${gameIndex}/outbox/restriction/players/${player_id}`,
        after: value,
      },
    };
  });
}
