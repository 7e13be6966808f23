// Time-based one-time passwords (RFC 6238): six digits, 30-second steps, SHA-1 as authenticator apps expect.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const CODE = /^[0-9]{6}$/;
/** Allows clocks to be one step off in either direction. */
const DRIFT = [0, -1, 1] as const;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The content of the QR code that authenticator apps scan. */
export function otpauthUrl(issuer: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const parameters = new URLSearchParams({ secret, issuer, digits: String(DIGITS), period: '30' });
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`;
}

/** The step that the code belongs to, or undefined; steps up to `lastStep` are used up. */
export function matchingStep(
  secret: string,
  code: string,
  now: number,
  lastStep: number,
): number | undefined {
  if (!CODE.test(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  const given = Buffer.from(code);
  return DRIFT.map((drift) => current + drift).find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), given),
  );
}

/** RFC 4226: the low bits of the last byte select the four bytes of the number. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) as number) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
