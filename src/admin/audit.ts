// Admin routes of the audit log.
import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditRecord, countAudit, listAudit } from '../audit/list.ts';
import { columnsOf } from '../base/csv-list.ts';
import { type Reader, seesMembers } from '../operators/access.ts';
import { listRoutes } from './edge/list.ts';
import type { AdminDeps } from './edge/route.ts';

export function auditRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  /** The addresses that the reader may see; undefined: all. */
  const visibleTo = async ({ game_index }: AuditQuery, reader: Reader) =>
    (await seesMembers(context, reader, game_index))
      ? undefined
      : [reader.account?.email ?? []].flat();
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
