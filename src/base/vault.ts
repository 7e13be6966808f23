// Secrets at rest: credentials that Tollgate must read back are encrypted, all others are hashed.
import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Vault {
  seal(plain: string): string;
  /** Fails when the text was sealed under another master key or was changed. */
  unseal(sealed: string): string;
  /** A key derived from the master key for one purpose. */
  derive(purpose: string): Buffer;
}

export function createVault(masterKey: Buffer): Vault {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `tollgate ${purpose}`, 32));
  const key = derive('credentials');
  return {
    derive,
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

export interface NewSecret {
  /** Shown once. */
  readonly secret: string;
  readonly hash: string;
  /** The last characters, so that people can tell secrets apart. */
  readonly hint: string;
}

export function newSecret(prefix: string): NewSecret {
  const secret = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashSecret(secret), hint: secret.slice(-4) };
}

/** Secrets are 256 random bits, so a plain hash cannot be brute-forced. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Two hashes of equal length, compared in constant time. */
export function sameHash(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
