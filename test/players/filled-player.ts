// A player of whom every table knows something, and a search for what is left of the player in the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { printJson } from '../../src/base/json.ts';
import { LAYOUT } from '../../src/storage/postgres/cluster-layout.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { admin } from '../admin/caller.ts';
import { answer, startGameServer } from '../outbox/game-server.ts';
import { openRelay } from '../outbox/project.ts';
import { APP_APPLE_ID, PATH, PRODUCT } from '../payment/shop.ts';
import { openSubscriptionShop } from '../payment/subscription-shop.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { DAY, dateText, registerType } from '../restriction/players.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';

export const TABLES = Object.keys(LAYOUT) as (keyof Schema)[];
export const MINUTE = 60_000;

export async function fillPlayer(gate: Gate, markets: Markets, t: TestContext) {
  const shop = await openSubscriptionShop(gate, markets, { asksApple: false });
  const { appid, gameIndex } = shop.app;
  const { db } = gate.service.context.storage;
  const mark = randomUUID().slice(0, 8);
  const secrets = [`note ${mark}`, `comment ${mark}`, `payload ${mark}`] as const;
  const steamId = `7656119${Math.floor(Math.random() * 1e10)}`;
  const player = 8_100_000_000_000_000n + BigInt(Math.floor(Math.random() * 1e12));
  const did = 4_100_000_000_000_000n + BigInt(Math.floor(Math.random() * 1e11));
  const [account, other] = [randomUUID(), player + 1n];
  const download = String(7_040_000_000_000_000n + BigInt(Math.floor(Math.random() * 1e12)));
  const page = `/apps/${appid}/players/${player}`;
  const send = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const reply = await admin(gate, method, path, body);
    assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

  const server = await startGameServer();
  t.after(() => server.close());
  // An answer may say again what it was told.
  server.behave((response, { body }) =>
    answer(200, JSON.stringify({ result_code: 0, heard: body }))(response, { headers: {}, body }),
  );
  const receiver = { url: server.url, key: 'game-server-key-of-the-tests' };
  await send('PUT', `/projects/${gameIndex}/receivers/restriction`, receiver);
  await send('PUT', `/projects/${gameIndex}/receivers/purchase`, receiver);
  const relay = openRelay(gate, t);
  const login = (player_id: bigint, more = {}) =>
    gate.post('/auth/v1/login', { appid, player_id, did, ...more }, shop.headers);
  await login(other);
  await login(player);
  const own = did + 1n;
  const { body: loggedIn } = await login(player, {
    did: own,
    account_uuid: account,
    app_transaction_id: download,
  });

  await shop.registerNotices();
  await markets.control('/apple/rescinded-consents', {
    ...{ environment: 'Production', bundleId: shop.bundleId, appAppleId: APP_APPLE_ID },
    appTransactionId: download,
  });
  await shop.release();
  await gate.service.followUps.turn();
  const bought = await shop.subscribeApple({
    type: 'Consumable',
    periodMs: undefined,
    productId: PRODUCT,
    appAccountToken: account,
  });
  const request = {
    accountUuid: account,
    serviceReceipt: bought.signedTransaction,
    productId: PRODUCT,
    providerId: 'APPLE',
    requestType: 1,
    iapPayload: secrets[2],
    projectInfo: { nick: secrets[2] },
    language: 'ko',
    country: 'KR',
  };
  const verified = await gate.post(PATH, request, shop.headers);
  assert.equal(verified.status, 200, JSON.stringify(verified.body));
  const plan = await shop.subscribeApple({ appAccountToken: account });
  const cycle = await shop.verify('APPLE', plan.signedTransaction, { accountUuid: account });
  assert.equal(cycle.status, 200, JSON.stringify(cycle.body));
  await gate.post(PATH, { ...request, serviceReceipt: 'no receipt' }, shop.headers);
  await gate.service.payment.refusedVerifications.flush();
  await relay.turn();
  const rule = { name: 'refunds', when: { causes: ['refund'] }, measure: { action: 'flag' } };
  const rules = `/apps/${appid}/measures/rules`;
  const told = await send('POST', rules, rule);
  await send('POST', `${rules}/${told.rule_id}/switch`, { state: 'on' });
  const { rule_id } = await send('POST', rules, { ...rule, name: 'not of the player' });
  await send('PUT', `${rules}/${rule_id}/exempt`, { player_ids: [String(player)] });
  await shop.apple(bought, 'refund');
  await shop.release();
  await gate.service.payment.figures.turn();
  await gate.service.measures.turn();
  await db
    .insertInto('measure_account')
    .values({ game_index: gameIndex, appid, account_uuid: account, player_id: player })
    .execute();

  await registerType(gate, shop.app);
  await send('PUT', `/apps/${appid}/types/1/appeals`, { allowed: true });
  const until = (days: number, comment: string) => ({
    status: 'B',
    block_type: 1,
    start_date: dateText(gate.now),
    end_date: dateText(gate.now + days * DAY),
    comment,
  });
  const restrict = (id: bigint, days: number) =>
    send(
      'PUT',
      `/apps/${appid}/players/${id}/restriction`,
      id === player
        ? { ...until(days, secrets[1]), with_devices: true }
        : until(days, 'of another'),
    );
  await restrict(other, 3);
  await restrict(player, 3);
  await relay.turn();
  // The second replaces the first, which the log of attempts names.
  await restrict(player, 4);
  await restrict(player, 5);
  await relay.turn();
  await send('POST', `/projects/${gameIndex}/outbox/restriction/players/${player}/resend`);
  await relay.turn();
  await restrict(player, 6);
  const appeal = { player_id: player, text: secrets[0] };
  const appealed = await callGeneration2(gate.service, shop.app, '/game/block/appeal', appeal);
  assert.equal(appealed.body.result_code, 0);
  await send('PUT', `${page}/device-exception`);
  // An event that waits.
  await shop.apple(plan, 'cancel');
  await shop.release();
  const grants = page.replace(/players.*/, 'grants');
  const whose = { player_id: String(player) };
  await send('POST', grants, { ...whose, product_id: 'map', reason: secrets[0] });
  const { note_id } = await send('POST', `${page}/notes`, { text: secrets[0] });
  await send('PATCH', `${page}/notes/${note_id}`, { text: `${secrets[0]}, edited` });
  await db
    .insertInto('purchase_order')
    .values({
      game_index: gameIndex,
      appid,
      order_id: '991001',
      provider: 'STEAM',
      state: 'paid',
      player_id: player,
      account_uuid: account,
      product_id: PRODUCT,
      quantity: 1,
      amount: '9.99',
      currency: 'USD',
      payload: secrets[2],
      steam_id: steamId,
      charge_attempts: 1,
      created_at: gate.now,
      paid_at: gate.now,
    })
    .execute();
  await db
    .insertInto('market_action')
    .values({
      game_index: gameIndex,
      appid,
      action_id: randomUUID(),
      provider: 'STEAM',
      kind: 'refund',
      subject: '991001',
      unique_key: '991001',
      service_transaction_id: 'ST_9',
      product_id: PRODUCT,
      account_uuid: account,
      wanted: '{"kind":"refund","amount":"rest","takesGoods":true}',
      sale_state: '{}',
      reason: secrets[0],
      idempotency_key: randomUUID(),
      state: 'declined',
      requested_at: gate.now,
      actor_kind: 'admin',
      actor: 'x',
      attempts: 0,
      ended_at: gate.now,
      answer: secrets[1],
    })
    .execute();
  await db
    .insertInto('dispute')
    .values({
      game_index: gameIndex,
      appid,
      dispute_id: 'du_1',
      gateway: 'STRIPE',
      order_id: '991001',
      player_id: player,
      state: 'won',
      inquiry: 0,
      opened_at: gate.now,
      submissions: 1,
      read_at: gate.now,
      version: 1,
      sending: 'sent',
      submission_id: randomUUID(),
      draft: JSON.stringify({ uncategorized_text: secrets[0] }),
      evidence: JSON.stringify({ uncategorized_text: `${secrets[0]} of player ${player}` }),
    })
    .execute();
  await db
    .insertInto('outbox_replay')
    .values({
      game_index: gameIndex,
      replay_id: randomUUID(),
      channel: 'purchase',
      state: 'done',
      appid,
      player_id: player,
      requests: 1,
      sent: 1,
      actor_kind: 'admin',
      actor: 'x',
      created_at: gate.now,
      finished_at: gate.now,
    })
    .execute();
  const bulk = { game_index: gameIndex, job_id: randomUUID() };
  await db
    .insertInto('bulk_job')
    .values({
      ...bulk,
      appid,
      action: 'release',
      state: 'done',
      skip_blocked: 0,
      scope: 'login',
      comment: null,
      actor_kind: 'admin',
      actor: 'x',
      total: 1,
      position: 1,
      verdicts: '{}',
      results: '{}',
      created_at: gate.now,
      finished_at: gate.now,
    })
    .execute();
  await db
    .insertInto('bulk_row')
    .values({
      ...bulk,
      number: 1,
      source: `${player},x`,
      player_id: player,
      verdict: 'release',
      result: 'released',
    })
    .execute();
  const requestErasure = () => send('POST', `${page}/erasure`, { confirm: String(player) });
  const passes = async () => {
    await gate.service.erasures.turn();
    gate.now += 2 * MINUTE;
    await gate.service.erasures.turn();
  };
  const needles = [String(player), account, String(own), steamId, ...secrets, download];
  return {
    shop,
    app: shop.app,
    player,
    other,
    account,
    page,
    server,
    relay,
    request,
    verified: verified.body,
    token: loggedIn.access_token as string,
    needles,
    release: () => send('POST', `${page}/release`, { comment: secrets[1] }),
    requestErasure,
    passes,
    /** Both passes. */
    async erase() {
      await requestErasure();
      await passes();
    },
  };
}

/** Where one of the texts is in a row of the database, as `table.column: text`. */
export async function findInDatabase(gate: Gate, needles: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      gate.service.context.storage.db,
    );
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = textOf(table, column, value);
      for (const needle of needles) {
        if (text.includes(needle)) found.push(`${table}.${column}: ${needle}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

function textOf(table: string, column: string, value: unknown): string {
  const text = typeof value === 'string' ? value : printJson({ value });
  if (table === 'outbox_sent' && column === 'body') {
    return inflateRawSync(Buffer.from(text, 'base64')).toString('utf8');
  }
  return withDecoded(text);
}

/** Receipts and notices are signed texts whose middle is JSON, with others of the kind in it. */
export function withDecoded(text: string): string {
  const decoded = text
    .split(/[^\w-]/)
    .filter((part) => part.length > 40)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return [text, ...decoded.map((each) => (each.startsWith('{') ? withDecoded(each) : each))].join(
    '\n',
  );
}
