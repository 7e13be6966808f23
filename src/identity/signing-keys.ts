// Keys that sign tokens: stored in the database, and rotated without invalidating live tokens.
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { Type } from 'typebox';
import { type Actor, SYSTEM, writeAudit } from '../audit/audit.ts';
import type { Clock } from '../base/clock.ts';
import { CannotOpen, type Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { placeIn } from '../storage/sealed.ts';
import type { Storage } from '../storage/storage.ts';
import { CACHE_LIFE_MS } from '../tenants/directory.ts';
import { stillVerifies } from './rotation.ts';

export const ALGORITHM = 'ES256';
/** An unknown key id may be a new key of another process; reads are limited because ids may be made up. */
const RELOAD_AFTER_MS = 1_000;
/** Sent after a rotation; whoever remembers checked tokens forgets them. */
export const KEYS_CHANGED = 'signing-keys';

export const KeyRotation = Type.Object(
  {
    end_now: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Ends all earlier keys at once, for a key that has leaked: every token that they signed is refused, and clients must fetch new ones.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type KeyRotation = Type.Static<typeof KeyRotation>;

interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly retiredAt: number | null;
}

/** Its secret does not open, so nothing may rely on it. */
type BrokenKey = Pick<SigningKey, 'kid' | 'retiredAt'> & { readonly broken: true };
type AnyKey = SigningKey | BrokenKey;

export interface SigningKeys {
  /** The current signing key; created when first needed. */
  current(): Promise<SigningKey>;
  byId(kid: string): Promise<SigningKey | undefined>;
  /** The public keys of all live tokens. */
  published(): Promise<JWK[]>;
  /** Signs with a new key from now on; old keys still verify, unless they end now. */
  rotate(actor: Actor, rotation?: KeyRotation): Promise<{ readonly kid: string }>;
}

/** Retired keys verify for `maxTokenAgeMs`, the longest lifetime of a token. */
export function createSigningKeys(
  { db, signals }: Storage,
  vault: Vault,
  clock: Clock,
  maxTokenAgeMs: number,
): SigningKeys {
  let loaded: { readonly keys: readonly AnyKey[]; readonly at: number } | undefined;
  let loading: Promise<readonly AnyKey[]> | undefined;
  let changes = 0;
  function forget(): void {
    changes += 1;
    loaded = undefined;
    loading = undefined;
  }
  signals.on(KEYS_CHANGED, forget);

  async function load(): Promise<readonly AnyKey[]> {
    if (loaded && clock() - loaded.at < CACHE_LIFE_MS) return loaded.keys;
    if (loading) return loading;
    const reading = read().finally(() => {
      if (loading === reading) loading = undefined;
    });
    loading = reading;
    return reading;
  }

  async function read(): Promise<readonly AnyKey[]> {
    const changesBefore = changes;
    const rows = await db.selectFrom('signing_key').selectAll().orderBy('created_at').execute();
    const keys = await Promise.all(
      rows.map(async (row): Promise<AnyKey> => {
        const { kid, retired_at: retiredAt } = row;
        const place = placeIn('signing_key', 'sealed_private_jwk', row);
        const secret = vault.open(row.sealed_private_jwk, place);
        if (secret === undefined) return { kid, retiredAt, broken: true };
        const publicJwk = JSON.parse(row.public_jwk) as JWK;
        return {
          kid,
          publicJwk,
          publicKey: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey,
          privateKey: (await importJWK(JSON.parse(secret) as JWK, ALGORITHM)) as CryptoKey,
          retiredAt,
        };
      }),
    );
    const live = keys.filter((key) => stillVerifies(key.retiredAt, clock(), maxTokenAgeMs));
    // Keys that ended while they were read must not be remembered.
    if (changes === changesBefore && !live.some((key) => 'broken' in key))
      loaded = { keys: live, at: clock() };
    return live;
  }

  async function rotate(
    actor: Actor,
    { end_now: endNow = false }: KeyRotation = {},
  ): Promise<{ kid: string }> {
    const key = await createKey(vault, clock);
    await db.transaction().execute(async (tx) => {
      await lockKeys(tx);
      const ended = endNow ? await tx.deleteFrom('signing_key').returning('kid').execute() : [];
      await tx
        .updateTable('signing_key')
        .set({ retired_at: clock() })
        .where('retired_at', 'is', null)
        .execute();
      await insertKey(tx, key, actor, endNow ? { ended: ended.map(({ kid }) => kid) } : {});
      await signals.announce(tx, KEYS_CHANGED);
    });
    signals.deliver(KEYS_CHANGED);
    return { kid: key.kid };
  }

  /** Of many processes that need the first key, one creates it and the others use it. */
  async function createFirst(): Promise<void> {
    const key = await createKey(vault, clock);
    await db.transaction().execute(async (tx) => {
      await lockKeys(tx);
      const found = await tx
        .selectFrom('signing_key')
        .select('kid')
        .where('retired_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (found) return;
      await insertKey(tx, key, SYSTEM);
      await signals.announce(tx, KEYS_CHANGED);
    });
    forget();
  }

  return {
    rotate,
    async current() {
      const signing = (keys: readonly AnyKey[]) => keys.findLast((key) => key.retiredAt === null);
      const key = signing(await load());
      if (key) return sound(key);
      await createFirst();
      return signing(await load()) as SigningKey;
    },
    async byId(kid) {
      const known = (await load()).find((key) => key.kid === kid);
      if (known) return sound(known);
      if (!loaded || clock() - loaded.at < RELOAD_AFTER_MS) return undefined;
      // Another process may have rotated a moment ago.
      loaded = undefined;
      const found = (await load()).find((key) => key.kid === kid);
      return found && sound(found);
    },
    published: async () => (await load()).flatMap((key) => ('broken' in key ? [] : key.publicJwk)),
  };
}

const LOCK = 'signing_key_lock';

/** Those who create keys wait for each other, in any number of processes. */
async function lockKeys(tx: Db): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name: LOCK, value: '' })
    // An update locks the row until the commit, an insert that does nothing would not.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute();
}

async function createKey(vault: Vault, clock: Clock) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = randomUUID();
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  const place = placeIn('signing_key', 'sealed_private_jwk', { kid });
  return {
    kid,
    public_jwk: JSON.stringify(publicJwk),
    sealed_private_jwk: vault.seal(privateJwk, place),
    created_at: clock(),
    retired_at: null,
  };
}

async function insertKey(
  tx: Db,
  key: Awaited<ReturnType<typeof createKey>>,
  actor: Actor,
  more: object = {},
): Promise<void> {
  await tx.insertInto('signing_key').values(key).execute();
  await writeAudit(tx, key.created_at, actor, {
    action: 'signing-key.rotate',
    gameIndex: null,
    target: `signing-keys/${key.kid}`,
    after: { kid: key.kid, ...more },
  });
}

/** A new key is not made by itself: the old one may open again once the right master key is set. */
function sound(key: AnyKey): SigningKey {
  if (!('broken' in key)) return key;
  throw new CannotOpen(
    `The signing key ${key.kid} does not open. Run tollgate doctor, and tollgate signing-key rotate to use a new one.`,
  );
}
