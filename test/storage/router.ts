// Where a cluster (TEST_CITUS_URL) executed what was done, by the engine's own counts.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Gate } from '../support/harness.ts';

export interface Counts {
  readonly oneShard: number;
  readonly severalShards: number;
  /** Transactions over several nodes. */
  readonly severalNodes: number;
}

export async function counts(gate: Gate): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select query_execution_single_shard as "oneShard",
      query_execution_multi_shard as "severalShards",
      (select count(*) from (select 1 from pg_dist_transaction
        group by regexp_replace(gid, '_\\d+$', '') having count(distinct groupid) > 1) as each
      ) as "severalNodes"
    from citus_stat_counters where name = current_database()`.execute(
    gate.service.context.storage.db,
  );
  return rows[0] ?? assert.fail('no counters');
}

/** Twice: what is read once and kept is not counted. */
export async function staysOnOneNode(gate: Gate, work: () => Promise<unknown>): Promise<void> {
  await work();
  const earlier = await counts(gate);
  await work();
  const later = await counts(gate);
  assert.equal(later.severalShards - earlier.severalShards, 0, 'on several shards');
  assert.equal(later.severalNodes - earlier.severalNodes, 0, 'transactions over several nodes');
  assert.ok(later.oneShard > earlier.oneShard, 'on one shard');
}
