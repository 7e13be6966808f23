// The core of the service through PgBouncer in transaction mode: two processes that share the work, without LISTEN and prepared statements.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { openConnections } from '../../src/storage/postgres/connections.ts';
import { type DatabaseNews, openStorage, type Storage } from '../../src/storage/storage.ts';
import { tollgateJson } from '../cli/tollgate.ts';
import { createProject, named, openRelay, players } from '../outbox/project.ts';
import { appleRequest, openAppleShop, PATH } from '../payment/shop.ts';
import { openSubscriptionShop } from '../payment/subscription-shop.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { inject } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { noPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { until } from '../support/process.ts';
import { crowd } from './crowd.ts';

/** As it is, and as those set it up whose clients send settings with the connection. */
const SETTINGS = [[], ['ignore_startup_parameters = extra_float_digits,options']];

for (const settings of SETTINGS) {
  describe(`PgBouncer in transaction mode ${settings}`, { skip: noPgBouncer }, () => {
    let database: TestDatabase;
    let pooler: PgBouncer;
    const news: DatabaseNews[] = [];
    const storages: Storage[] = [];
    before(async () => {
      database = await createDatabase('postgres', false);
      const url = new URL(database.variables.DATABASE_URL as string);
      pooler = await startPgBouncer(url.href, settings);
      for (const schema of ['production', 'production', 'sandbox']) {
        const place = { url: pooler.url(url.pathname.slice(1)), schema, poolSize: 5 };
        storages.push(openStorage({ kind: 'postgres', ...place }, (each) => news.push(each)));
      }
      for (const storage of storages) await storage.migrate();
    });
    after(async () => {
      for (const storage of storages) await storage.close();
      await pooler?.stop();
      await database?.drop();
    });

    test('is found out and told once by each process', async () => {
      for (const storage of storages) await storage.check();
      await until(() => news.length === storages.length);
      assert.deepEqual(
        news.map(({ kind }) => kind),
        ['pooler', 'pooler', 'pooler'],
      );
    });

    test('any number of simultaneous first connections find out about it', async () => {
      const { pathname } = new URL(database.variables.DATABASE_URL as string);
      const url = pooler.url(pathname.slice(1));
      const connections = openConnections({ url, schema: 'production', poolSize: 10 });
      const use = async (client: pg.ClientBase) => (await client.query('select 1 as one')).rows;
      const pooled = async () => {
        const client = await connections.connect();
        return use(client).finally(() => client.release());
      };
      const apart = async () => {
        const client = await connections.connectApart();
        return use(client).finally(() => client.end());
      };
      const all = await Promise.allSettled([
        ...Array.from({ length: 5 }, apart),
        ...Array.from({ length: 10 }, pooled),
      ]);
      await connections.close();
      const one = { status: 'fulfilled', value: [{ one: 1 }] };
      assert.deepEqual(
        all,
        all.map(() => one),
      );
    });

    test('the command line works through it', async () => {
      const { pathname } = new URL(database.variables.DATABASE_URL as string);
      const variables = {
        ...database.variables,
        DATABASE_URL: pooler.url(pathname.slice(1)),
        TOLLGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
      };
      const project = await tollgateJson(variables, ['project', 'create', 'Pooled']);
      const { items } = await tollgateJson(variables, ['project', 'list']);
      assert.deepEqual(items, [project]);
      const compared = await tollgateJson(variables, ['migrate', '--dry-run']);
      const environments = compared.items.map((item: { environment: string }) => item.environment);
      assert.deepEqual(environments, ['production', 'sandbox']);
    });

    test('every statement sees its own schema and the limits of time, in a transaction or alone', async () => {
      const look = sql<object>`select current_schema() as schema,
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`;
      const limits = { statement: '15s', idle: '10s' };
      for (const [index, schema] of ['production', 'production', 'sandbox'].entries()) {
        const { db } = storages[index] as Storage;
        const both = await Promise.all([
          look.execute(db),
          db.transaction().execute((tx) => look.execute(tx)),
        ]);
        for (const { rows } of both) assert.deepEqual(rows, [{ schema, ...limits }]);
      }
    });

    test('a statement alone that fails leaves nothing behind, and the next one works', async () => {
      const [{ db }] = storages as [Storage];
      const set = (name: string) => db.insertInto('setting').values({ name, value: '' }).execute();
      await set('once');
      await assert.rejects(set('once'), /unique/i);
      await set('twice');
      const names = await db.selectFrom('setting').select('name').orderBy('name').execute();
      assert.deepEqual(
        names.map(({ name }) => name).filter((name) => name === 'once' || name === 'twice'),
        ['once', 'twice'],
      );
    });

    test('a hundred transactions on five connections follow one another', async () => {
      const [{ db }] = storages as [Storage];
      await db.insertInto('setting').values({ name: 'count', value: '0' }).execute();
      await crowd(100, () =>
        db.transaction().execute(async (tx) => {
          const row = await tx
            .selectFrom('setting')
            .select('value')
            .where('name', '=', 'count')
            .forUpdate()
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('setting')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'count')
            .execute();
        }),
      );
      const row = await db
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'count')
        .executeTakeFirst();
      assert.deepEqual(row, { value: '100' });
    });

    test('a signal reaches the other process without LISTEN', async () => {
      const [here, there] = storages as [Storage, Storage];
      let heard = 0;
      there.signals.on('topic', () => {
        heard += 1;
      });
      here.signals.emit('topic');
      await until(() => heard > 0);
    });
  });
}

if (!noPgBouncer) {
  marketSuite(
    'two processes through PgBouncer',
    (gate, markets) => {
      test('a receipt verified at both at once is new to one of them', async () => {
        const shop = await openAppleShop(gate, markets);
        const { signedTransaction } = await shop.buy();
        const services = [gate.service, await gate.secondService()];
        const answers = await Promise.all(
          services.map((service) =>
            inject(service, 'POST', PATH, appleRequest(signedTransaction), shop.headers),
          ),
        );
        assert.deepEqual(answers.map(({ body }) => body.data.serviceDuplicated).sort(), [
          false,
          true,
        ]);
      });

      test('bans arrive at the game server in order, each once, whichever process sends', async (t) => {
        const project = await createProject(gate, t);
        await project.restrict(players(1n, 300));
        const service = await gate.secondService();
        const relays = [openRelay(gate, t), openRelay(gate, t, { service })];
        await Promise.all(relays.map((relay) => relay.turn()));
        assert.deepEqual(named(project).flat(), players(1n, 300));
      });

      test('a list of a market is read by one of them', async () => {
        const shop = await openSubscriptionShop(gate, markets);
        const services = [gate.service, await gate.secondService()];
        gate.now += 60 * 60_000;
        const { db } = gate.service.context.storage;
        await Promise.all(services.map(({ payment }) => payment.pollers.turn()));
        const polls = await db
          .selectFrom('turn')
          .select(['work', 'position', 'lease'])
          .where('appid', '=', shop.app.appid)
          .orderBy('work')
          .execute();
        assert.deepEqual(
          polls,
          ['apple.history', 'google.voided'].map((work) => ({
            work,
            position: gate.now,
            lease: null,
          })),
        );
      });
    },
    { kinds: ['postgres'], isPooled: true },
  );
}
