// What is stored about a player's restrictions. A live restriction survives an erasure, without its texts.
import type { KnownPlayer, PersonalPart, Waiting } from '../identity/personal-data.ts';
import { COUNT, ERASED_AT_ONCE, PAGE, pages } from '../identity/personal-data.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import { type Erasing, eraseMessages } from '../outbox/personal-data.ts';
import type { Db } from '../storage/db.ts';
import { playerDeliveries } from './deliveries.ts';

const FIRST = Number.MAX_SAFE_INTEGER;

const restrictionOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('restricted_player')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

const historyOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('restriction_history')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

const againOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('outbox_again')
    .where('game_index', '=', gameIndex)
    .where('channel', '=', 'restriction')
    .where('subject', '=', playerId.toString())
    .where('appid', '=', appid);

const bulkRowsOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('bulk_row')
    .where('game_index', '=', gameIndex)
    .where('player_id', '=', playerId)
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('bulk_job')
        .select('job_id')
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid),
    );

export const restrictionData: PersonalPart = {
  read: (db, player) => ({
    restrictions: pages(
      0,
      () =>
        restrictionOf(db, player)
          .select(['status', 'block_type', 'start_date', 'end_date', 'changed_at'])
          .execute(),
      () => 0,
    ),
    restriction_history: pages(
      FIRST,
      (before) =>
        historyOf(db, player)
          .selectAll()
          .where('seq', '<', before)
          .orderBy('seq', 'desc')
          .limit(PAGE)
          .execute(),
      ({ seq }) => seq,
    ),
    bulk_rows: pages(
      { job: '', number: 0 },
      ({ job, number }) =>
        bulkRowsOf(db, player)
          .selectAll()
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('job_id', 'number'), '>', tuple(job, number)),
          )
          .orderBy('job_id')
          .orderBy('number')
          .limit(PAGE)
          .execute(),
      ({ job_id: job, number }) => ({ job, number }),
    ),
    notifications: readNotifications(db, player),
  }),

  async count(db, player) {
    const [restricted, history, again, rows] = await Promise.all([
      restrictionOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      historyOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      againOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      bulkRowsOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
    ]);
    return {
      // The newest entry of a restricted player stays.
      restriction_history: Math.max(Number(history.count) - Number(restricted.count), 0),
      outbox_again: Number(again.count),
      bulk_row: Number(rows.count),
    };
  },

  erase: (db, player) =>
    db.transaction().execute(async (tx) => {
      const { gameIndex, appid, playerId, isLast } = player;
      // Taking no number locks the changes of the project until the commit.
      await takeNumbers(tx, gameIndex, 'restriction', 0);
      const isRestricted = (await restrictionOf(tx, player).select('status').execute()).length > 0;
      const newest = isRestricted
        ? await historyOf(tx, player)
            .select('seq')
            .orderBy('seq', 'desc')
            .limit(1)
            .executeTakeFirst()
        : undefined;
      // The newest entry of a restricted player orders notifications.
      const kept = newest?.seq ?? FIRST;
      const old = await historyOf(tx, player)
        .select(['seq', 'at'])
        .where('seq', '<', kept)
        .orderBy('seq')
        .limit(ERASED_AT_ONCE)
        .execute();
      const again = isRestricted ? [] : await againOf(tx, player).select(['seq', 'at']).execute();
      await eraseMessages(
        tx,
        { gameIndex, channel: 'restriction' },
        [...old, ...again],
        erasingOf(playerId),
      );
      await eraseBulkRows(tx, player);
      const waiting = await waitingFor(tx, player, isRestricted);
      if (newest) {
        await tx
          .updateTable('restriction_history')
          .set({ comment: null, before_change: null })
          .where('game_index', '=', gameIndex)
          .where('seq', '=', newest.seq)
          .execute();
      }
      if (!isLast) return { more: false, waiting };
      const last = old.at(-1);
      if (last) {
        await tx
          .deleteFrom('restriction_history')
          .where('game_index', '=', gameIndex)
          .where('appid', '=', appid)
          .where('player_id', '=', playerId)
          .where('seq', '<=', last.seq)
          .execute();
      }
      if (again.length > 0) {
        await tx
          .deleteFrom('outbox_again')
          .where('game_index', '=', gameIndex)
          .where('channel', '=', 'restriction')
          .where('subject', '=', playerId.toString())
          .where('appid', '=', appid)
          .execute();
      }
      return { more: old.length === ERASED_AT_ONCE, waiting };
    }),
};

/** Of the app; those of a project's other apps are about another player. */
async function* readNotifications(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  let after: string | undefined;
  do {
    const page = await playerDeliveries(db, player, { limit: PAGE, after });
    yield* page.items.filter(({ appid }) => appid === player.appid);
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** Of bulk jobs that have ended; the others still need to know whom they are about. */
async function eraseBulkRows(tx: Db, { gameIndex, appid, playerId }: KnownPlayer): Promise<void> {
  await tx
    .updateTable('bulk_row')
    .set({ player_id: null, source: '', reason: null })
    .where('game_index', '=', gameIndex)
    .where('player_id', '=', playerId)
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('bulk_job')
        .select('job_id')
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid)
        .where('state', '=', 'done'),
    )
    .execute();
}

async function waitingFor(
  tx: Db,
  player: KnownPlayer,
  isRestricted: boolean,
): Promise<readonly Waiting[]> {
  const rows = await bulkRowsOf(tx, player).select('number').limit(1).execute();
  return [
    ...(isRestricted ? (['restriction'] as const) : []),
    ...(rows.length > 0 ? (['bulk'] as const) : []),
  ];
}

/** 0 is nobody's id. */
const erasingOf = (playerId: bigint): Erasing => ({
  dropped: playerId.toString(),
  rewrite: (text) =>
    text.replaceAll(new RegExp(`"player_id":${playerId}(?!\\d)`, 'g'), '"player_id":0'),
  names: new RegExp(`(?<![\\d.])${playerId}(?![\\d.])`, 'g'),
  pseudonym: '0',
});
