// `tollgate cluster`: distributes the tables of a database with Citus, and says what is wrong elsewhere.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { FOREIGN_KEYS, LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import { openLedger } from '../payment/queries/records.ts';
import { type SuiteOptions, suite } from '../support/harness.ts';
import { until } from '../support/process.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const isCluster = process.env.TEST_CITUS_URL !== undefined;

describe('layout of a cluster', () => {
  test('a table is distributed after the one that it refers to', () => {
    const order = Object.keys(LAYOUT);
    for (const { from, to } of FOREIGN_KEYS) assert.ok(order.indexOf(to) < order.indexOf(from));
  });
});

suite('tollgate cluster', (gate) => {
  const variables = () => ({ ...gate.database.variables, SANDBOX_PORT: 'off' });

  test('without a cluster every command says what is missing', { skip: isCluster }, async () => {
    const needed =
      gate.kind === 'sqlite'
        ? 'A cluster needs PostgreSQL. Set DATABASE_URL to its coordinator.'
        : 'The database has no extension citus. Install Citus on every server and run: create extension citus.';
    for (const args of [['init'], ['init', '--dry-run'], ['status'], ['rebalance']]) {
      const { code, stderr } = await tollgate(variables(), ['cluster', ...args]);
      assert.deepEqual([code, stderr.trim()], [1, `error: ${needed}`], args.join(' '));
    }
  });

  test('isolate takes the number of a project', async () => {
    const { code, stderr } = await tollgate(variables(), ['cluster', 'isolate', 'zero']);
    assert.deepEqual(
      [code, stderr.trim()],
      [2, 'error: game_index must be the number of a project.'],
    );
  });
});

interface Status {
  readonly nodes: { readonly role: string; readonly port: number; readonly shards: number }[];
  readonly rebalancing: string | null;
}

const onCluster: SuiteOptions = { kinds: isCluster ? ['postgres'] : [] };

suite(
  'tollgate cluster with Citus',
  (gate) => {
    const variables = () => ({ ...gate.database.variables, SANDBOX_PORT: 'off' });

    test('a second init has nothing to do', async () => {
      const items: object[] = [];
      assert.deepEqual(await tollgateJson(variables(), ['cluster', 'init', '--dry-run']), {
        items,
      });
      assert.deepEqual(await tollgateJson(variables(), ['cluster', 'init']), { items });
    });

    test('every table is where the layout wants it', async () => {
      const { nodes, tables } = (await tollgateJson(variables(), ['cluster', 'status'])) as {
        nodes: { role: string; active: boolean }[];
        tables: object[];
      };
      assert.deepEqual(
        nodes.map(({ role, active }) => [role, active]),
        [
          ['coordinator', true],
          ['worker', true],
          ['worker', true],
        ],
      );
      assert.deepEqual(
        tables,
        Object.entries(LAYOUT).map(([table, wanted]) => ({
          environment: 'production',
          table,
          wanted,
          place: wanted,
        })),
      );
    });

    test('a table that is not distributed is named, printed, and moved with its rows', async () => {
      await gate.createApp();
      const { db } = gate.service.context.storage;
      const entries = () =>
        db.selectFrom('audit_log').select('audit_id').orderBy('audit_id').execute();
      const before = await entries();
      await sql`select undistribute_table('production.audit_log')`.execute(db);
      const { stdout } = await tollgate(variables(), ['doctor']);
      assert.match(
        stdout,
        /WRONG production: Tables that are not distributed over the cluster: audit_log\. Run tollgate cluster init --env production\./,
      );
      const items = [
        {
          environment: 'production',
          table: 'audit_log',
          statements: [
            "select create_distributed_table('production.audit_log', 'game_index', colocate_with => 'production.change_sequence')",
          ],
        },
      ];
      assert.deepEqual(await tollgateJson(variables(), ['cluster', 'init', '--dry-run']), {
        items,
      });
      assert.deepEqual(await tollgateJson(variables(), ['cluster', 'init']), { items });
      assert.ok(before.length > 0);
      assert.deepEqual(await entries(), before);
      const { rows } = await sql`select pg_relation_size('production.audit_log') as bytes`.execute(
        db,
      );
      assert.deepEqual(rows, [{ bytes: 0 }], 'no rows are left on the coordinator');
    });

    test('migrate distributes a table that is new', async () => {
      const { storage } = gate.service.context;
      await sql`select undistribute_table('production.outbox_attempt')`.execute(storage.db);
      await tollgateJson(variables(), ['migrate']);
      const { tables } = (await tollgateJson(variables(), ['cluster', 'status'])) as {
        tables: { table: string; place: string }[];
      };
      const found = tables.find(({ table }) => table === 'outbox_attempt');
      assert.equal(found?.place, 'project');
    });

    test('rebalance empties a node that shall have no shards, and fills it again, while purchases go on', async () => {
      const { db } = gate.service.context.storage;
      const shop = await openLedger(gate);
      const { rows: workers } = await sql<{ port: number }>`
        select nodeport as port from pg_dist_node where groupid > 0 order by groupid`.execute(db);
      const last = workers.at(-1)?.port;
      const shards = async () =>
        ((await tollgateJson(variables(), ['cluster', 'status'])) as Status).nodes.flatMap(
          ({ role, port, shards }) => (role === 'worker' ? [[port, shards > 0]] : []),
        );
      const finished = async (): Promise<boolean> => {
        await shop.record();
        const { rebalancing } = (await tollgateJson(variables(), ['cluster', 'status'])) as Status;
        assert.notEqual(rebalancing, 'failed');
        return rebalancing === 'finished';
      };
      const rebalance = async (hasShards: boolean): Promise<void> => {
        await sql`select citus_set_node_property('127.0.0.1', ${last}::integer, 'shouldhaveshards',
          ${hasShards}::boolean)`.execute(db);
        const answer = await tollgateJson(variables(), ['cluster', 'rebalance']);
        assert.deepEqual(answer, { started: true });
        await until(finished);
      };
      await rebalance(false);
      assert.deepEqual(
        await shards(),
        workers.map(({ port }) => [port, port !== last]),
      );
      await rebalance(true);
      assert.deepEqual(
        await shards(),
        workers.map(({ port }) => [port, true]),
      );
      assert.deepEqual(await tollgateJson(variables(), ['cluster', 'rebalance']), {
        started: false,
      });
      const { body } = await shop.list({ size: 100 });
      const numbers = await db
        .selectFrom('purchase')
        .select('number')
        .where('game_index', '=', shop.app.gameIndex)
        .where('appid', '=', shop.app.appid)
        .orderBy('number')
        .execute();
      assert.ok(numbers.length > 1);
      assert.equal(body.data.length, Math.min(numbers.length, 100));
      assert.deepEqual(
        numbers.map(({ number }) => number),
        numbers.map((_, index) => index + 1),
      );
    });

    test('a project gets shards of its own once', async () => {
      const { gameIndex } = await gate.createApp();
      const args = ['cluster', 'isolate', String(gameIndex), '--block-writes'];
      const done = { game_index: gameIndex, isolated: true };
      assert.deepEqual(await tollgateJson(variables(), args), done);
      assert.deepEqual(await tollgateJson(variables(), args), { ...done, isolated: false });
    });
  },
  onCluster,
);
