// POST /auth/v1/login, many at once: logins share transactions, and a device still has one login at a time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newLogin, playerOf, writeLogins } from '../../src/identity/logins.ts';
import type { Service } from '../../src/service.ts';
import type { App } from '../../src/tenants/directory.ts';
import { newPlayer } from '../restriction/players.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';

const PLAYERS = 12;
const DEVICES = 10;
/** Until a login waits for another one's transaction. */
const ON_THE_WAY_MS = 100;

suite('logins at once', (gate) => {
  let app: TestApp;
  let known: App;
  let headers: Record<string, string>;
  before(async () => {
    app = await gate.createApp();
    known = (await gate.service.directory.app(app.appid)) as App;
    headers = { authorization: `Bearer ${await gate.token(app)}` };
  });

  async function logIn(service: Service, fields: object): Promise<void> {
    const body = { appid: app.appid, ...fields };
    const answer = await inject(service, 'POST', '/auth/v1/login', body, headers);
    assert.equal(answer.status, 200);
  }
  const storage = () => gate.service.context.storage;

  /** Of those who logged in on the device. */
  async function whoIsIn(did: number, loggedIn: readonly number[]): Promise<bigint[]> {
    const rows = await storage()
      .db.selectFrom('login')
      .select(['player_id', 'logged_out_at'])
      .where('appid', '=', app.appid)
      .where('did', '=', did)
      .execute();
    assert.deepEqual(
      rows.map((row) => Number(row.player_id)).toSorted((one, other) => one - other),
      loggedIn,
    );
    return rows.filter((row) => row.logged_out_at === null).map((row) => BigInt(row.player_id));
  }

  test('on one device: one stays, and keeps the account', async () => {
    const players = Array.from({ length: PLAYERS }, newPlayer);
    const account_uuid = randomUUID();
    await Promise.all(
      players.map((player_id) => logIn(gate.service, { player_id, did: 1, account_uuid })),
    );
    assert.deepEqual(await whoIsIn(1, players), [
      await playerOf(storage().db, known, account_uuid),
    ]);
  });

  test('while another process writes a login on the device: both are written, one stays', async () => {
    const other = await gate.secondService();
    const [first, second] = [newPlayer(), newPlayer()];
    const account_uuid = randomUUID();
    const inOther = other.context.storage.db.transaction().execute(async (tx) => {
      await writeLogins(tx, [newLogin(known, { playerId: BigInt(first), did: 2n }, gate.now)]);
      // What is written is waited for when something is read.
      await tx.selectFrom('login').select('did').execute();
      const loggedIn = logIn(gate.service, { player_id: second, did: 2, account_uuid });
      await Promise.race([loggedIn, wait(ON_THE_WAY_MS)]);
      return { loggedIn };
    });
    await (await inOther).loggedIn;
    assert.deepEqual(await whoIsIn(2, [first, second]), [BigInt(second)]);
  });

  test('on the same devices in two processes: each has one login, and nobody is refused', async () => {
    const services = [gate.service, await gate.secondService()];
    const accounts = Array.from({ length: DEVICES }, () => randomUUID());
    const players = Array.from({ length: PLAYERS }, newPlayer);
    // In another order in each process, so that locks taken in the order of arrival would deadlock.
    const inOrder = accounts.map((account_uuid, index) => ({ did: 100 + index, account_uuid }));
    await Promise.all(
      players.map(async (player_id, index) => {
        const own = index % 2 === 0 ? inOrder : inOrder.toReversed();
        const service = services[index % 2] as Service;
        await Promise.all(own.map((fields) => logIn(service, { player_id, ...fields })));
      }),
    );
    for (const { did, account_uuid } of inOrder) {
      const [open, ...more] = await whoIsIn(did, players);
      assert.ok(open);
      assert.deepEqual(more, []);
      const linked = await playerOf(storage().db, known, account_uuid);
      assert.ok(players.some((player_id) => BigInt(player_id) === linked));
    }
  });
});
