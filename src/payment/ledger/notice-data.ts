// Store notifications in the table of personal data: found by what was bought, and by the account that they name.
import { personalTable } from '../../identity/personal-data.ts';
import type { Db } from '../../storage/db.ts';
import type { Market, MarketNoticeTable } from '../../storage/schema.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { accountIn, ERASED_NOTICE } from './notices-store.ts';

const SHOWN = ['notice_id', 'kind', 'state', 'said_at', 'received_at', 'body', 'subject'] as const;
/** Stored by an earlier release, and not looked at. */
const UNREAD = '?';
const UNREAD_AT_ONCE = 200;

type ShownNotice = Pick<MarketNoticeTable, (typeof SHOWN)[number]>;

/** About these purchases, subscriptions or orders. */
export async function readNoticesAbout(
  db: Db,
  { gameIndex, appid }: AppName,
  provider: Market,
  subjects: readonly string[],
): Promise<readonly ShownNotice[]> {
  if (subjects.length === 0) return [];
  return ofApp(db, { gameIndex, appid })
    .selectFrom('market_notice')
    .select(SHOWN)
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .where('subject', 'is not', null)
    .execute();
}

/** Rows of subscriptions or orders, each with the notifications about it. */
export async function withNotices<Row extends { readonly provider: Market }>(
  db: Db,
  app: AppName,
  rows: readonly Row[],
  subjectOf: (row: Row) => string,
): Promise<readonly object[]> {
  const groups = [...Map.groupBy(rows, ({ provider }) => provider)];
  const found = await Promise.all(
    groups.map(async ([provider, own]) => {
      const notices = await readNoticesAbout(db, app, provider, own.map(subjectOf));
      return own.map((row) => ({
        ...row,
        notices: notices.filter(({ subject }) => subject === subjectOf(row)),
      }));
    }),
  );
  return found.flat();
}

/** Also those that wait: nothing that is still to be applied needs the body. */
export async function eraseNoticesAbout(
  tx: Db,
  { gameIndex, appid }: AppName,
  provider: Market,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await ofApp(tx, { gameIndex, appid })
    .updateTable('market_notice')
    .set(ERASED_NOTICE)
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .where('subject', 'is not', null)
    .execute();
}

/** Those that name the account, also about purchases that nobody verified. */
export const noticeTable = personalTable({
  table: 'market_notice',
  by: 'account_uuid',
  key: ['provider', 'notice_id'],
  section: 'store_notifications',
  columns: [...SHOWN, 'provider'],
  prepare: readUnread,
  erase: {
    set: () => ERASED_NOTICE,
    keeps: [
      'game_index',
      'appid',
      'provider',
      'notice_id',
      'kind',
      'state',
      'said_at',
      'received_at',
      'subject',
    ],
  },
});

/** Once per app: what earlier releases stored gets its account. */
async function readUnread(db: Db, { gameIndex, appid }: AppName): Promise<boolean> {
  const rows = await ofApp(db, { gameIndex, appid })
    .selectFrom('market_notice')
    .select(['provider', 'notice_id', 'body'])
    .where('account_uuid', '=', UNREAD)
    .where('account_uuid', 'is not', null)
    .limit(UNREAD_AT_ONCE)
    .execute();
  for (const row of rows) {
    await ofApp(db, { gameIndex, appid })
      .updateTable('market_notice')
      .set({ account_uuid: accountIn(row) })
      .where('provider', '=', row.provider)
      .where('notice_id', '=', row.notice_id)
      .execute();
  }
  return rows.length > 0;
}
