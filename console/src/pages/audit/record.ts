// A line of the audit log.
export interface AuditRecord {
  readonly audit_id: string;
  readonly at: string;
  readonly actor_kind: 'admin' | 'console' | 'cli' | 'system';
  readonly actor: string;
  readonly action: string;
  readonly game_index: number | null;
  readonly target: string;
  readonly before: unknown;
  readonly after: unknown;
}
