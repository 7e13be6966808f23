// The audit log: who changed what and when, with the values before and after, without secrets.

import { timeOrderedId } from '../base/ids.ts';
import { printJson } from '../base/json.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { Role } from '../storage/schema.ts';
import type { Limits } from './limits.ts';

export interface Actor {
  readonly kind: 'admin' | 'console' | 'cli' | 'system';
  readonly name: string;
  /** What restrictions the actor may change; not written to the log. */
  readonly limits?: Limits | undefined;
  /** In the project of the change; not written to the log. Undefined for who works on the database itself. */
  readonly role?: Role | undefined;
}

/** The actor of Tollgate's own changes, such as creating the first signing key. */
export const SYSTEM: Actor = { kind: 'system', name: 'tollgate' };

export interface AuditEntry {
  /** Noun and verb, such as `project.create`. */
  readonly action: string;
  readonly gameIndex: number | null;
  /** The changed resource as a path below the admin API, such as `apps/com.example.game`. */
  readonly target: string;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/** Makes the entries about one kind of resource: verb, which one, and its values. */
export const auditOf =
  <Key>(noun: string, place: (key: Key) => Pick<AuditEntry, 'gameIndex' | 'target'>) =>
  (verb: string, key: Key, values: Pick<AuditEntry, 'before' | 'after'> = {}): AuditEntry => ({
    action: `${noun}.${verb}`,
    ...place(key),
    ...values,
  });

/** In the column of the project; no project has this number. */
export const NO_PROJECT = 0;

export interface AuditedChange {
  readonly actor: Actor;
  readonly entry: AuditEntry;
}

export const writeAudit = (
  tx: Queryable,
  now: number,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> => writeAudits(tx, now, [{ actor, entry }]);

/** In one statement. */
export const writeAudits = (
  tx: Queryable,
  now: number,
  changes: readonly AuditedChange[],
): Promise<void> =>
  insertRows(
    tx,
    'audit_log',
    changes.map(({ actor, entry }) => ({
      audit_id: timeOrderedId(now),
      at: now,
      actor_kind: actor.kind,
      actor: actor.name,
      action: entry.action,
      game_index: entry.gameIndex ?? NO_PROJECT,
      target: entry.target,
      before_change: entry.before ? printJson(entry.before) : null,
      after_change: entry.after ? printJson(entry.after) : null,
    })),
  );
