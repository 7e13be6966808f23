// Pure rules against password guessing: whose failures count, and how long they lock.

const MINUTE_MS = 60_000;
const LONGEST_MS = 60 * MINUTE_MS;
/** Failures expire after a day without a new one. */
const FORGET_MS = 24 * 60 * MINUTE_MS;
/** From this failure on, the wait doubles from one minute up to an hour. */
const FREE = {
  account: 5,
  /** Higher than per account, because an office shares one address. */
  address: 20,
  device: 5,
} as const;

export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** A device that has signed in to this account before, or the session that asks. It has a count of its own. */
  readonly device: string | undefined;
  /**
   * A password that is asked for by e-mail, or a sign-in by an issuer, of an account that is not known yet.
   * Each has counts of its own, so that nobody locks others out with it.
   */
  readonly purpose?: 'reset' | 'oidc';
}

export type Kind = keyof typeof FREE;

/** Strangers cannot lock out a known device: neither the account's count nor the address's is looked at. */
export const subjectsOf = ({
  email,
  address,
  device,
  purpose,
}: Attempt): readonly (readonly [Kind, string])[] => {
  if (device !== undefined) return [['device', `device ${device}`]];
  if (purpose === 'oidc') return [['address', `oidc address ${address}`]];
  const prefix = purpose === undefined ? '' : `${purpose} `;
  return [
    ['account', `${prefix}account ${email}`],
    ['address', `${prefix}address ${address}`],
  ];
};

/** When the lock ends that this failure in a row causes; 0 when it causes none. */
export function lockAfter(kind: Kind, failures: number, now: number): number {
  const beyond = failures - FREE[kind];
  return beyond < 0 ? 0 : now + Math.min(MINUTE_MS * 2 ** beyond, LONGEST_MS);
}

/** Failures whose last one is older no longer count. */
export const forgottenBefore = (now: number): number => now - FORGET_MS;
