// Rotation of secrets without failed requests: two may be valid at the same time.

import { Type } from 'typebox';
import type { Rejection } from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';

const MAX_VALID = 2;
export const DEFAULT_GRACE_S = 86_400;
const MAX_GRACE_S = 90 * 86_400;

export const Rotation = namedObject(
  'Rotation',
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_S,
        default: DEFAULT_GRACE_S,
        description: 'How long earlier secrets stay valid; 0 ends them at once.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Rotation = Type.Static<typeof Rotation>;

interface Expiring {
  readonly expires_at: number | null;
}

export function isValidAt(now: number): (secret: Expiring) => boolean {
  return (secret) => secret.expires_at === null || secret.expires_at > now;
}

/** Rejects a third valid secret; `noun` is a plural. */
export function rejectThird(valid: readonly Expiring[], noun: string): Rejection | undefined {
  if (valid.length < MAX_VALID) return undefined;
  return {
    rejected: 'TOO_MANY',
    detail: `Two ${noun} are already valid. Revoke one of them first, or rotate with grace_seconds 0.`,
  };
}

/** When a replaced secret ends: never later than its current end. */
export function endAfterGrace(secret: Expiring, now: number, graceSeconds: number): number {
  return Math.min(secret.expires_at ?? Number.POSITIVE_INFINITY, now + graceSeconds * 1_000);
}

/** Whether a signing key verifies: until the last token that it may have signed has ended. */
export const stillVerifies = (
  retiredAt: number | null,
  now: number,
  tokenLifeMs: number,
): boolean => retiredAt === null || retiredAt + tokenLifeMs > now;

export const SecretHint = namedObject('SecretHint', {
  hint: Type.String({ description: 'The last characters of the secret.' }),
  created_at: Type.String(),
  expires_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When it stops working, or null.',
  }),
});
export type SecretHint = Type.Static<typeof SecretHint>;

export function viewSecret(row: {
  readonly hint: string;
  readonly created_at: number;
  readonly expires_at: number | null;
}): SecretHint {
  return {
    hint: row.hint,
    created_at: isoTime(row.created_at),
    expires_at: isoTimeOrNull(row.expires_at),
  };
}
