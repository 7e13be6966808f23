// Proves that the master key is the one the stored credentials were sealed with, before anything is sealed anew.

import type { Vault } from '../base/vault.ts';
import type { Storage } from '../storage/storage.ts';

const SETTING = 'master_key_sample';
const SAMPLE = 'sealed under the master key of this installation';

/** The first start seals a sample; each later one must be able to open it. False: another key. */
export async function proveMasterKey({ db }: Storage, vault: Vault): Promise<boolean> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: SETTING, value: vault.seal(SAMPLE) })
    // An update without a change: so the sample that is there comes back, also from a race.
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
  'TOLLGATE_MASTER_KEY is not the key that the stored credentials were encrypted with. Start with the key of the first start.';
