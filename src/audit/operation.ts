// How projects, apps, keys and the rest are changed: one transaction with its audit row, then the news.

import type { Clock } from '../base/clock.ts';
import type { Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';
import { type Actor, type AuditEntry, writeAudit } from './audit.ts';

/** The topic on which changes to projects, apps, keys and clients are told. */
export const APPS_CHANGED = 'apps';

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
