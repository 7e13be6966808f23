// Slows down password guessing: per account (whether it exists or not) and per address, and per device on devices that are known.
import type { Db } from '../storage/db.ts';
import {
  type Attempt,
  forgottenBefore,
  type Kind,
  lockAfter,
  subjectsOf,
} from './lockout-rules.ts';

export type { Attempt };

/** Failures in a row, this one included, and the lock that they cause, or 0. */
export interface Counted {
  readonly failures: number;
  readonly locksUntil: number;
}

/**
 * Counts the attempt as failed until it succeeds, so that concurrent guesses count too. While a lock
 * lasts the attempt must be refused, and is neither counted nor written.
 */
export async function beginAttempt(
  db: Db,
  attempt: Attempt,
  now: number,
): Promise<{ readonly lockedUntil: number } | Counted> {
  const lockedUntil = await lockOf(db, attempt, now);
  if (lockedUntil !== undefined) return { lockedUntil };
  try {
    return await db.transaction().execute((tx) => countAttempt(tx, attempt, now));
  } catch (error) {
    if (error instanceof Locked) return { lockedUntil: error.until };
    throw error;
  }
}

/** Thrown to roll back what the attempt has counted. */
class Locked extends Error {
  readonly until: number;
  constructor(until: number) {
    super('locked');
    this.until = until;
  }
}

async function lockOf(db: Db, attempt: Attempt, now: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where(
      'subject',
      'in',
      subjectsOf(attempt).map(([, subject]) => subject),
    )
    .where('locked_until', '>', now)
    .execute();
  return rows.length === 0 ? undefined : Math.max(...rows.map((row) => row.locked_until));
}

async function countAttempt(tx: Db, attempt: Attempt, now: number): Promise<Counted> {
  await tx.deleteFrom('sign_in_failure').where('last_at', '<', forgottenBefore(now)).execute();
  const counts: Counted[] = [];
  for (const [kind, subject] of subjectsOf(attempt)) {
    const row = await tx
      .insertInto('sign_in_failure')
      .values({ subject, failures: 1, last_at: now, locked_until: 0 })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          failures: eb('sign_in_failure.failures', '+', 1),
          last_at: now,
        })),
      )
      .returning(['failures', 'locked_until'])
      .executeTakeFirstOrThrow();
    // Another attempt may have caused the lock since it was looked at.
    if (row.locked_until > now) throw new Locked(row.locked_until);
    const locksUntil = lockAfter(kind, row.failures, now);
    if (locksUntil > 0) {
      await tx
        .updateTable('sign_in_failure')
        .set({ locked_until: locksUntil })
        .where('subject', '=', subject)
        .execute();
    }
    counts.push({ failures: row.failures, locksUntil });
  }
  // The account's or the device's; the address's concerns no single account.
  return counts[0] as Counted;
}

/** Writes the attempt again, unchanged. */
export async function touchAttempt(tx: Db, attempt: Attempt, now: number): Promise<void> {
  const [[, subject]] = subjectsOf(attempt) as [readonly [Kind, string]];
  await tx
    .updateTable('sign_in_failure')
    .set({ last_at: now })
    .where('subject', '=', subject)
    .execute();
}

/** Takes back this attempt; earlier failures still count. */
export async function withdrawAttempt(tx: Db, attempt: Attempt): Promise<void> {
  for (const [, subject] of subjectsOf(attempt)) {
    await tx
      .updateTable('sign_in_failure')
      .set((row) => ({ failures: row('failures', '-', 1), locked_until: 0 }))
      .where('subject', '=', subject)
      .execute();
  }
}

/** After a successful sign-in, clears the failures of the account or device but not of the address. */
export async function endAttempt(tx: Db, attempt: Attempt): Promise<void> {
  await withdrawAttempt(tx, attempt);
  const [[, subject]] = subjectsOf(attempt) as [readonly [Kind, string]];
  await tx.deleteFrom('sign_in_failure').where('subject', '=', subject).execute();
}
