// Keys derived from the master keys of an installation: the current one makes, every one of the ring accepts.
import { hkdfSync } from 'node:crypto';

const ID_LENGTH = 12;

export interface MasterKey {
  /** Tells keys apart; the key cannot be computed from it. */
  readonly id: string;
  /** A key for one purpose. */
  derive(purpose: string): Buffer;
}

/** A derived key that outlives its master key. */
export interface KeptKey {
  readonly id: string;
  readonly purpose: string;
  readonly key: Buffer;
}

export interface Keyring {
  readonly current: MasterKey;
  /** The current key first. */
  readonly masters: readonly MasterKey[];
  /** The keys for a purpose, in the same order of master keys for each; the current one first. */
  derived(purpose: string): readonly Buffer[];
  /** From now on these are accepted too. */
  keep(keys: readonly KeptKey[]): void;
}

function createMasterKey(key: Buffer): MasterKey {
  const known = new Map<string, Buffer>();
  const derive = (purpose: string): Buffer => {
    const derived = known.get(purpose) ?? hkdf(key, purpose);
    known.set(purpose, derived);
    return derived;
  };
  return { id: hkdf(key, 'key id').toString('hex').slice(0, ID_LENGTH), derive };
}

export function createKeyring(current: Buffer, previous: readonly Buffer[]): Keyring {
  const masters = [current, ...previous].map(createMasterKey);
  const ids = new Set(masters.map(({ id }) => id));
  let kept: readonly KeptKey[] = [];
  return {
    current: masters[0] as MasterKey,
    masters,
    derived: (purpose) => [
      ...masters.map((master) => master.derive(purpose)),
      ...kept.filter((each) => each.purpose === purpose).map(({ key }) => key),
    ],
    keep(keys) {
      kept = keys.filter(({ id }) => !ids.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
}

const hkdf = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `tollgate ${purpose}`, 32));
