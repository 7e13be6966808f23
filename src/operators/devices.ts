// Devices that have signed in before: a signed value in a cookie, good for one account, stored nowhere.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../base/vault.ts';

export const DEVICE_LIFE_MS = 180 * 24 * 3_600_000;

const PURPOSE = 'known devices';
const VALUE = /^([\w-]{16})\.(\d{1,15})\.([\w-]{43})$/;

/** `device` is the id of the device that signs in again. */
export function deviceProof(
  vault: Vault,
  email: string,
  now: number,
  device = randomBytes(12).toString('base64url'),
): string {
  return `${device}.${now}.${signatureOf(vault.derive(PURPOSE), email, device, now)}`;
}

/** The id of the device, if it has signed in to this account before. */
export function knownDevice(
  vault: Vault,
  email: string,
  proof: string | undefined,
  now: number,
): string | undefined {
  const [, device = '', issued = '', signature] = VALUE.exec(proof ?? '') ?? [];
  if (signature === undefined || Number(issued) + DEVICE_LIFE_MS <= now) return undefined;
  const isGenuine = vault
    .derived(PURPOSE)
    .map((key) => signatureOf(key, email, device, Number(issued)))
    .some((expected) => timingSafeEqual(Buffer.from(signature), Buffer.from(expected)));
  return isGenuine ? device : undefined;
}

function signatureOf(key: Buffer, email: string, device: string, issued: number): string {
  return createHmac('sha256', key).update(`${device}.${issued}.${email}`).digest('base64url');
}
