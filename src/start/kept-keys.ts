// Derived keys that outlive their master key, for what cannot be made anew: receipts in players' hands, recovery codes.
import type { OperationContext } from '../audit/operation.ts';
import { placeIn } from '../storage/sealed.ts';

/** The purposes of one thing stay together. */
const KEPT = ['receipts', 'receipt nonces', 'recovery codes'] as const;

/** Keeps those of all previous keys. */
export async function keepKeys({ storage, vault, clock }: OperationContext): Promise<void> {
  const rows = vault.masters.slice(1).flatMap(({ id, derive }) =>
    KEPT.map((purpose) => {
      const row = { key_id: id, purpose };
      const place = placeIn('kept_key', 'sealed_key', row);
      const sealed_key = vault.seal(derive(purpose).toString('base64'), place);
      return { ...row, sealed_key, created_at: clock() };
    }),
  );
  if (rows.length === 0) return;
  await storage.db
    .insertInto('kept_key')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetKeptKeys({ storage }: OperationContext): Promise<void> {
  await storage.db.deleteFrom('kept_key').execute();
}

export async function readKeptKeys({ storage, vault }: OperationContext): Promise<void> {
  const rows = await storage.db.selectFrom('kept_key').selectAll().execute();
  vault.keep(
    rows.flatMap((row) => {
      const text = vault.open(row.sealed_key, placeIn('kept_key', 'sealed_key', row));
      const { key_id: id, purpose } = row;
      return text === undefined ? [] : { id, purpose, key: Buffer.from(text, 'base64') };
    }),
  );
}
