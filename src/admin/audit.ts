// Admin route of the audit log.
import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditRecord, listAudit } from '../audit/list.ts';
import { pageOf } from '../base/paging.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function auditRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/audit', {
    operation: 'audit.list',
    summary: 'Lists who changed what, newest first.',
    needs: 'viewer',
    query: AuditQuery,
    answer: pageOf(AuditRecord),
    run: ({ query }) => listAudit(context, query),
  });
}
