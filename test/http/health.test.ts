// GET /health/live, /health/ready and /metrics, and paths that do not exist.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { generation1 } from '../restriction/generations.ts';
import { newPlayer, registerType, restrict } from '../restriction/players.ts';
import { KINDS } from '../support/databases.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';
import { until } from '../support/process.ts';

suite('health and metrics', (gate) => {
  let app: TestApp;
  before(async () => {
    app = await gate.createApp();
  });

  test('/health/live answers as long as the process does', async () => {
    const answer = await gate.send('GET', '/health/live');
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }]);
  });

  test('/health/ready answers while the database does, once the service has started', async () => {
    const other = await gate.secondService();
    const early = await inject(other, 'GET', '/health/ready');
    const reason = 'The service is starting.';
    assert.deepEqual([early.status, early.body], [503, { status: 'unavailable', reason }]);
    other.start();
    const answer = await inject(other, 'GET', '/health/ready');
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ready' }]);
  });

  test('/health/ready is 503 when the database is gone, and live goes on', async () => {
    const other = await gate.secondService();
    await other.context.storage.close();
    const ready = await inject(other, 'GET', '/health/ready');
    const reason = 'The database does not respond.';
    assert.deepEqual([ready.status, ready.body], [503, { status: 'unavailable', reason }]);
    assert.equal((await inject(other, 'GET', '/health/live')).status, 200);
  });

  test('/metrics counts requests by operation and status, and the sizes of batches', async () => {
    await registerType(gate, app);
    await restrict(gate, app, newPlayer());
    await generation1.call(gate, app, '/game/block/delete', { player_id: newPlayer() });
    const answer = await gate.send('GET', '/metrics');
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['content-type']), /^text\/plain/);
    for (const operation of ['v2.block.type.set', 'v2.block.set', 'block.delete']) {
      const labels = `operation="${operation}",status="200",environment="production"`;
      assert.ok(answer.body.includes(`tollgate_requests_total{${labels}} 1\n`), operation);
    }
    for (const name of [
      'tollgate_request_seconds_bucket',
      'tollgate_batch_size_sum{environment="production",kind="restriction.change"} 2',
      'tollgate_database_connections{state="open",environment="production"}',
      'nodejs_eventloop_lag_seconds',
    ]) {
      assert.ok(answer.body.includes(name), name);
    }
  });

  test('/metrics tells what it knows when the database is gone, and leaves out the rest', async () => {
    const other = await gate.secondService();
    await other.context.storage.close();
    const { status, body } = await inject(other, 'GET', '/metrics');
    assert.equal(status, 200);
    assert.match(body, /^tollgate_database_writable\{environment="production"\} 1$/m);
    assert.match(body, /^# TYPE tollgate_open_alerts gauge$/m);
    assert.doesNotMatch(body, /^tollgate_open_alerts/m);
  });

  test('a path that does not exist is 404 and is named without its query', async () => {
    const answer = await gate.send('GET', '/nothing/here?token=secret');
    assert.deepEqual(
      [answer.status, answer.body],
      [404, { error: 'not_found', message: 'There is no GET /nothing/here.' }],
    );
  });
});

suite(
  'health on a database that refuses changes',
  (gate) => {
    test('/health/ready is 503 with the reason, /metrics says so, and both end by themselves', async () => {
      const service = await gate.secondService();
      service.start();
      const ready = async () => {
        const { status, body } = await inject(service, 'GET', '/health/ready');
        return [status, body] as const;
      };
      const writable = async () => {
        const { body } = await inject(service, 'GET', '/metrics');
        return /^tollgate_database_writable\{environment="production"\} (\d)$/m.exec(body)?.[1];
      };
      assert.deepEqual([await ready(), await writable()], [[200, { status: 'ready' }], '1']);
      const client = new pg.Client({
        connectionString: gate.database.variables.DATABASE_URL as string,
      });
      await client.connect();
      const { rows } = await client.query('select current_database() as name');
      const alter = `alter database ${rows[0].name}`;
      await client.query(`${alter} set default_transaction_read_only = on`);
      // Only new sessions begin with the setting.
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      const reason = 'The database is read-only.';
      await until(async () => isDeepStrictEqual(await ready(), refusal(reason)));
      assert.equal(await writable(), '0');
      await client.query(`${alter} reset default_transaction_read_only`);
      await client.end();
      await until(async () => (await ready())[0] === 200);
      await until(async () => (await writable()) === '1');
    });
  },
  { kinds: KINDS.filter((kind) => kind === 'postgres') },
);

const refusal = (reason: string) => [503, { status: 'unavailable', reason }];
