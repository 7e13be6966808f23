// The example servers, run as their READMEs say, beside a real service and emulator.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { packSdk, unpackSdk } from '../sdk/packed.ts';
import { BAN, PLAYER } from '../sdk/running.ts';
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';
import type { Demo } from './demo.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const KEY = 'a-long-random-key';
const folder = mkdtempSync(join(tmpdir(), 'tollgate-examples-'));

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function bodyOf(response: Promise<Response>): Promise<{ status: number; body: any }> {
  const answer = await response;
  return { status: answer.status, body: await answer.json() };
}

const post = (url: string, body: object | string, headers: Record<string, string> = {}) =>
  bodyOf(
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

function signed(id: string, body: string, key: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
}

export function serverTests(demo: () => Demo): void {
  const servers: RunningProcess[] = [];
  let packed: string;
  before(async () => {
    packed = await packSdk(folder);
  });
  after(async () => {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Copied to a folder of its own, with the packed SDK. */
  async function startExample(name: string, settings: Record<string, string>): Promise<string> {
    const home = join(folder, name);
    cpSync(join(EXAMPLES, name), home, { recursive: true });
    await unpackSdk(home, packed);
    const port = String(await freePort());
    const variables = { ...demo().settings, ...settings, PORT: port };
    const server = await startProcess(variables, [], [process.execPath, 'server.ts'], home);
    servers.push(server);
    await server.prints(`listens on port ${port}.`);
    return server.url;
  }

  test('game server: a banned player is kicked, once, and only on a genuine message', async () => {
    const url = await startExample('game-server', { TOLLGATE_KEY: KEY });
    const receiver = `${url}/restrictions`;
    await demo().register('restriction', receiver, KEY);
    const join = (player: bigint) => fetch(`${url}/players/${player}`, { method: 'PUT' });
    const playing = async () => (await bodyOf(fetch(`${url}/players`))).body.playing as string[];
    await join(PLAYER);
    await join(7n);
    const { blockType } = demo();
    unwrap(await demo().tollgate.restrictions.set({ ...BAN, blockType, playerId: PLAYER }));
    await until(async () => !(await playing()).includes(String(PLAYER)));
    assert.deepEqual(await playing(), ['7']);

    const row = { status: 'P', start_date: BAN.startDate, end_date: BAN.endDate };
    const body = JSON.stringify({
      game_index: 1,
      server_url: url,
      data: [{ player_id: 7, ...row }],
    });
    const forged = await post(receiver, body, signed('msg_1', body, 'another key'));
    assert.deepEqual(forged, { status: 401, body: { result_code: 1 } });
    assert.deepEqual(await playing(), ['7']);
    const accepted = { status: 200, body: { result_code: 0 } };
    assert.deepEqual(await post(receiver, body, signed('msg_1', body, KEY)), accepted);
    assert.deepEqual(await playing(), []);
    await join(7n);
    assert.deepEqual(await post(receiver, body, signed('msg_1', body, KEY)), accepted);
    assert.deepEqual(await playing(), ['7'], 'a repeated message is handled once');
  });

  test('app server: logs in, delivers exactly once, and takes refunded goods back', async () => {
    const url = await startExample('app-server', {
      TOLLGATE_EVENT_KEY: KEY,
      DATABASE: 'game.sqlite',
    });
    await demo().register('purchase', `${url}/tollgate-events`, KEY);
    const accountUuid = randomUUID();
    const login = (playerId: bigint) =>
      post(`${url}/login`, { playerId: String(playerId), accountUuid });
    const { status, body } = await login(PLAYER + 1n);
    assert.deepEqual([status, typeof body.token], [200, 'string']);
    const { blockType } = demo();
    unwrap(await demo().tollgate.restrictions.set({ ...BAN, blockType, playerId: PLAYER }));
    const denied = await login(PLAYER);
    assert.deepEqual([denied.status, denied.body.reason], [403, 'Use of an illegal program.']);

    const sale = {
      productId: 'gem_1200',
      price: 9_990,
      currency: 'USD',
      appAccountToken: accountUuid,
    };
    const bought = await demo().markets.control('/apple/transactions', sale);
    const purchase = {
      accountUuid,
      serviceReceipt: bought.signedTransaction,
      productId: 'gem_1200',
      providerId: 'APPLE',
      requestType: 1,
    };
    const buy = (fields: object = {}) => post(`${url}/purchases`, { ...purchase, ...fields });
    const delivered = { status: 200, body: { gems: 1_200 } };
    assert.deepEqual(await Promise.all([buy(), buy(), buy(), buy()]), Array(4).fill(delivered));
    assert.equal((await buy({ serviceReceipt: 'no.receipt.atall' })).status, 400);
    const free = await demo().markets.control('/apple/transactions', {
      ...sale,
      environment: 'Sandbox',
    });
    assert.deepEqual(await buy({ serviceReceipt: free.signedTransaction }), {
      status: 403,
      body: { error: 'Test purchases are for testers.' },
    });
    const thief = { accountUuid: randomUUID() };
    const another = await demo().markets.control('/apple/transactions', sale);
    const stolen = { status: 403, body: { error: 'Another account bought this.' } };
    for (const { signedTransaction: serviceReceipt } of [bought, another]) {
      assert.deepEqual(await buy({ ...thief, serviceReceipt }), stolen);
    }

    const forged = JSON.stringify({ game_index: 1, events: [] });
    const refused = await post(`${url}/tollgate-events`, forged, signed('msg_1', forged, 'wrong'));
    assert.equal(refused.status, 401);

    const { transactionId } = bought;
    const gems = async () => (await bodyOf(fetch(`${url}/accounts/${accountUuid}`))).body.gems;
    await demo().markets.control(`/apple/transactions/${transactionId}/refund`, {});
    await until(async () => (await gems()) === 0);
    assert.deepEqual(await buy(), { status: 409, body: { error: 'This purchase was refunded.' } });
    await demo().markets.control(`/apple/transactions/${transactionId}/reverse-refund`, {});
    await until(async () => (await gems()) === 1_200);
    assert.deepEqual(await buy(), delivered);
  });
}
