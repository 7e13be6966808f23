// Checks that the master key is the one that encrypted the stored credentials.

import type { Vault } from '../base/vault.ts';
import type { Storage } from '../storage/storage.ts';

const SETTING = 'master_key_sample';
const SAMPLE = 'sealed under the master key of this installation';

/** The first start encrypts a sample, and later starts must decrypt it. False: the key is another one. */
export async function proveMasterKey({ db }: Storage, vault: Vault): Promise<boolean> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: SETTING, value: vault.seal(SAMPLE) })
    // A no-op update returns the existing sample, even in a race.
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  try {
    return vault.unseal(value) === SAMPLE;
  } catch {
    return false;
  }
}

export const WRONG_MASTER_KEY =
  'TOLLGATE_MASTER_KEY is not the key that encrypted the stored credentials. Use the key of the first start.';
