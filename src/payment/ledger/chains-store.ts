// SQL of the certificate chains of stored receipts.
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Chain } from './stored-receipt.ts';

const byHashes = statement(
  (db, $: Params<{ gameIndex: number; hashes: readonly string[] }>) =>
    ofProject(db, $)
      .selectFrom('certificate_chain')
      .select('chain_hash')
      .where('chain_hash', 'in', $.hashes),
  { constant: true },
);

/** Those that the project has not stored yet. */
export async function findNewChains(
  tx: Queryable,
  { gameIndex }: AppName,
  chains: readonly (Chain | undefined)[],
): Promise<readonly Chain[]> {
  const byHash = new Map(chains.flatMap((chain) => (chain ? [[chain.chain_hash, chain]] : [])));
  if (byHash.size === 0) return [];
  for (const { chain_hash } of await byHashes(tx, { gameIndex, hashes: [...byHash.keys()] })) {
    byHash.delete(chain_hash);
  }
  return [...byHash.values()];
}

/** In the same order everywhere, so that transactions cannot deadlock. */
export const insertChains = (
  tx: Db,
  chains: readonly (Chain & { readonly game_index: number })[],
): Promise<void> =>
  insertRows(
    tx,
    'certificate_chain',
    chains.toSorted(
      (one, other) =>
        one.game_index - other.game_index || (one.chain_hash < other.chain_hash ? -1 : 1),
    ),
    'on conflict (game_index, chain_hash) do nothing',
  );
