// A PostgreSQL server that hangs, is a standby, or has no connection left: quick failures, and everything works again by itself.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { isConnectionLost, whyUnavailable } from '../../src/storage/failure.ts';
import { type DatabaseNews, openStorage, type Storage } from '../../src/storage/storage.ts';
import { connectTo, type PostgresServer, startPostgres, takeAll } from '../support/postgres.ts';
import { until } from '../support/process.ts';

const MAX_CONNECTIONS = 8;
/** PostgreSQL's own limit for a statement, which a hanging server does not keep. */
const STATEMENT_TIMEOUT_MS = 15_000;

describe('a PostgreSQL server that', () => {
  let server: PostgresServer;
  const opened: Storage[] = [];
  const open = ({ url }: PostgresServer, onNews?: (news: DatabaseNews) => void): Storage => {
    const storage = openStorage(
      { kind: 'postgres', url, schema: 'production', poolSize: 5 },
      onNews,
    );
    opened.push(storage);
    return storage;
  };
  before(async () => {
    server = await startPostgres({ settings: [`max_connections=${MAX_CONNECTIONS}`] });
    const storage = open(server);
    await storage.migrate();
  });
  after(async () => {
    for (const storage of opened) await storage.close();
    await server.stop();
  });
  const closeAll = async (): Promise<void> => {
    for (const storage of opened.splice(0)) await storage.close();
  };

  test('works has limits for statements and for transactions that stand still', async () => {
    const { db } = open(server);
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    assert.deepEqual(rows, [{ statement: '15s', idle: '10s' }]);
    await closeAll();
  });

  test('hangs without closing connections', { timeout: 300_000 }, async () => {
    const news: DatabaseNews[] = [];
    const storage = open(server, (each) => news.push(each));
    const ask = () => sql`select 2`.execute(storage.db);
    await Promise.all([ask(), ask(), ask()]);
    await until(async () => (await watchers(storage)) === 1);
    let gaps = 0;
    storage.signals.on('settings', () => {
      gaps += 1;
    });
    server.freeze();
    try {
      const began = performance.now();
      const failures = await Promise.all([ask(), ask(), ask()].map(failureOf));
      assert.deepEqual(
        failures.map((error) => isConnectionLost(error)),
        [true, true, true],
      );
      assert.ok(
        performance.now() - began < STATEMENT_TIMEOUT_MS,
        'sooner than any statement may take',
      );
      assert.equal(
        whyUnavailable(await failureOf(storage.check())),
        'The database does not respond.',
      );
      assert.ok(gaps >= 2, 'what others may have changed meanwhile is forgotten every second');
    } finally {
      server.thaw();
    }
    await until(() =>
      storage.check().then(
        () => true,
        () => false,
      ),
    );
    await until(() => news.length === 2);
    assert.deepEqual(news, [
      { kind: 'away', reason: 'The server does not answer.' },
      { kind: 'back' },
    ]);
    await closeAll();
  });

  test('has no connection left serves callers with those that there are', async () => {
    const storage = open(server);
    await storage.check();
    await until(async () => (await watchers(storage)) === 1);
    const taken = await takeAll(server);
    try {
      const late = open(server);
      const refused = await failureOf(late.check());
      assert.equal(whyUnavailable(refused), 'The database has no free connection.');
      const short = sql<{ one: number }>`select 1 as one from pg_sleep(0.01)`;
      const all = await Promise.all(Array.from({ length: 50 }, () => short.execute(storage.db)));
      assert.deepEqual(new Set(all.map(({ rows }) => rows[0]?.one)), new Set([1]));
    } finally {
      for (const client of taken) await client.end();
    }
    await closeAll();
  });

  test('is a standby is refused until it is promoted', async () => {
    const standby = await startPostgres({ standbyOf: server });
    try {
      const storage = open(standby);
      assert.equal(whyUnavailable(await failureOf(storage.check())), 'The database is read-only.');
      const client = await connectTo(standby);
      await client.query('select pg_promote()');
      await client.end();
      await storage.check();
      await closeAll();
    } finally {
      await standby.stop();
    }
  });
});

/** Connections that watch the server. */
async function watchers({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where query like 'listen%' or query = 'select 1'`.execute(db);
  return rows[0]?.count ?? 0;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  );
