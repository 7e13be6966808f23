// Admin routes of the audit log.
import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditRecord, countAudit, listAudit } from '../audit/list.ts';
import { seesMembers } from '../operators/access.ts';
import { columnsOf, listRoutes, type Reader } from './edge/list.ts';
import type { AdminDeps } from './edge/route.ts';

export function auditRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  /** The addresses that the reader may see; undefined: all. */
  const visibleTo = async ({ game_index }: AuditQuery, { account, adminToken }: Reader) =>
    (await seesMembers(context, { account, adminToken }, game_index))
      ? undefined
      : [account?.email ?? []].flat();
  listRoutes(scope, '/audit', {
    operation: 'audit.list',
    summary: 'Lists who changed what, newest first.',
    noun: 'changes',
    query: AuditQuery,
    item: AuditRecord,
    file: { name: 'audit', columns: columnsOf(AuditRecord) },
    list: async (query, reader) => listAudit(context, query, await visibleTo(query, reader)),
    count: async (query, reader) => countAudit(context, query, await visibleTo(query, reader)),
  });
}
