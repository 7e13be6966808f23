// Admin routes of store notifications.
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../base/paging.ts';
import {
  listAppNotices,
  NoticeName,
  NoticeQuery,
  NoticeRecord,
  NoticeView,
  readNotice,
  replayNotice,
} from '../payment/notices/operations.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function noticeRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/notices', {
    operation: 'notices.list',
    summary: 'Lists the notifications received from the stores, newest first.',
    needs: 'viewer',
    query: NoticeQuery,
    answer: pageOf(NoticeView),
    run: ({ app, query }) => listAppNotices({ context, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/notices/:provider/:notice_id', {
    operation: 'notices.read',
    summary: 'Returns a store notification as received.',
    needs: 'viewer',
    params: NoticeName,
    answer: NoticeRecord,
    run: ({ app, params }) => readNotice({ context, app }, params),
  });
  adminRoute(scope, 'POST', '/apps/:appid/notices/:provider/:notice_id/replay', {
    operation: 'notices.replay',
    summary: 'Processes a stored notification again.',
    needs: 'operator',
    params: NoticeName,
    answer: NoticeView,
    run: ({ params, actor }) => replayNotice(context, actor, params),
  });
}
