// Restrictions in the table of personal data. A live restriction survives an erasure, without its texts.
import { type RawBuilder, sql } from 'kysely';
import { type ErasedPlayer, type KnownPlayer, personalTable } from '../identity/personal-data.ts';
import { eventChannel } from '../outbox/events.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import { eraseFromLog, eraseMessages, replayedAs } from '../outbox/personal-data.ts';
import type { Db } from '../storage/db.ts';
import type { RestrictionHistoryTable } from '../storage/schema.ts';
import { playerDeliveries } from './deliveries.ts';
import { eventNumbers } from './events.ts';
import { gameServerChannel } from './notify.ts';
import { LOGIN } from './scopes.ts';

const PAGE = 200;
/** As long as a message is retried, and a day more. */
const LOGGED_MS = 4 * 24 * 60 * 60_000;

const ofPlayer = ({ gameIndex, appid, playerId }: KnownPlayer): RawBuilder<boolean> =>
  sql`game_index = ${gameIndex} and appid = ${appid} and player_id = ${playerId}`;

const isFreeIn = (player: KnownPlayer, scope: RawBuilder<string>): RawBuilder<boolean> =>
  sql`not exists (select 1 from restricted_player r where ${ofPlayer(player)} and r.scope = ${scope})`;

/** Game servers are notified of the login alone. */
const isFree = (player: KnownPlayer): RawBuilder<boolean> => isFreeIn(player, sql`${LOGIN}`);
const OF_ENTRY = sql<string>`restriction_history.scope`;

export const restrictionTable = personalTable({
  table: 'restricted_player',
  by: 'player_id',
  key: ['player_id', 'scope'],
  section: 'restrictions',
  columns: ['scope', 'status', 'block_type', 'start_date', 'end_date', 'changed_at'],
  erase: 'keep',
  waiting: 'restriction',
});

/** The newest entry of a live restriction stays, because it orders notifications. */
export const historyTable = personalTable({
  table: 'restriction_history',
  by: 'player_id',
  key: ['seq'],
  descending: true,
  section: 'restriction_history',
  erase: 'delete',
  erasable: (player) =>
    sql`(${isFreeIn(player, OF_ENTRY)}
      or seq < (select max(newest.seq) from restriction_history newest
        where ${ofPlayer(player)} and newest.scope = ${OF_ENTRY}))`,
  // It finds the messages, also those that are on their way during the first pass.
  when: ({ isLast }) => isLast,
  lock: lockChanges,
  before: eraseMessagesOfChanges,
});

/** The texts of the entry that stays go at once. */
export const commentTable = personalTable({
  table: 'restriction_history',
  by: 'player_id',
  key: ['seq'],
  isCounted: false,
  erase: {
    set: () => ({ comment: null, before_change: null }),
    keeps: [
      'game_index',
      'seq',
      'appid',
      'player_id',
      'at',
      'action',
      'actor_kind',
      'actor',
      'after_change',
      'scope',
      'event_seq',
    ],
  },
  erasable: () => sql`(comment is not null or before_change is not null)`,
});

/** The texts of the player and the answers, and events about them that wait. */
export const appealTable = personalTable({
  table: 'appeal',
  by: 'player_id',
  key: ['appeal_id'],
  section: 'appeals',
  columns: [
    'appeal_id',
    'scope',
    'block_type',
    'source',
    'language',
    'text',
    'state',
    'created_at',
    'answer',
    'decided_at',
  ],
  erase: 'delete',
  lock: lockChanges,
  async before(tx, { gameIndex }, rows) {
    const numbers = rows.flatMap((row) => [row.opened_event ?? [], row.decided_event ?? []].flat());
    await eraseEvents(tx, gameIndex, numbers);
  },
});

export const restrictedDeviceTable = personalTable({
  table: 'restricted_device',
  by: 'player_id',
  key: ['did'],
  section: 'restricted_devices',
  columns: ['did'],
  erase: 'delete',
});

export const deviceExceptionTable = personalTable({
  table: 'device_exception',
  by: 'player_id',
  key: ['created_at'],
  section: 'device_exceptions',
  columns: ['created_at'],
  erase: 'delete',
});

/** Notifications that were sent again; the section has those of changes, too. */
export const notificationTable = personalTable({
  table: 'outbox_again',
  of: 'project',
  by: ({ appid, playerId }) =>
    sql`channel = 'restriction' and subject = ${playerId.toString()} and appid = ${appid}`,
  key: ['seq'],
  section: 'notifications',
  read: readNotifications,
  erase: 'delete',
  erasable: isFree,
  when: ({ isLast }) => isLast,
  lock: lockChanges,
  before: eraseNotifications,
});

const inJobs = ({ gameIndex, appid }: KnownPlayer): RawBuilder<boolean> =>
  sql`select job_id from bulk_job where game_index = ${gameIndex} and appid = ${appid}`;

/** Bulk jobs that have not ended still need to know whom they are about. */
export const bulkRowTable = personalTable({
  table: 'bulk_row',
  of: 'project',
  by: (player) => sql`player_id = ${player.playerId} and job_id in (${inJobs(player)})`,
  key: ['job_id', 'number'],
  section: 'bulk_rows',
  erase: {
    set: () => ({ player_id: null, source: '', reason: null }),
    keeps: [
      'game_index',
      'job_id',
      'number',
      'status',
      'block_type',
      'start_date',
      'end_date',
      'verdict',
      'result',
      'seq',
    ],
  },
  erasable: (player) => sql`job_id in (${inJobs(player)} and state = 'done')`,
  waiting: 'bulk',
});

/** Taking no number locks the changes of the project until the commit. */
function lockChanges(tx: Db, { gameIndex }: ErasedPlayer): Promise<number> {
  return takeNumbers(tx, gameIndex, 'restriction', 0);
}

/** Those that wait are dropped: the player is free, or a newer one follows. */
async function eraseNotifications(
  tx: Db,
  { gameIndex, playerId }: ErasedPlayer,
  rows: readonly { readonly seq: number; readonly at: number }[],
): Promise<void> {
  const lane = { gameIndex, channel: 'restriction' } as const;
  const numbers = rows.map(({ seq }) => seq);
  await eraseMessages(tx, numbers, { ...lane, port: gameServerChannel, without: () => undefined });
  const times = rows.map(({ at }) => at);
  const [from, to] = [Math.min(...times), Math.max(...times) + LOGGED_MS];
  await eraseFromLog(tx, { ...lane, from, to, like: `%${playerId}%` });
}

async function eraseMessagesOfChanges(
  tx: Db,
  player: ErasedPlayer,
  rows: readonly RestrictionHistoryTable[],
): Promise<void> {
  await eraseNotifications(tx, player, rows);
  await eraseEvents(tx, player.gameIndex, rows.flatMap(eventNumbers));
}

async function eraseEvents(tx: Db, gameIndex: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const lane = { gameIndex, channel: 'purchase' } as const;
  const again = await replayedAs(tx, lane, numbers);
  const erasing = { ...lane, port: eventChannel, without: () => undefined };
  await eraseMessages(tx, [...numbers, ...again], erasing);
}

/** Of the app; those of a project's other apps are about another player. */
async function* readNotifications(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  let after: string | undefined;
  do {
    const page = await playerDeliveries(db, player, { limit: PAGE, after });
    yield* page.items.filter(({ appid }) => appid === player.appid);
    after = page.next ?? undefined;
  } while (after !== undefined);
}
