// The master key and the data: proves that they belong together, and opens data of older releases.

import type { OperationContext } from '../audit/operation.ts';
import { isOlderForm, keyIdOf, type Place, type Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { reseal } from '../storage/reseal.ts';
import type { Storage } from '../storage/storage.ts';
import { readKeptKeys } from './kept-keys.ts';

const SETTING = 'master_key_sample';
const SAMPLE = 'sealed under the master key of this installation';
const PLACE: Place = { table: 'setting', column: 'value', key: [SETTING] };

export const WRONG_MASTER_KEY =
  'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use that key, or add it to TOLLGATE_MASTER_KEY_PREVIOUS.';

export type Proof =
  | 'right'
  | 'wrong'
  /** Right, and the secrets are in the form of an older release. */
  | 'older';

/** The first start encrypts a sample, and later starts must decrypt it. */
export async function proveMasterKey({ db }: Storage, vault: Vault): Promise<Proof> {
  const value = (await readSample(db)) ?? (await firstSample(db, vault));
  if (isOlderForm(value)) return vault.openOlder(value) === SAMPLE ? 'older' : 'wrong';
  const checked = vault.check(value, PLACE);
  return 'plain' in checked && checked.plain === SAMPLE ? 'right' : 'wrong';
}

async function readSample(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row?.value;
}

async function firstSample(db: Db, vault: Vault): Promise<string> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: SETTING, value: vault.seal(SAMPLE, PLACE) })
    // A no-op update returns the existing sample, even in a race.
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/**
 * Proves the key, binds the secrets of an older release to their places, and reads the kept keys.
 * Undefined: the key is another one.
 */
export async function openSecrets(
  context: OperationContext,
): Promise<{ readonly bound: number } | undefined> {
  const { storage, vault } = context;
  const proof = await proveMasterKey(storage, vault);
  if (proof === 'wrong') return undefined;
  const bound = proof === 'older' ? await bindSecrets(context) : 0;
  await readKeptKeys(context);
  return { bound };
}

/** The sample comes last: until then a start that was cut off is taken up by the next one. */
async function bindSecrets({ storage: { db }, vault }: OperationContext): Promise<number> {
  const { resealed } = await reseal(db, vault, {
    needs: isOlderForm,
    open: ({ text }) => vault.openOlder(text),
  });
  await sealSample(db, vault);
  return resealed;
}

/** Seals the sample under the current key. False when it is, or when another process did it. */
export async function sealSample(tx: Db, vault: Vault): Promise<boolean> {
  const sample = await readSample(tx);
  if (sample === undefined || keyIdOf(sample) === vault.masters[0]?.id) return false;
  const changed = await tx
    .updateTable('setting')
    .set({ value: vault.seal(SAMPLE, PLACE) })
    .where('name', '=', SETTING)
    .where('value', '=', sample)
    .returning('name')
    .executeTakeFirst();
  return changed !== undefined;
}
