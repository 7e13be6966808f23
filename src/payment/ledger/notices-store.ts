// SQL of store notifications: stored as received, found by the market's id, listed for operators.
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type { Market, MarketNoticeTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { marketOf } from '../markets/markets.ts';
import type { Subjects } from './activity.ts';

/** The account in it is found when it is stored. */
export type Notice = Omit<MarketNoticeTable, 'account_uuid'>;
/** As it is received: the ledger adds the project. */
export type NewNotice = Omit<Notice, 'game_index'>;
export type NoticeName = Pick<Notice, 'game_index' | 'appid' | 'provider' | 'notice_id'>;

/** A market's name for a purchase, subscription or order. */
export const subjectKey = ({
  provider,
  subject,
}: {
  readonly provider: Market;
  readonly subject: string | null;
}): string => `${provider} ${subject}`;

/** Most markets name a purchase or an order instead. */
export const accountIn = ({ provider, body }: Pick<Notice, 'provider' | 'body'>): string | null =>
  marketOf(provider).notices?.accountIn?.(body) ?? null;

/** What is left of a notification about an erased player: its id, so that it counts once. */
export const ERASED_NOTICE = { body: '{}', account_uuid: null } as const;

export const isErased = ({ body }: Pick<Notice, 'body'>): boolean => body === ERASED_NOTICE.body;

interface ByNames extends AppName {
  /** One market: with a list of them, PostgreSQL may take an index that begins with the time. */
  readonly provider: Notice['provider'];
  readonly ids: readonly string[];
}

export const noticesByNames = statement(
  (db, $: Params<ByNames>) =>
    ofApp(db, $)
      .selectFrom('market_notice')
      .select(['provider', 'notice_id'])
      .where('provider', '=', $.provider)
      .where('notice_id', 'in', $.ids),
  { constant: true, each: 'ids' },
);

/** Which of these are stored. The app's numbers must be locked. */
export async function knownNotices(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  notices: readonly NewNotice[],
): Promise<ReadonlySet<string>> {
  const found = [...Map.groupBy(notices, (each) => each.provider)].map(([provider, group]) =>
    noticesByNames(tx, { appid, gameIndex, provider, ids: group.map((each) => each.notice_id) }),
  );
  return new Set((await Promise.all(found)).flat().map(noticeKey));
}

export const noticeKey = ({
  provider,
  notice_id,
}: Pick<Notice, 'provider' | 'notice_id'>): string => `${provider} ${notice_id}`;

export const insertNotices = (tx: Db, notices: readonly MarketNoticeTable[]): Promise<void> =>
  insertRows(tx, 'market_notice', notices);

const byName = statement((db, $: Params<NoticeName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .selectFrom('market_notice')
    .selectAll()
    .where('provider', '=', $.provider)
    .where('notice_id', '=', $.notice_id),
);

export async function findNotice(db: Db, name: NoticeName): Promise<Notice | undefined> {
  const [row] = await byName(db, name);
  return row;
}

const setState = statement((db, $: Params<NoticeName & Pick<Notice, 'state'>>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('market_notice')
    .set({ state: $.state })
    .where('provider', '=', $.provider)
    .where('notice_id', '=', $.notice_id),
);

export async function markNotice(db: Db, name: NoticeName, state: Notice['state']): Promise<void> {
  await setState(db, { ...name, state });
}

const SUMMARY = [
  'game_index',
  'appid',
  'provider',
  'notice_id',
  'kind',
  'state',
  'said_at',
  'received_at',
  'subject',
] as const satisfies (keyof Notice)[];

interface BySubjects extends Subjects {
  readonly provider: Notice['provider'];
  readonly limit: number;
}

const bySubjects = statement((db, $: Params<BySubjects>) =>
  ofApp(db, $)
    .selectFrom('market_notice')
    .select(SUMMARY)
    .where('provider', '=', $.provider)
    .where('subject', 'in', $.subjects)
    .where('subject', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('said_at', 'desc')
    .orderBy('notice_id', 'desc')
    .limit($.limit),
);

/** Notifications about a purchase or subscription, newest first. */
export const noticesAbout = (
  db: Db,
  { appid, gameIndex, provider, subjects }: Subjects,
  limit: number,
): Promise<readonly Omit<Notice, 'body'>[]> =>
  bySubjects(db, { appid, gameIndex, provider, subjects, limit });

interface NoticePage {
  readonly state?: string;
  readonly before?: Pick<Notice, 'received_at' | 'notice_id'> | undefined;
  readonly limit: number;
}

/** Newest first, starting after `before`. */
export function listNotices(
  db: Db,
  { appid, gameIndex }: AppName,
  { state, before, limit }: NoticePage,
): Promise<readonly Notice[]> {
  let rows = ofApp(db, { gameIndex, appid }).selectFrom('market_notice').selectAll();
  if (state !== undefined) rows = rows.where('state', '=', state as Notice['state']);
  if (before !== undefined) {
    const { received_at: at, notice_id: id } = before;
    rows = rows.where((row) =>
      row.or([
        row('received_at', '<', at),
        row.and([row('received_at', '=', at), row('notice_id', '<', id)]),
      ]),
    );
  }
  return rows.orderBy('received_at', 'desc').orderBy('notice_id', 'desc').limit(limit).execute();
}
