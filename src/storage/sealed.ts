// Every column with sealed secrets, and the place that each of them is bound to.
import type { Place } from '../base/vault.ts';
import type { Schema } from './schema.ts';

/** The key and the sealed columns of each table. */
export const SEALED = {
  signing_key: { key: ['kid'], columns: ['sealed_private_jwk'] },
  market_setting: { key: ['appid', 'market'], columns: ['sealed_secrets'] },
  former_gateway: { key: ['appid', 'gateway'], columns: ['sealed_secrets'] },
  receiver: {
    key: ['game_index', 'channel'],
    columns: ['sealed_key', 'sealed_old_key', 'sealed_bearer'],
  },
  alert_channel: { key: ['game_index', 'channel_id'], columns: ['sealed_target'] },
  price_key: { key: ['key_id'], columns: ['sealed_key'] },
  account: { key: ['account_id'], columns: ['sealed_totp'] },
  oidc_session: { key: ['session_id'], columns: ['sealed_tokens'] },
  kept_key: { key: ['key_id', 'purpose'], columns: ['sealed_key'] },
} as const satisfies {
  readonly [Table in keyof Schema]?: {
    readonly key: readonly (keyof Schema[Table] & string)[];
    readonly columns: readonly `sealed_${string}`[];
  };
};

type Sealed = typeof SEALED;
export type SealedTable = keyof Sealed;
type KeyOf<Table extends SealedTable> = Sealed[Table]['key'][number];
type Row<Table extends SealedTable> = { readonly [Name in KeyOf<Table>]: string | number };

/** `place` of a column in a row. */
export function placeIn<Table extends SealedTable>(
  table: Table,
  column: Sealed[Table]['columns'][number],
  row: Row<Table>,
): Place {
  const key: readonly KeyOf<Table>[] = SEALED[table].key;
  return { table, column, key: key.map((name) => row[name]) };
}
