import type { Db } from '../storage/db.ts';

// Slows down password guessing, per account (whether it exists or not) and per address.

const MINUTE_MS = 60_000;
const LONGEST_MS = 60 * MINUTE_MS;
/** Failures expire after a day without a new one. */
const FORGET_MS = 24 * 60 * MINUTE_MS;
/** From this failure on, the wait doubles from one minute up to an hour. */
const FREE = {
  account: 5,
  /** Higher than per account, because an office shares one address. */
  address: 20,
} as const;

export interface Attempt {
  readonly email: string;
  readonly address: string;
}

type Kind = keyof typeof FREE;
const subjectsOf = ({ email, address }: Attempt): readonly (readonly [Kind, string])[] => [
  ['account', `account ${email}`],
  ['address', `address ${address}`],
];

/**
 * Counts the attempt as failed until it succeeds, so that concurrent guesses count too.
 * Returns when the lock ends, if there is one; the caller must then reject the attempt.
 */
export function beginAttempt(db: Db, attempt: Attempt, now: number): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('sign_in_failure')
      .where('last_at', '<', now - FORGET_MS)
      .execute();
    for (const [kind, subject] of subjectsOf(attempt)) {
      const row = await tx
        .insertInto('sign_in_failure')
        .values({ subject, failures: 0, last_at: now, locked_until: 0 })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_at: now }))
        .returning(['failures', 'locked_until'])
        .executeTakeFirstOrThrow();
      if (row.locked_until > now) return row.locked_until;
      const failures = row.failures + 1;
      const wait = Math.min(MINUTE_MS * 2 ** (failures - FREE[kind]), LONGEST_MS);
      await tx
        .updateTable('sign_in_failure')
        .set({ failures, locked_until: failures < FREE[kind] ? 0 : now + wait })
        .where('subject', '=', subject)
        .execute();
    }
    return undefined;
  });
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

/** After a successful sign-in, clears the failures of the account but not of the address. */
export async function endAttempt(tx: Db, attempt: Attempt): Promise<void> {
  await withdrawAttempt(tx, attempt);
  await tx
    .deleteFrom('sign_in_failure')
    .where('subject', '=', `account ${attempt.email}`)
    .execute();
}
