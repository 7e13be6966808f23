// Retention: old rows go, what bookkeeping and support need stays, and several processes share the work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRetention } from '../../src/background/retention.ts';
import { addTurns } from '../../src/background/turns.ts';
import type { Worker } from '../../src/background/worker.ts';
import { type RetentionDays, retentionRules } from '../../src/retention.ts';
import { createLog } from '../../src/start/log.ts';
import { insertRows } from '../../src/storage/rows.ts';
import type {
  MarketNoticeTable,
  OrderTable,
  OutboxAttemptTable,
  OutboxBatchTable,
  Schema,
} from '../../src/storage/schema.ts';
import { openLedger } from '../payment/queries/records.ts';
import { appleRequest, openAppleShop, PATH } from '../payment/shop.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import {
  actionsOn,
  DAY,
  logIn,
  newPlayer,
  registerType,
  restrict,
} from '../restriction/players.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';

const DAYS: RetentionDays = {
  notices: 10,
  activity: 10,
  history: 10,
  audit: 10,
  statistics: 10,
  attempts: 10,
  logins: 10,
  deadLetters: 10,
  unpaidOrders: 10,
};
const FOREVER = Object.fromEntries(
  Object.keys(DAYS).map((name) => [name, 0]),
) as unknown as RetentionDays;
const MINUTE = 60_000;

function retention(
  gate: Gate,
  more: { onRemoved?: () => void; days?: RetentionDays } = {},
): Worker {
  return createRetention({
    storage: gate.service.context.storage,
    clock: () => gate.now,
    log: createLog('silent'),
    rules: retentionRules(more.days ?? DAYS),
    ...more,
  });
}

async function countIn(gate: Gate, table: keyof Schema, app?: TestApp): Promise<number> {
  let rows = gate.service.context.storage.db.selectFrom(table).select((eb) => eb.lit(1).as('one'));
  if (app) rows = rows.where('appid' as never, '=', app.appid as never);
  return (await rows.execute()).length;
}

async function addAttempts(gate: Gate, { gameIndex }: TestApp, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => ({
    game_index: gameIndex,
    channel: 'restriction',
    at: gate.now + number,
    first_seq: number + 1,
    number: 1,
    batch_id: 'batch',
    message_count: 1,
    result: 'delivered',
    status: 200,
    result_code: 0,
    duration_ms: 1,
    answer: null,
    answer_headers: null,
    error: null,
  })) satisfies OutboxAttemptTable[];
  await insertRows(gate.service.context.storage.db, 'outbox_attempt', rows);
}

const attemptsOf = async (gate: Gate, { gameIndex }: TestApp): Promise<number> => {
  const { db } = gate.service.context.storage;
  const of = db.selectFrom('outbox_attempt').select('at').where('game_index', '=', gameIndex);
  return (await of.execute()).length;
};

marketSuite('retention', (gate, markets) => {
  test('purchases and refunds stay; applied notices and activity go after their days', async () => {
    const shop = await openAppleShop(gate, markets);
    const { db } = gate.service.context.storage;
    const { appid, gameIndex: game_index } = shop.app;
    const bought = await shop.buy();
    const first = await shop.verify(bought.signedTransaction);
    const notice = (notice_id: string, state: MarketNoticeTable['state']) => ({
      game_index,
      appid,
      provider: 'APPLE' as const,
      notice_id,
      kind: 'REFUND',
      state,
      body: '{}',
      said_at: gate.now,
      received_at: gate.now,
      subject: null,
      account_uuid: null,
    });
    const states = ['applied', 'kept', 'waiting', 'failed'] as const;
    await insertRows(
      db,
      'market_notice',
      states.map((state) => notice(state, state)),
    );
    const trail = { game_index, appid, provider: 'APPLE' as const, subject: 'old', reference: '' };
    await insertRows(db, 'purchase_trail', [
      { ...trail, kind: 'purchase.acknowledged', at: gate.now, details: null },
    ]);
    await insertRows(db, 'purchase_cancellation', [
      {
        game_index,
        appid,
        provider: 'APPLE',
        unique_key: bought.transactionId,
        cause: 'refund',
        reported_at: gate.now,
        last_at: gate.now,
        state: 'given',
        amount: null,
        quantity: null,
        action_id: null,
        reason: null,
        received_at: gate.now,
      },
    ]);
    gate.now += 10 * DAY;
    await retention(gate).turn();
    assert.equal(await countIn(gate, 'market_notice', shop.app), 4, 'kept for ten days');
    assert.equal(await countIn(gate, 'purchase_trail', shop.app), 1);

    gate.now += DAY;
    await insertRows(db, 'market_notice', [notice('young', 'applied')]);
    await retention(gate, { days: FOREVER }).turn();
    assert.equal(await countIn(gate, 'market_notice', shop.app), 5, 'off keeps for ever');
    gate.now += DAY;
    await retention(gate).turn();
    const left = await db
      .selectFrom('market_notice')
      .select('notice_id')
      .where('appid', '=', appid)
      .orderBy('notice_id')
      .execute();
    assert.deepEqual(left, [
      { notice_id: 'failed' },
      { notice_id: 'waiting' },
      { notice_id: 'young' },
    ]);
    assert.equal(await countIn(gate, 'purchase_trail', shop.app), 0);
    assert.equal(await countIn(gate, 'purchase', shop.app), 1);
    assert.equal(await countIn(gate, 'purchase_cancellation', shop.app), 1);
    const authorization = `Bearer ${await gate.token(shop.app)}`;
    const headers = { ...shop.headers, authorization };
    const again = await gate.post(PATH, appleRequest(bought.signedTransaction), headers);
    assert.deepEqual(again.body, {
      ...first.body,
      data: { ...first.body.data, serviceDuplicated: true },
    });
  });

  test('a restricted player keeps the newest entry of history; released ones are forgotten', async () => {
    const app = await gate.createApp();
    await registerType(gate, app);
    const [restricted, released] = [newPlayer(), newPlayer()];
    await restrict(gate, app, restricted, { status: 'P' });
    await restrict(gate, app, restricted, { end_date: '2030-01-01 00:00:00' });
    await restrict(gate, app, released, { status: 'P' });
    await callGeneration2(gate.service, app, '/game/block/delete', { player_id: released });
    const since = newPlayer();
    gate.now += 12 * DAY;
    await restrict(gate, app, since, { status: 'P' });
    await retention(gate).turn();
    assert.deepEqual(await actionsOn(gate, app, restricted), ['changed']);
    assert.deepEqual(await actionsOn(gate, app, released), []);
    assert.deepEqual(await actionsOn(gate, app, since), ['registered']);
    const answer = await callGeneration2(gate.service, app, '/game/block/get', {
      player_id: restricted,
    });
    assert.equal(answer.body.data.restriction.end_date, '2030-01-01 00:00:00');
  });

  test('ended logins, old hours of the overview, attempts, audit entries and revoked tokens go; open logins stay', async () => {
    const app = await gate.createApp();
    const { db } = gate.service.context.storage;
    const player = newPlayer();
    const { did } = await logIn(gate, app, player);
    await logIn(gate, app, player, { did });
    await addAttempts(gate, app, 3);
    await insertRows(db, 'revoked_token', [
      { jti: `ended-${gate.kind}`, expires_at: gate.now },
      { jti: `valid-${gate.kind}`, expires_at: gate.now + 13 * DAY },
    ]);
    const counter = {
      game_index: app.gameIndex,
      appid: app.appid,
      metric: 'm',
      detail: '',
      amount: 1,
    };
    await insertRows(db, 'activity_count', [
      { ...counter, grain: 'now', bucket: 0 },
      { ...counter, grain: 'day', bucket: gate.now },
      { ...counter, grain: 'hour', bucket: gate.now },
      { ...counter, grain: 'hour', bucket: gate.now + 5 * DAY },
    ]);
    const auditOf = () =>
      db.selectFrom('audit_log').select('at').where('game_index', '=', app.gameIndex).execute();
    assert.ok((await auditOf()).length > 0);
    gate.now += 12 * DAY;
    await gate.createApp({ gameIndex: app.gameIndex });
    await retention(gate).turn();
    const logins = await db
      .selectFrom('login')
      .select('logged_out_at')
      .where('appid', '=', app.appid)
      .execute();
    assert.deepEqual(logins, [{ logged_out_at: null }]);
    const counters = await db
      .selectFrom('activity_count')
      .select(['grain', 'bucket'])
      .where('appid', '=', app.appid)
      .where('metric', '=', 'm')
      .orderBy('bucket')
      .execute();
    assert.deepEqual(counters, [
      { grain: 'now', bucket: 0 },
      { grain: 'day', bucket: gate.now - 12 * DAY },
      { grain: 'hour', bucket: gate.now - 7 * DAY },
    ]);
    assert.equal(await attemptsOf(gate, app), 0);
    assert.deepEqual(new Set((await auditOf()).map(({ at }) => at)), new Set([gate.now]));
    const tokens = await db.selectFrom('revoked_token').select('jti').execute();
    assert.deepEqual(tokens, [{ jti: `valid-${gate.kind}` }]);
    assert.equal(await countIn(gate, 'app', app), 1);
  });

  test('dead letters go with their messages; what waits or is retried stays', async () => {
    const app = await gate.createApp();
    const { db } = gate.service.context.storage;
    const { gameIndex: game_index, appid } = app;
    const batch = (batch_id: string, state: OutboxBatchTable['state'], seq: number) => ({
      game_index,
      batch_id,
      channel: 'restriction' as const,
      state,
      first_seq: seq,
      last_seq: seq,
      url: 'https://game.example.com',
      body: '{}',
      message_count: 1,
      attempts: 1,
      traceparent: null,
      created_at: gate.now,
      died_at: state === 'dead' ? gate.now : null,
      due_at: gate.now,
      subject: state === 'refused' ? '1' : null,
      replay: null,
    });
    const message = (batch_id: string, seq: number) => ({
      game_index,
      batch_id,
      seq,
      subject: '1',
      payload: '{}',
      traceparent: null,
      appid,
    });
    await insertRows(db, 'outbox_batch', [
      batch('old', 'dead', 1),
      batch('waits', 'pending', 2),
      batch('refused', 'refused', 3),
    ]);
    await insertRows(db, 'outbox_dead', [message('old', 1), message('refused', 3)]);
    gate.now += 12 * DAY;
    await insertRows(db, 'outbox_batch', [batch('young', 'dead', 4)]);
    await insertRows(db, 'outbox_dead', [message('young', 4)]);
    await retention(gate, { days: { ...DAYS, deadLetters: 0 } }).turn();
    const namesIn = async (table: 'outbox_batch' | 'outbox_dead') =>
      (
        await db
          .selectFrom(table)
          .select('batch_id')
          .where('game_index', '=', game_index)
          .orderBy('batch_id')
          .execute()
      ).map(({ batch_id }) => batch_id);
    assert.deepEqual(await namesIn('outbox_dead'), ['old', 'refused', 'young'], 'off keeps them');
    gate.now += DAY;
    await retention(gate).turn();
    assert.deepEqual(await namesIn('outbox_batch'), ['refused', 'waits', 'young']);
    assert.deepEqual(await namesIn('outbox_dead'), ['refused', 'young']);
  });

  test('orders that nobody paid go; paid ones, unknown outcomes and recorded purchases stay', async () => {
    const ledger = await openLedger(gate);
    const { db } = gate.service.context.storage;
    const { gameIndex: game_index, appid } = ledger.app;
    const order = (order_id: string, state: OrderTable['state']) => ({
      game_index,
      appid,
      order_id,
      provider: 'PG' as const,
      state,
      player_id: 1,
      account_uuid: '11111111-0000-4000-8000-000000000001',
      product_id: 'gems',
      quantity: 1,
      amount: '1.00',
      currency: 'USD',
      payload: null,
      price_verify_key: null,
      steam_id: null,
      gateway: 'STRIPE' as const,
      gateway_reference: null,
      store_transaction_id: null,
      charge_attempts: 0,
      charging_since: null,
      created_at: gate.now,
      paid_at: state === 'paid' ? gate.now : null,
      closed_at: null,
      mismatch: null,
      mismatch_since: null,
      tax: null,
      tax_country: null,
      external_market: null,
      external_token: null,
      external_token_at: null,
    });
    const old = [
      order('H1', 'open'),
      order('H2', 'failed'),
      order('H3', 'charging'),
      order('H4', 'paid'),
      order('H5', 'open'),
      { ...order('H7', 'open'), mismatch: '{}' },
    ];
    await insertRows(db, 'purchase_order', old);
    await ledger.record({ provider: 'PG', provider_transaction_id: 'H5' });
    gate.now += 12 * DAY;
    await insertRows(db, 'purchase_order', [order('H6', 'open')]);
    await retention(gate).turn();
    const left = db.selectFrom('purchase_order').select('order_id').where('appid', '=', appid);
    assert.deepEqual(
      (await left.orderBy('order_id').execute()).map(({ order_id }) => order_id),
      ['H3', 'H4', 'H5', 'H6', 'H7'],
    );
  });

  test('two processes at once delete every row once, and each project is served by one of them', async () => {
    const apps = [await gate.createApp(), await gate.createApp()];
    for (const app of apps) await addAttempts(gate, app, 1_200);
    gate.now += 12 * DAY;
    let removed = 0;
    const before = await countIn(gate, 'outbox_attempt');
    const second = await gate.secondService();
    const workers = [gate.service, second].map(({ context }) =>
      createRetention({
        storage: context.storage,
        clock: () => gate.now,
        log: createLog('silent'),
        rules: retentionRules({ ...FOREVER, attempts: 10 }),
        onRemoved: (table, rows) => {
          if (table === 'outbox_attempt') removed += rows;
        },
      }),
    );
    await Promise.all(workers.map((worker) => worker.turn()));
    for (const app of apps) assert.equal(await attemptsOf(gate, app), 0);
    assert.equal(removed, before - (await countIn(gate, 'outbox_attempt')));
  });

  test('a process that ends between two batches is replaced when its lease has ended', async () => {
    const app = await gate.createApp();
    await addAttempts(gate, app, 1_200);
    gate.now += 12 * DAY;
    const dies = retention(gate, {
      days: { ...FOREVER, attempts: 10 },
      onRemoved: () => {
        throw new Error('killed');
      },
    });
    await assert.rejects(dies.turn(), /killed/);
    assert.equal(await attemptsOf(gate, app), 700);
    const other = retention(gate);
    await other.turn();
    assert.equal(await attemptsOf(gate, app), 700, 'the lease still holds');
    gate.now += MINUTE;
    await other.turn();
    assert.equal(await attemptsOf(gate, app), 0);
  });

  test('a project is served once a day, and a process that stops hands it over at once', async () => {
    const app = await gate.createApp();
    await addAttempts(gate, app, 1_200);
    gate.now += 12 * DAY;
    const stops = retention(gate, {
      days: { ...FOREVER, attempts: 10 },
      onRemoved: () => void stops.stop(),
    });
    await stops.turn();
    assert.equal(await attemptsOf(gate, app), 700, 'the batch is finished, and no other begun');
    await retention(gate).turn();
    assert.equal(await attemptsOf(gate, app), 0);

    gate.now -= 12 * DAY;
    await addAttempts(gate, app, 1);
    gate.now += 12 * DAY;
    await retention(gate).turn();
    assert.equal(await attemptsOf(gate, app), 1);
    gate.now += DAY;
    await retention(gate).turn();
    assert.equal(await attemptsOf(gate, app), 0);
  });

  test('the service counts what it has deleted, and a deleted project leaves no turn', async () => {
    const app = await gate.createApp();
    await addAttempts(gate, app, 7);
    gate.now += 12 * DAY;
    const service = await gate.secondService({ retention: DAYS });
    await service.retention.turn();
    const { body } = await service.app.inject('/metrics');
    assert.match(
      body,
      /^tollgate_retention_deleted_total\{table="outbox_attempt",environment="production"\} 7$/m,
    );
    const { db } = service.context.storage;
    await addTurns(db, [{ gameIndex: 999_999, appid: '', work: 'retention', subject: '' }]);
    await service.retention.turn();
    const gone = db.selectFrom('turn').selectAll().where('game_index', '=', 999_999);
    assert.deepEqual(await gone.execute(), []);
  });
});
