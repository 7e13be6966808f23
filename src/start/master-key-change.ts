// Changing the master key: which key the stored secrets are sealed under, and sealing all of them under the current one.
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { OperationContext } from '../audit/operation.ts';
import { isOlderForm, keyIdOf, nameOf, type Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { patiently, readSealed, reseal } from '../storage/reseal.ts';
import { forgetKeptKeys, keepKeys } from './kept-keys.ts';
import { sealSample } from './master-key.ts';

export interface KeyUse {
  /** Empty for texts that have none. */
  readonly key_id: string;
  readonly key: 'current' | 'previous' | 'not set' | 'older form' | 'damaged';
  readonly secrets: number;
}

/** The keys of the ring, and all others that secrets are sealed under. */
export async function countKeys(db: Db, vault: Vault): Promise<KeyUse[]> {
  const uses = new Map<string, { -readonly [Name in keyof KeyUse]: KeyUse[Name] }>();
  const useOf = (key_id: string, key: KeyUse['key']) => {
    const use = uses.get(`${key_id} ${key}`) ?? { key_id, key, secrets: 0 };
    uses.set(`${key_id} ${key}`, use);
    return use;
  };
  vault.masters.forEach(({ id }, index) => {
    useOf(id, index === 0 ? 'current' : 'previous');
  });
  for await (const batch of readSealed(db)) {
    for (const { text } of batch) useOf(keyIdOf(text) ?? '', kindOf(vault, text)).secrets += 1;
  }
  return [...uses.values()];
}

function kindOf(vault: Vault, text: string): KeyUse['key'] {
  const id = keyIdOf(text);
  if (id === undefined) return isOlderForm(text) ? 'older form' : 'damaged';
  const index = vault.masters.findIndex((master) => master.id === id);
  if (index < 0) return 'not set';
  return index === 0 ? 'current' : 'previous';
}

export interface MasterKeyChange {
  /** Ends at once what the earlier keys still accept. */
  readonly endNow: boolean;
  readonly onBatch?: (size: number) => void;
}

export interface ChangedMasterKey {
  readonly key_id: string;
  readonly resealed: number;
  /** The secrets that do not open. */
  readonly unopened: readonly string[];
}

/** Works beside running processes; can be repeated, and goes on where it was cut off. */
export async function changeMasterKey(
  context: OperationContext,
  actor: Actor,
  { endNow, onBatch }: MasterKeyChange,
): Promise<ChangedMasterKey> {
  const { storage, vault, clock } = context;
  const key_id = vault.masters[0]?.id ?? '';
  await patiently(() => (endNow ? forgetKeptKeys(context) : keepKeys(context)));
  const { resealed, unopened } = await reseal(storage.db, vault, {
    needs: (text) => keyIdOf(text) !== key_id,
    open: ({ text, place }) => vault.open(text, place),
    onBatch,
  });
  await patiently(() =>
    storage.db.transaction().execute(async (tx) => {
      const sampled = await sealSample(tx, vault);
      if (resealed === 0 && !sampled && !endNow) return;
      await writeAudit(tx, clock(), actor, {
        action: 'master-key.rotate',
        gameIndex: null,
        target: 'master-key',
        after: { key_id, resealed, ...(endNow && { end_now: true }) },
      });
    }),
  );
  return { key_id, resealed, unopened: unopened.map(nameOf) };
}

/** A sentence about each secret that does not open. */
export async function findProblems(db: Db, vault: Vault): Promise<string[]> {
  const problems: string[] = [];
  for await (const batch of readSealed(db)) {
    for (const { text, place } of batch) {
      const checked = vault.check(text, place);
      if ('problem' in checked) problems.push(checked.problem);
    }
  }
  return problems;
}
