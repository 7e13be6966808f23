// Admin route of the audit log.
import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditRecord, listAudit } from '../audit/list.ts';
import { pageOf } from '../base/paging.ts';
import { seesMembers } from '../operators/access.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function auditRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/audit', {
    operation: 'audit.list',
    summary: 'Lists who changed what, newest first.',
    needs: 'viewer',
    query: AuditQuery,
    answer: pageOf(AuditRecord),
    async run({ query, account, adminToken }) {
      const seesAll = await seesMembers(context, { account, adminToken }, query.game_index);
      return listAudit(context, query, seesAll ? undefined : [account?.email ?? []].flat());
    },
  });
}
