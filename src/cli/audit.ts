// tollgate audit
import type { Command } from 'commander';
import { AuditQuery, listAudit } from '../audit/list.ts';
import { addCommand } from './command.ts';

export function auditCommand(program: Command): void {
  addCommand(program, 'audit', {
    summary: 'list who changed what, newest first',
    input: AuditQuery,
    run: ({ context }, input) => listAudit(context, input),
  });
}
