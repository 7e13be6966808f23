// Secrets: made from real randomness, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function newSecret(bytes = 24): string {
  return randomBytes(bytes).toString('hex');
}

export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
