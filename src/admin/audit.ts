// Admin route of the audit log.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateRangeOf } from '../audit/date-range.ts';
import { AuditQuery, AuditRecord, listAudit } from '../audit/list.ts';
import { isRefusal } from '../audit/operation.ts';
import { pageOf } from '../base/paging.ts';
import { Instant } from '../base/shapes.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const WindowedQuery = Type.Object(
  {
    ...AuditQuery.properties,
    from: Type.Optional(Instant('Only changes since then')),
    to: Type.Optional(Instant('Only changes until then')),
  },
  { additionalProperties: false },
);

export function auditRoutes(scope: FastifyInstance, { desk }: AdminDeps): void {
  adminRoute(scope, 'GET', '/audit', {
    operation: 'audit.list',
    summary: 'Who changed what, newest first.',
    needs: 'viewer',
    query: WindowedQuery,
    answer: pageOf(AuditRecord),
    run: async ({ query: { from, to, ...query } }) => {
      const window = dateRangeOf({ from, to });
      return isRefusal(window) ? window : listAudit(desk.storage.db, query, window);
    },
  });
}
