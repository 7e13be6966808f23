// How projects, apps, keys and the rest are changed: one transaction with its audit row, then the news.
import type { Clock } from '../clock.ts';
import type { Db, Storage } from '../storage/storage.ts';
import { type Actor, type AuditEntry, writeAudit } from './audit.ts';
import { APPS_CHANGED } from './directory.ts';
import type { Vault } from './vault.ts';

export interface Desk {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Why a change was not made; nothing was written. */
export interface Refusal {
  readonly refused: 'EXISTS' | 'NOT_FOUND' | 'IN_USE' | 'TOO_MANY' | 'INVALID';
  readonly detail: string;
  /** The offending field, where there is one. */
  readonly field?: string;
}

export const notFound = (detail: string): Refusal => ({ refused: 'NOT_FOUND', detail });

export const invalid = (field: string, detail: string): Refusal => ({
  refused: 'INVALID',
  field,
  detail,
});

export function isRefusal(outcome: object): outcome is Refusal {
  return 'refused' in outcome;
}

/** What was done, with the audit row that tells it: one cannot be had without the other. */
export interface Done<T> {
  readonly value: T;
  readonly audit: AuditEntry;
}

export async function makeChange<T extends object>(
  { storage, clock }: Desk,
  actor: Actor,
  work: (tx: Db, now: number) => Promise<Done<T> | Refusal>,
): Promise<T | Refusal> {
  const now = clock();
  const outcome = await storage.db.transaction().execute(async (tx) => {
    const result = await work(tx, now);
    if (!isRefusal(result)) await writeAudit(tx, now, actor, result.audit);
    return result;
  });
  if (isRefusal(outcome)) return outcome;
  storage.signals.emit(APPS_CHANGED);
  return outcome.value;
}

export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null =>
  at === null ? null : isoTime(at);
