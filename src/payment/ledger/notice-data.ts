// What store notifications hold about a player: found by what was bought, and by the account that they name.
import {
  COUNT,
  ERASED_AT_ONCE,
  type KnownPlayer,
  PAGE,
  pages,
} from '../../identity/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import type { Market, MarketNoticeTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { accountIn, ERASED_NOTICE } from './notices-store.ts';

const SHOWN = ['notice_id', 'kind', 'state', 'said_at', 'received_at', 'body', 'subject'] as const;
/** Stored by an earlier release, and not looked at. */
const UNREAD = '?';

type ShownNotice = Pick<MarketNoticeTable, (typeof SHOWN)[number]>;

const noticesOf = (db: Db, { gameIndex, appid }: AppName) =>
  db.selectFrom('market_notice').where('game_index', '=', gameIndex).where('appid', '=', appid);

/** About these purchases, subscriptions or orders. Steam sends none. */
export async function readNoticesAbout(
  db: Db,
  app: AppName,
  provider: Market,
  subjects: readonly string[],
): Promise<readonly ShownNotice[]> {
  if (provider === 'STEAM' || subjects.length === 0) return [];
  return noticesOf(db, app)
    .select(SHOWN)
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .where('subject', 'is not', null)
    .execute();
}

/** Also those that wait: nothing that is still to be applied needs the body. */
export async function eraseNoticesAbout(
  tx: Db,
  { gameIndex, appid }: AppName,
  provider: Market,
  subjects: readonly string[],
): Promise<void> {
  if (provider === 'STEAM' || subjects.length === 0) return;
  await tx
    .updateTable('market_notice')
    .set(ERASED_NOTICE)
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .where('subject', 'is not', null)
    .execute();
}

const naming = (db: Db, player: KnownPlayer) =>
  noticesOf(db, player)
    .where('account_uuid', 'in', player.accounts)
    .where('account_uuid', 'is not', null);

/** Those that name the account, also about purchases that nobody verified. */
export async function* readNoticesNaming(db: Db, player: KnownPlayer): AsyncGenerator<object> {
  const columns = [...SHOWN, 'provider'] as const;
  yield* pages(
    '',
    (after) =>
      naming(db, player)
        .select(columns)
        .where('notice_id', '>', after)
        .orderBy('notice_id')
        .limit(PAGE)
        .execute(),
    ({ notice_id }) => notice_id,
  );
  const unread = pages(
    '',
    (after) =>
      noticesOf(db, player)
        .select(columns)
        .where('account_uuid', '=', UNREAD)
        .where('account_uuid', 'is not', null)
        .where('notice_id', '>', after)
        .orderBy('notice_id')
        .limit(PAGE)
        .execute(),
    ({ notice_id }) => notice_id,
  );
  for await (const notice of unread) {
    if (player.accounts.includes(accountIn(notice) ?? '')) yield notice;
  }
}

export async function countNoticesNaming(db: Db, player: KnownPlayer): Promise<number> {
  const { count } = await naming(db, player).select(COUNT).executeTakeFirstOrThrow();
  return Number(count);
}

/** A bounded number at once; true when there may be more. */
export async function eraseNoticesNaming(tx: Db, player: KnownPlayer): Promise<boolean> {
  if (await readUnread(tx, player)) return true;
  const rows = await naming(tx, player)
    .select(['provider', 'notice_id'])
    .limit(ERASED_AT_ONCE)
    .execute();
  for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
    await tx
      .updateTable('market_notice')
      .set(ERASED_NOTICE)
      .where('game_index', '=', player.gameIndex)
      .where('appid', '=', player.appid)
      .where('provider', '=', provider)
      .where(
        'notice_id',
        'in',
        own.map(({ notice_id }) => notice_id),
      )
      .execute();
  }
  return rows.length === ERASED_AT_ONCE;
}

/** Once per app: what earlier releases stored gets its account. */
async function readUnread(tx: Db, { gameIndex, appid }: AppName): Promise<boolean> {
  const rows = await noticesOf(tx, { gameIndex, appid })
    .select(['provider', 'notice_id', 'body'])
    .where('account_uuid', '=', UNREAD)
    .where('account_uuid', 'is not', null)
    .limit(PAGE)
    .execute();
  for (const row of rows) {
    await tx
      .updateTable('market_notice')
      .set({ account_uuid: accountIn(row) })
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('provider', '=', row.provider)
      .where('notice_id', '=', row.notice_id)
      .execute();
  }
  return rows.length > 0;
}
