// Store notifications for operators: list them, and apply one again.

import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, pageKey, toPage } from '../../base/paging.ts';
import { type AppContext, Appid, lockApp, unknownApp } from '../../tenants/apps.ts';
import {
  findNotice,
  isErased,
  listNotices,
  markNotice,
  type Notice,
} from '../ledger/notices-store.ts';
import { eachMarket, NOTICE_MARKETS } from '../markets/markets.ts';
import { REPLAY_JOB } from './notices.ts';

const Provider = Type.Enum(NOTICE_MARKETS);
const State = Type.Enum(['waiting', 'applied', 'kept', 'failed'], {
  description: '`kept`: stored, but of a kind that changes nothing.',
});

const KEY = pageKey({ received_at: 'number', notice_id: 'text' });

export const NoticeQuery = Type.Object(
  {
    state: Type.Optional(State),
    ...pageBy(KEY.pattern),
  },
  { additionalProperties: false },
);
export type NoticeQuery = Type.Static<typeof NoticeQuery>;

export const NoticeName = Type.Object(
  {
    appid: Appid,
    provider: Provider,
    notice_id: Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description: eachMarket(({ notices }) => notices?.id),
    }),
  },
  { additionalProperties: false },
);
export type NoticeName = Type.Static<typeof NoticeName>;

export const NoticeView = namedObject('Notice', {
  appid: Type.String(),
  provider: Provider,
  notice_id: Type.String(),
  kind: Type.String(),
  state: State,
  said_at: Type.String({ description: "When the market sent it, by the market's clock." }),
  received_at: Type.String(),
});
export type NoticeView = Type.Static<typeof NoticeView>;

export const NoticeRecord = namedObject('NoticeRecord', {
  ...NoticeView.properties,
  body: Type.String({ description: 'The body as received.' }),
});
export type NoticeRecord = Type.Static<typeof NoticeRecord>;

type NoticeKey = Omit<NoticeName, 'game_index'>;

/** Newest first. */
export async function listAppNotices(
  { context, app }: AppContext,
  { state, after, limit = DEFAULT_LIMIT }: NoticeQuery,
): Promise<Page<NoticeView>> {
  const rows = await listNotices(context.storage.db, app, {
    limit: limit + 1,
    ...(state !== undefined && { state }),
    before: KEY.read(after),
  });
  return toPage(rows, limit, KEY.print, view);
}

export async function readNotice(
  { context, app }: AppContext,
  name: NoticeKey,
): Promise<NoticeRecord | Rejection> {
  const notice = await findNotice(context.storage.db, { ...name, game_index: app.gameIndex });
  return notice ? { ...view(notice), body: notice.body } : unknownNotice(name);
}

const unknownNotice = ({ appid, provider, notice_id }: NoticeKey): Rejection =>
  notFound(`App ${appid} has no ${provider} store notification ${notice_id}.`);

const ERASED =
  'The body of this notification was erased with its player, so it cannot be applied again.';

/** Any process of the service may run the job. */
export async function replayNotice(
  context: OperationContext,
  actor: Actor,
  name: NoticeKey,
): Promise<NoticeView | Rejection> {
  const { appid, provider, notice_id } = name;
  const outcome = await makeChange(context, actor, async (tx, now) => {
    const app = await lockApp(tx, appid);
    if (!app) return unknownApp(appid);
    const { game_index } = app;
    const notice = await findNotice(tx, { ...name, game_index });
    if (!notice) return unknownNotice(name);
    if (isErased(notice)) return invalid('notice_id', ERASED);
    await markNotice(tx, { ...name, game_index }, 'waiting');
    const id = `${REPLAY_JOB} ${provider} ${notice_id} ${now}`;
    const job = { appid, gameIndex: game_index, kind: REPLAY_JOB, id, payload: name };
    await enqueueJobs(tx, [job], now);
    return {
      value: view({ ...notice, state: 'waiting' }),
      audit: {
        action: 'notice.replay',
        gameIndex: game_index,
        target: `apps/${appid}/notices/${provider}/${notice_id}`,
      },
    };
  });
  context.storage.signals.emit(JOBS_CHANGED);
  return outcome;
}

const view = (row: Notice): NoticeView => ({
  appid: row.appid,
  provider: row.provider,
  notice_id: row.notice_id,
  kind: row.kind,
  state: row.state,
  said_at: isoTime(row.said_at),
  received_at: isoTime(row.received_at),
});
