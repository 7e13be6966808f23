// Admin route of the audit log.
import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditRecord, listAudit } from '../apps/audit.ts';
import { type AdminDeps, adminRoute } from './route.ts';
import { pageOf } from './schema.ts';

export function auditRoutes(scope: FastifyInstance, { desk }: AdminDeps): void {
  adminRoute(scope, 'GET', '/audit', {
    operation: 'audit.list',
    summary: 'Who changed what, newest first.',
    needs: 'viewer',
    query: AuditQuery,
    answer: pageOf(AuditRecord),
    run: ({ query }) => listAudit(desk.storage.db, query),
  });
}
