// The IAP public key of an app at Samsung, which verifies notifications.
import { createPublicKey, type KeyObject } from 'node:crypto';

/** Undefined when the text is no RSA public key. */
export function publicKeyOf(text: string): KeyObject | undefined {
  try {
    const key = text.includes('BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

export const publicKeyProblem = (text: string): string | undefined =>
  publicKeyOf(text)
    ? undefined
    : 'is not an RSA public key. Copy the IAP public key from the Seller Portal.';
