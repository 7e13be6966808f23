// The sealed secrets of a receiver: its key, the old key during a rotation, and the bearer token.
import type { Vault } from '../base/vault.ts';
import type { ReceiverTable } from '../storage/schema.ts';
import { placeIn } from '../storage/sealed.ts';

type SecretColumn = 'sealed_key' | 'sealed_old_key' | 'sealed_bearer';
type Lane = Pick<ReceiverTable, 'game_index' | 'channel'>;
type SealedReceiver = Lane & Pick<ReceiverTable, SecretColumn>;

export const sealSecret = (vault: Vault, lane: Lane, column: SecretColumn, plain: string): string =>
  vault.seal(plain, placeIn('receiver', column, lane));

/** For sending: undefined when there is none; fails when it does not open. */
export function unsealSecret(
  vault: Vault,
  row: SealedReceiver,
  column: SecretColumn,
): string | undefined {
  const sealed = row[column];
  return sealed === null ? undefined : vault.unseal(sealed, placeIn('receiver', column, row));
}

/** For operators, who must be able to replace it: undefined also when it does not open. */
export function openSecret(
  vault: Vault,
  row: SealedReceiver,
  column: SecretColumn,
): string | undefined {
  const sealed = row[column];
  return sealed === null ? undefined : vault.open(sealed, placeIn('receiver', column, row));
}

/** Of a row that is written again: under the current key, because the stored text may be replaced meanwhile. */
export function carrySecret(
  vault: Vault,
  row: SealedReceiver,
  column: SecretColumn,
): string | null {
  const plain = openSecret(vault, row, column);
  // What does not open stays as it is, for when its key is set again.
  return plain === undefined ? row[column] : sealSecret(vault, row, column, plain);
}
