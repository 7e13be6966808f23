// The licence key of an app at ONE store, with which it signs notifications.
import { createPublicKey, type KeyObject } from 'node:crypto';

/** Undefined when the text is no RSA public key in base64. */
export function licenceKeyOf(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

export const licenceKeyProblem = (text: string): string | undefined =>
  licenceKeyOf(text)
    ? undefined
    : 'is not an RSA public key in base64. Copy the licence key from the ONE store developer center, in one line.';
