// Notices as operators see them: listing what came, and having one applied again.

import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED } from '../../background/jobs.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { DEFAULT_LIMIT, type Page, PageQuery, toPage } from '../../base/paging.ts';
import { Appid, lockApp, readApp, unknownApp } from '../../tenants/apps.ts';
import { findNotice, listNotices, markNotice, type Notice } from '../ledger/notices-store.ts';
import { REPLAY_JOB } from './notices.ts';

const Provider = Type.Enum(['APPLE', 'GOOGLE', 'PG']);
const State = Type.Enum(['waiting', 'applied', 'kept', 'failed'], {
  description: '`kept` are of a kind that changes nothing.',
});

export const NoticeQuery = Type.Object(
  {
    state: Type.Optional(State),
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,16}~.{1,200}$', description: '`next` of the page before.' }),
    ),
    limit: PageQuery.properties.limit,
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
      description: "notificationUUID at APPLE, messageId at GOOGLE, the gateway's own id at PG.",
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
  said_at: Type.String({ description: "By the market's clock." }),
  received_at: Type.String(),
});
export type NoticeView = Type.Static<typeof NoticeView>;

export const NoticeRecord = namedObject('NoticeRecord', {
  ...NoticeView.properties,
  body: Type.String({ description: 'As it came.' }),
});
export type NoticeRecord = Type.Static<typeof NoticeRecord>;

/** Newest first. */
export async function listAppNotices(
  context: OperationContext,
  appid: string,
  { state, after, limit = DEFAULT_LIMIT }: NoticeQuery,
): Promise<Page<NoticeView> | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  const rows = await listNotices(context.storage.db, appid, {
    limit: limit + 1,
    ...(state !== undefined && { state }),
    ...(after !== undefined && { before: after }),
  });
  return toPage(rows, limit, (row) => `${row.received_at}~${row.notice_id}`, view);
}

export async function readNotice(
  context: OperationContext,
  name: NoticeName,
): Promise<NoticeRecord | Rejection> {
  const app = await readApp(context, name.appid);
  if (isRejection(app)) return app;
  const notice = await findNotice(context.storage.db, name);
  return notice ? { ...view(notice), body: notice.body } : unknownNotice(name);
}

const unknownNotice = ({ appid, provider, notice_id }: NoticeName): Rejection =>
  notFound(`The app ${appid} has no notice ${notice_id} of ${provider}.`);

/** The work is done by whichever process of the service takes it. */
export async function replayNotice(
  context: OperationContext,
  actor: Actor,
  name: NoticeName,
): Promise<NoticeView | Rejection> {
  const { appid, provider, notice_id } = name;
  const outcome = await makeChange(context, actor, async (tx, now) => {
    const app = await lockApp(tx, appid);
    if (!app) return unknownApp(appid);
    const notice = await findNotice(tx, name);
    if (!notice) return unknownNotice(name);
    await markNotice(tx, name, 'waiting');
    const id = `${REPLAY_JOB} ${provider} ${notice_id} ${now}`;
    await enqueueJobs(tx, [{ appid, kind: REPLAY_JOB, id, payload: name }], now);
    return {
      value: view({ ...notice, state: 'waiting' }),
      audit: {
        action: 'notice.replay',
        gameIndex: app.game_index,
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
