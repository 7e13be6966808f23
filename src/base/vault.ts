// Secrets at rest: credentials that Tollgate must read back are encrypted, all others are hashed.
import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createKeyring, type Keyring } from './keyring.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^v2\.([0-9a-f]{12})\.([\w-]+)$/;
/** Releases up to 0.1 did not bind a secret to its place. */
const OLDER_FORM = 'v1.';

/** Where a secret is stored: it opens nowhere else. */
export interface Place {
  readonly table: string;
  readonly column: string;
  /** The row's key. */
  readonly key: readonly (string | number)[];
}

export type Checked = { readonly plain: string } | { readonly problem: string };

export interface Vault extends Pick<Keyring, 'masters' | 'derived' | 'keep'> {
  seal(plain: string, place: Place): string;
  /** Fails when the text was sealed for another place, under a key that is not set, or was changed. */
  unseal(sealed: string, place: Place): string;
  /** The same, but undefined instead of a failure. */
  open(sealed: string, place: Place): string | undefined;
  /** The same, but with a sentence about the problem, which is not reported. */
  check(sealed: string, place: Place): Checked;
  /** Opens a text of an older release, wherever it is stored. Only for the upgrade. */
  openOlder(sealed: string): string | undefined;
  /** The current key for one purpose. */
  derive(purpose: string): Buffer;
}

export interface VaultOptions {
  readonly masterKey: Buffer;
  /** Keys that open what was sealed under them. */
  readonly previousKeys?: readonly Buffer[] | undefined;
  /** Secrets of one environment do not open in the other. */
  readonly environment: string;
  /** Gets a sentence about each secret that does not open. */
  readonly onProblem?: (problem: string) => void;
}

export class CannotOpen extends Error {}

export function createVault(options: VaultOptions): Vault {
  const { environment, onProblem = () => {} } = options;
  const ring = createKeyring(options.masterKey, options.previousKeys ?? []);
  const bound = ({ table, column, key }: Place): Buffer =>
    Buffer.from(JSON.stringify(['tollgate', environment, table, column, ...key.map(String)]));

  function check(sealed: string, place: Place): Checked {
    const [, id, body = ''] = FORM.exec(sealed) ?? [];
    const name = nameOf(place);
    if (isOlderForm(sealed)) {
      return {
        problem: `${name} is in the form of an older release, which opens only when Tollgate is upgraded. Set it again.`,
      };
    }
    if (id === undefined) {
      return { problem: `${name} is not in the form of a sealed secret. Set it again.` };
    }
    const master = ring.masters.find((each) => each.id === id);
    if (!master) {
      return {
        problem: `${name} is sealed under the master key ${id}, which is not set. Add that key to TOLLGATE_MASTER_KEY_PREVIOUS, or set the secret again.`,
      };
    }
    const plain = decrypt(master.derive('sealed secrets'), body, bound(place));
    return plain === undefined
      ? { problem: `${name} was sealed for another place, or was changed. Set it again.` }
      : { plain };
  }

  function unseal(sealed: string, place: Place): string {
    const checked = check(sealed, place);
    if ('plain' in checked) return checked.plain;
    onProblem(checked.problem);
    throw new CannotOpen(checked.problem);
  }

  return {
    masters: ring.masters,
    derived: ring.derived,
    keep: ring.keep,
    derive: ring.current.derive,
    check,
    unseal,
    seal(plain, place) {
      const { id, derive } = ring.current;
      return `v2.${id}.${encrypt(derive('sealed secrets'), plain, bound(place))}`;
    },
    open(sealed, place) {
      const checked = check(sealed, place);
      if ('plain' in checked) return checked.plain;
      onProblem(checked.problem);
      return undefined;
    },
    openOlder(sealed) {
      if (!isOlderForm(sealed)) return undefined;
      const body = sealed.slice(OLDER_FORM.length);
      const plains = ring.masters.map((each) => decrypt(each.derive('credentials'), body));
      return plains.find((plain) => plain !== undefined);
    },
  };
}

export const isOlderForm = (sealed: string): boolean => sealed.startsWith(OLDER_FORM);

/** The id of the master key; undefined when the text has none. */
export const keyIdOf = (sealed: string): string | undefined => FORM.exec(sealed)?.[1];

export const nameOf = ({ table, column, key }: Place): string =>
  `${table}.${column} of ${key.join('/')}`;

function encrypt(key: Buffer, plain: string, bound: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, text: string, bound?: Buffer): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  if (bound) decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString();
  } catch {
    return undefined;
  }
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
