// An operation: one transaction with its entry in the audit log, then a signal to the caches.
import type { Clock } from '../base/clock.ts';
import type { PasswordCosts } from '../base/password-costs.ts';
import type { RejectionFor } from '../base/rejection.ts';
import type { Traces } from '../base/trace.ts';
import type { Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';
import { type Actor, type AuditEntry, writeAudit } from './audit.ts';

/** Sent after a change to projects, apps, keys or clients. */
export const APPS_CHANGED = 'apps';

export interface OperationContext {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Which of the two environments the storage belongs to. */
  readonly environment: 'production' | 'sandbox';
  /** Of new passwords, unless as usual; every stored one has its own. */
  readonly passwordCosts?: PasswordCosts | undefined;
  /** Where spans go, if traces are recorded. */
  readonly traces?: Traces | undefined;
}

/** Why a change was not made. */
export type Rejection = RejectionFor<
  'EXISTS' | 'NOT_FOUND' | 'IN_USE' | 'TOO_MANY' | 'INVALID' | 'FORBIDDEN' | 'UNAVAILABLE'
>;

export const notFound = (detail: string): Rejection => ({ rejected: 'NOT_FOUND', detail });

export const invalid = (field: string, detail: string): Rejection => ({
  rejected: 'INVALID',
  field,
  detail,
});

export function isRejection(outcome: object): outcome is Rejection {
  return 'rejected' in outcome;
}

/** A result with its audit entry, so that no change goes unlogged. */
export interface Done<T> {
  readonly value: T;
  readonly audit: AuditEntry;
}

export async function makeChange<T extends object>(
  { storage, clock }: OperationContext,
  actor: Actor,
  work: (tx: Db, now: number) => Promise<Done<T> | Rejection>,
): Promise<T | Rejection> {
  const now = clock();
  const outcome = await storage.db.transaction().execute(async (tx) => {
    const result = await work(tx, now);
    if (isRejection(result)) return result;
    await writeAudit(tx, now, actor, result.audit);
    await storage.signals.announce(tx, APPS_CHANGED);
    return result;
  });
  if (isRejection(outcome)) return outcome;
  storage.signals.deliver(APPS_CHANGED);
  return outcome.value;
}
