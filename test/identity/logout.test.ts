// POST /auth/v1/logout: ends the login of a user token, or a player's logins with the app-server token.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isLoggedInOnDevice } from '../../src/identity/logins.ts';
import { logIn, newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';

suite(
  '/auth/v1/logout',
  (gate) => {
    let app: TestApp;
    let token: string;
    before(async () => {
      app = await gate.createApp();
      token = await gate.token(app);
    });

    const logout = (bearer: string | undefined, fields?: object) =>
      gate.post(
        '/auth/v1/logout',
        fields,
        bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      );
    const isIn = (player: number, did: number) =>
      isLoggedInOnDevice(gate.service.context.storage.db, app, BigInt(player), BigInt(did));

    test('a user token ends its own login, once, with or without a body', async () => {
      const player = newPlayer();
      const [phone, tablet] = [await logIn(gate, app, player), await logIn(gate, app, player)];
      for (const fields of [undefined, {}, { did: null }]) {
        const answer = await logout(phone.access_token, fields);
        assert.deepEqual([answer.status, answer.body], [200, { logged_out: fields === undefined }]);
      }
      assert.deepEqual(
        [await isIn(player, phone.did), await isIn(player, tablet.did)],
        [false, true],
      );
    });

    test('the app server ends all logins of a player, or those on one device', async () => {
      const [player_id, other] = [newPlayer(), newPlayer()];
      const logins: { did: number }[] = [];
      for (let count = 0; count < 3; count++) logins.push(await logIn(gate, app, player_id));
      const bystander = await logIn(gate, app, other);
      const did = logins[0]?.did;
      const one = await logout(token, { appid: app.appid, player_id, did });
      assert.deepEqual(one.body, { logged_out: true });
      const states = () => Promise.all(logins.map((login) => isIn(player_id, login.did)));
      assert.deepEqual(await states(), [false, true, true]);
      const all = await logout(token, { appid: app.appid, player_id });
      assert.deepEqual(all.body, { logged_out: true });
      assert.deepEqual(await states(), [false, false, false]);
      const again = await logout(token, { appid: app.appid, player_id });
      assert.deepEqual(again.body, { logged_out: false });
      assert.equal(await isIn(other, bystander.did), true);
    });

    test('the app server has to name app and player', async () => {
      const message = 'With an app-server token, send appid and player_id.';
      for (const fields of [undefined, {}, { appid: app.appid }, { player_id: 5 }]) {
        const answer = await logout(token, fields);
        assert.deepEqual(
          [answer.status, answer.body],
          [400, { error: 'invalid_request', message }],
        );
      }
    });

    test("an app that is unknown or another project's is not found", async () => {
      const foreign = await gate.createApp();
      for (const appid of [foreign.appid, 'unknown']) {
        const answer = await logout(token, { appid, player_id: 5 });
        assert.deepEqual([answer.status, answer.body.error], [404, 'app_not_found']);
      }
    });

    test('a token is needed, and ids have to be ids', async () => {
      for (const bearer of [undefined, 'nonsense']) {
        const answer = await logout(bearer);
        assert.deepEqual([answer.status, answer.body.error], [401, 'unauthorized']);
      }
      for (const fields of [{ player_id: '5' }, { player_id: 5, did: 0 }]) {
        const answer = await logout(token, { appid: app.appid, ...fields });
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
      }
    });
  },
  { kinds: EITHER },
);
