// A year to look at: `npm start -- --with-history`. The figures agree with the rows, counted here in another way.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Big } from 'big.js';
import { isRejection } from '../../src/audit/operation.ts';
import { readConfig } from '../../src/config.ts';
import { APPID, type DemoFile, ensureDemo } from '../../src/demo/project.ts';
import { addYear, describeYear, type YearCounts } from '../../src/demo/year.ts';
import { planYear } from '../../src/demo/year-plan.ts';
import { verifyFigures } from '../../src/payment/figures/check.ts';
import { createLog } from '../../src/start/log.ts';
import type { App } from '../../src/tenants/directory.ts';
import { createMigrated, EITHER, type TestDatabase } from '../support/databases.ts';
import { START, suite } from '../support/harness.ts';
import { startProcess } from '../support/process.ts';

const DAY_MS = 86_400_000;

describe('the plan of a demo year', () => {
  test('is the same for the same day, in order, and within the year', () => {
    const planned = planYear(START);
    assert.deepEqual(planYear(START), planned);
    const times = planned.map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok((times[0] as number) >= START - 365 * DAY_MS);
    assert.ok((times.at(-1) as number) < START);
    assert.ok((times.at(-1) as number) > START - 3 * DAY_MS, 'until today');
  });

  test('nobody logs in or buys while restricted by a person', () => {
    const planned = planYear(START);
    const permanent = planned.flatMap((each) =>
      each.kind === 'restriction' && each.days === undefined && each.releasedAt === undefined
        ? each
        : [],
    );
    assert.ok(permanent.length > 5);
    for (const { player, at } of permanent) {
      const later = planned.filter(
        (each) =>
          (each.kind === 'login' || each.kind === 'purchase') &&
          each.player === player &&
          each.at > at,
      );
      assert.deepEqual(later, []);
    }
  });
});

suite(
  'a demo year',
  (gate) => {
    const log = createLog('silent');
    let headers: Record<string, string>;
    let counts: YearCounts | undefined;
    let app: App;

    before(async () => {
      const read = readConfig(gate.database.variables, 'demo');
      assert.ok('config' in read);
      const running = [{ name: 'production', service: gate.service }] as const;
      const demo = await ensureDemo(read.config, running, undefined);
      headers = { authorization: `Bearer ${demo.admin_token}` };
      counts = await addYear(gate.service, log);
      app = (await gate.service.directory.app(APPID)) as App;
    });

    const rows = () => {
      const { db } = gate.service.context.storage;
      return {
        purchases: db.selectFrom('purchase').selectAll().execute(),
        reports: db.selectFrom('purchase_cancellation').selectAll().execute(),
      };
    };
    const ask = async (path: string) => {
      const answer = await gate.send('GET', `/admin/v1/apps/${APPID}/${path}`, undefined, headers);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    };
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    const year = `step=month&from=${dayOf(START - 366 * DAY_MS)}&to=${dayOf(START)}`;

    test('every currency and market sells, and what was planned is on record', async () => {
      const { purchases, reports } = rows();
      const sold = await purchases;
      assert.equal(sold.length, counts?.purchases);
      assert.deepEqual([...new Set(sold.map(({ currency }) => currency))].sort(), [
        ...['EUR', 'JPY', 'KRW', 'USD'],
      ]);
      assert.deepEqual([...new Set(sold.map(({ provider }) => provider))].sort(), [
        ...['APPLE', 'GOOGLE', 'PG', 'STEAM'],
      ]);
      assert.ok((await reports).length >= (counts?.refunds ?? 0));
      assert.ok(sold.every(({ verified_at }) => verified_at < START));
      const inOrder = sold.toSorted((one, other) => one.number - other.number);
      const times = inOrder.map(({ verified_at }) => verified_at);
      assert.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
    });

    test('revenue is what the rows add up to, in each currency', async () => {
      const { purchases, reports } = rows();
      const gross: Record<string, Big> = {};
      for (const { currency, price } of await purchases) {
        gross[currency as string] = (gross[currency as string] ?? new Big(0)).plus(price as string);
      }
      const counted: Record<string, Big> = {};
      let refunds = 0;
      for (const item of (await ask(`figures/revenue?${year}`)).items) {
        counted[item.currency] = (counted[item.currency] ?? new Big(0)).plus(item.gross);
        refunds += item.refunds;
      }
      assert.deepEqual(printed(counted), printed(gross));
      const refunded = (await reports).filter(({ cause }) => cause === 'refund');
      assert.equal(refunds, new Set(refunded.map(({ unique_key }) => unique_key)).size);
    });

    test('the figures agree with the ledger', async () => {
      const { context, directory } = gate.service;
      const checked = await verifyFigures({ context, directory }, { appid: APPID });
      assert.ok(!isRejection(checked));
      assert.deepEqual(checked.differences, []);
    });

    test('subscriptions run, are cancelled, and have ended', async () => {
      const { db } = gate.service.context.storage;
      const found = await db.selectFrom('subscription').select(['status', 'expires_at']).execute();
      const statuses = Map.groupBy(found, ({ status }) => status);
      for (const status of ['active', 'expired', 'revoked'] as const) {
        assert.ok((statuses.get(status)?.length ?? 0) > 2, status);
      }
      for (const { expires_at } of statuses.get('active') ?? []) {
        assert.ok((expires_at as number) > START, 'no end of an active one has passed');
      }
    });

    test('restrictions were set, released and expired; measures did their part', async () => {
      const { db } = gate.service.context.storage;
      const history = await db
        .selectFrom('restriction_history')
        .select(['action', 'actor_kind', 'at'])
        .execute();
      const actions = new Set(history.map(({ action, actor_kind }) => `${actor_kind} ${action}`));
      for (const each of [
        'client registered',
        'console registered',
        'console released',
        'system expired',
        'measure registered',
      ]) {
        assert.ok(actions.has(each), each);
      }
      const { items } = await ask('measures/effects?limit=100');
      assert.ok(items.length > 20);
      const players = await ask('restrictions?limit=100');
      assert.ok(players.items.length > 10);
    });

    test('a demo that has purchases stays as it is', async () => {
      assert.equal(await addYear(gate.service, log), undefined);
      assert.equal((await rows().purchases).length, counts?.purchases);
      assert.match(describeYear(undefined), /already has purchases/);
      assert.equal(app.gameIndex, 1001);
    });
  },
  { kinds: EITHER },
);

const printed = (sums: Readonly<Record<string, Big>>): string[] =>
  Object.entries(sums)
    .map(([currency, sum]) => `${currency} ${sum}`)
    .sort();

describe('--with-history', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigrated('sqlite');
  });
  after(() => database.drop());

  const printedBy = async (args: readonly string[], meanwhile?: (url: string) => Promise<void>) => {
    const running = await startProcess(database.variables, ['--demo', ...args]);
    try {
      await running.prints('Tollgate is running.');
      await meanwhile?.(running.url);
      return running.output();
    } finally {
      await running.stop();
    }
  };

  test('leaves a demo with purchases alone, and says what to do', async () => {
    const quiet = await printedBy([], async (url) => {
      const file = join(database.variables.TOLLGATE_DATA ?? '', 'demo.json');
      const { admin_token } = JSON.parse(readFileSync(file, 'utf8')) as DemoFile;
      const lines = [{ line: 1, provider: 'STEAM', store_transaction_id: '1', product_id: 'gem' }];
      const response = await fetch(`${url}/admin/v1/apps/${APPID}/purchases/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ lines }),
      });
      assert.equal(response.status, 200, await response.text());
    });
    assert.doesNotMatch(quiet, /history/);
    const output = await printedBy(['--with-history']);
    assert.ok(output.includes(describeYear(undefined)), output);
  });
});
