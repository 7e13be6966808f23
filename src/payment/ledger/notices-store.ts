// All SQL of notices: kept as they came, found again by the market's id, listed for people.
import type { Db } from '../../storage/db.ts';
import { insertRows, oneOf, type Queryable, query, queryPrepared } from '../../storage/rows.ts';
import type { MarketNoticeTable } from '../../storage/schema.ts';
import type { Subjects } from './activity.ts';

export type Notice = MarketNoticeTable;
export type NoticeName = Pick<Notice, 'appid' | 'provider' | 'notice_id'>;

/** Which of these are on record. The app's row must be locked. */
export async function knownNotices(
  tx: Queryable,
  appid: string,
  notices: readonly Notice[],
): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set();
  const { text, parameters } = byNames(tx, appid, notices);
  return new Set((await queryPrepared<NoticeName>(tx, text, parameters)).map(noticeKey));
}

export function byNames(
  db: Queryable,
  appid: string,
  notices: readonly Pick<Notice, 'provider' | 'notice_id'>[],
) {
  // With the market too, or the whole of the app's notices would be walked.
  const providers = oneOf(db, 'provider', [...new Set(notices.map(({ provider }) => provider))]);
  const ids = oneOf(
    db,
    'notice_id',
    notices.map(({ notice_id }) => notice_id),
  );
  return {
    text: `select provider, notice_id from market_notice
      where appid = ? and ${providers.text} and ${ids.text}`,
    parameters: [appid, providers.parameter, ids.parameter],
  };
}

export const noticeKey = ({
  provider,
  notice_id,
}: Pick<Notice, 'provider' | 'notice_id'>): string => `${provider} ${notice_id}`;

export const insertNotices = (tx: Db, notices: readonly Notice[]): Promise<void> =>
  insertRows(tx, 'market_notice', notices);

export async function findNotice(db: Db, name: NoticeName): Promise<Notice | undefined> {
  const [row] = await query<Notice>(
    db,
    'select * from market_notice where appid = ? and provider = ? and notice_id = ?',
    [name.appid, name.provider, name.notice_id],
  );
  return row;
}

export async function markNotice(
  db: Db,
  { appid, provider, notice_id }: NoticeName,
  state: Notice['state'],
): Promise<void> {
  await query(
    db,
    'update market_notice set state = ? where appid = ? and provider = ? and notice_id = ?',
    [state, appid, provider, notice_id],
  );
}

/** What was said about a purchase or subscription, the newest first. */
export function noticesAbout(
  db: Db,
  { appid, provider, subjects }: Subjects,
  limit: number,
): Promise<readonly Omit<Notice, 'body'>[]> {
  const among = oneOf(db, 'subject', subjects);
  return query<Omit<Notice, 'body'>>(
    db,
    `select appid, provider, notice_id, kind, state, said_at, received_at, subject
      from market_notice where appid = ? and provider = ? and ${among.text} and subject is not null
      order by received_at desc, said_at desc, notice_id desc limit ?`,
    [appid, provider, among.parameter, limit],
  );
}

/** Newest first, from behind `before`. */
export function listNotices(
  db: Db,
  appid: string,
  { state, before, limit }: { state?: string; before?: string; limit: number },
): Promise<readonly Notice[]> {
  let rows = db.selectFrom('market_notice').selectAll().where('appid', '=', appid);
  if (state !== undefined) rows = rows.where('state', '=', state as Notice['state']);
  if (before !== undefined) {
    const [at, id = ''] = before.split('~');
    rows = rows.where((row) =>
      row.or([
        row('received_at', '<', Number(at)),
        row.and([row('received_at', '=', Number(at)), row('notice_id', '<', id)]),
      ]),
    );
  }
  return rows.orderBy('received_at', 'desc').orderBy('notice_id', 'desc').limit(limit).execute();
}
