// SQL of the certificate chains of stored receipts.
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Chain } from './stored-receipt.ts';

const byHashes = statement(
  (db, $: Params<{ hashes: readonly string[] }>) =>
    db.selectFrom('certificate_chain').select('chain_hash').where('chain_hash', 'in', $.hashes),
  { constant: true },
);

/** Those that are not stored yet. */
export async function findNewChains(
  tx: Queryable,
  chains: readonly (Chain | undefined)[],
): Promise<readonly Chain[]> {
  const byHash = new Map(chains.flatMap((chain) => (chain ? [[chain.chain_hash, chain]] : [])));
  if (byHash.size === 0) return [];
  for (const { chain_hash } of await byHashes(tx, { hashes: [...byHash.keys()] })) {
    byHash.delete(chain_hash);
  }
  return [...byHash.values()];
}

/** In the same order everywhere, so that transactions cannot deadlock. */
export const insertChains = (tx: Db, chains: readonly Chain[]): Promise<void> =>
  insertRows(
    tx,
    'certificate_chain',
    chains.toSorted((one, other) => (one.chain_hash < other.chain_hash ? -1 : 1)),
    'on conflict (chain_hash) do nothing',
  );
