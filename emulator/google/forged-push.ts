// Pushes that a receiver must reject: each differs from a genuine one in one thing.
import type { KeyObject } from 'node:crypto';
import type { Keys } from './keys.ts';
import type { Notification } from './play.ts';
import { envelope, type PushTarget, pushClaims, signToken } from './rtdn.ts';

export const pushForgeries = [
  'no-token',
  'other-key',
  'other-audience',
  'other-issuer',
  'other-email',
  'unverified-email',
  'expired',
] as const;
export type PushForgery = (typeof pushForgeries)[number];

export interface ForgedPush {
  readonly headers: { readonly authorization?: string };
  readonly body: object;
}

interface Forging {
  readonly kind: PushForgery;
  readonly messageId: string;
  readonly packageName: string;
  readonly notification: Notification;
  readonly target: PushTarget;
  readonly now: number;
}

export function forgePush(forging: Forging, keys: Keys, otherKey: KeyObject): ForgedPush {
  const { kind, target, now, messageId, packageName, notification } = forging;
  const body = envelope({ messageId, packageName, eventAt: now, notification }, now);
  if (kind === 'no-token') return { headers: {}, body };
  const { keyId, privateKey } = keys.push;
  const claims = { ...pushClaims(target, now), ...changes[kind] };
  const token = signToken(claims, keyId, kind === 'other-key' ? otherKey : privateKey);
  return { headers: { authorization: `Bearer ${token}` }, body };
}

const changes: Readonly<Record<Exclude<PushForgery, 'no-token'>, object>> = {
  'other-key': {},
  'other-audience': { aud: 'https://elsewhere.example.com' },
  'other-issuer': { iss: 'https://elsewhere.example.com' },
  'other-email': { email: 'somebody@elsewhere.iam.gserviceaccount.com' },
  'unverified-email': { email_verified: false },
  expired: { iat: 0, exp: 3600 },
};
