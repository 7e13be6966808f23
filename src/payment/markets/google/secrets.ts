// Checks Google's secrets when they are saved, and says what is wrong with one.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyFile } from '../description.ts';

const SEND_THE_FILE = 'Send the text of the JSON key file from the Google Cloud console.';

/** Undefined when the text is the key file of a service account. */
export function serviceAccountProblem(text: string): string | undefined {
  const file = parse(text);
  if (!file) return `is not a JSON object. ${SEND_THE_FILE}`;
  if (file.installed !== undefined || file.web !== undefined) {
    return `is the file of an OAuth client, not of a service account. ${SEND_THE_FILE}`;
  }
  if (file.type !== undefined && file.type !== 'service_account') {
    return `has another type than service_account. ${SEND_THE_FILE}`;
  }
  for (const name of ['client_email', 'private_key']) {
    if (typeof file[name] !== 'string' || file[name] === '') {
      return `has no ${name}. ${SEND_THE_FILE}`;
    }
  }
  const key = read(() => createPrivateKey(String(file.private_key)));
  if (!key) {
    return 'has a private_key that is not a readable PEM private key. Send the JSON key file unchanged, with the line breaks of the key.';
  }
  return key.asymmetricKeyType === 'rsa'
    ? undefined
    : `has a private_key that is not an RSA key. ${SEND_THE_FILE}`;
}

const COPY_IT = 'Copy the licence key from the Play Console, in one line.';
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Undefined when the text is an RSA public key in base64, as the Play Console shows it. */
export function licenceKeyProblem(text: string): string | undefined {
  if (!BASE64.test(text)) return `is not base64. ${COPY_IT}`;
  const der = Buffer.from(text, 'base64');
  const key = read(() => createPublicKey({ key: der, format: 'der', type: 'spki' }));
  if (!key) return `is base64, but not of a public key. ${COPY_IT}`;
  return key.asymmetricKeyType === 'rsa'
    ? undefined
    : `is a public key, but not an RSA key. ${COPY_IT}`;
}

/** Settings and secrets in a key file of the Google Cloud console. */
export function googleKeyFile(name: string, text: string): KeyFile | { problem: string } {
  const email = parse(text)?.client_email;
  return typeof email === 'string'
    ? { settings: { service_account_email: email }, secrets: { service_account: text } }
    : { problem: `${name} is not the JSON key file of a service account.` };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function read(make: () => KeyObject): KeyObject | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
