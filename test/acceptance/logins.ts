// POST /auth/v1/login and /auth/v1/logout: user tokens, devices, and what a restricted player gets.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { appServerToken, generation2, pay, post } from './client.ts';
import { assertProblem, assertTokenRefused } from './contract.ts';
import {
  day,
  newPlayer,
  RUNNING,
  registerType,
  removeAll,
  restrict,
  TEMPORARY_TYPE,
  userToken,
} from './players.ts';
import { settings } from './settings.ts';

const { appid } = settings;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

interface Login {
  readonly access_token: string | null;
  readonly token_type: string;
  readonly expires_in: number | null;
  readonly did: number | bigint;
  readonly restriction: Readonly<Record<string, unknown>> | null;
}

/** The raw answer to a login that must succeed, restricted or not. */
async function logIn(player_id: bigint, fields: object = {}): Promise<Login> {
  const server = bearer(await appServerToken());
  const answer = await post<Login>('/auth/v1/login', { appid, player_id, ...fields }, server);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** A call that takes user tokens. */
const history = (token: string) =>
  pay('transactions', { providerId: 'APPLE', startDate: new Date().toISOString() }, { token });

after(removeAll);

describe('POST /auth/v1/login', () => {
  test('answers a user token, the did and no restriction', async () => {
    const did = newPlayer();
    const { access_token, expires_in, ...rest } = await logIn(newPlayer(), {
      did,
      account_uuid: randomUUID(),
    });
    assert.deepEqual(rest, { token_type: 'Bearer', did, restriction: null, debt: [] });
    assert.ok(expires_in !== null && expires_in > 0);
    assert.equal((await history(access_token ?? '')).status, 200);
  });

  test('without a did the device gets a new one', async () => {
    const dids = await Promise.all([logIn(newPlayer()), logIn(newPlayer())]);
    assert.notEqual(dids[0].did, dids[1].did);
  });

  test('a user token is no app-server token', async () => {
    const token = await userToken(newPlayer());
    assertTokenRefused(await generation2.call('type/get', {}, { 'X-Access-Token': token }), 1009);
    const again = await post('/auth/v1/login', { appid, player_id: newPlayer() }, bearer(token));
    assert.equal(again.status, 401);
  });

  test('without a token 401, for an unknown app 404, with a wrong field 400', async () => {
    const server = bearer(await appServerToken());
    const player_id = newPlayer();
    const calls: readonly [object, object, number][] = [
      [{ appid, player_id }, {}, 401],
      [{ appid: randomUUID(), player_id }, server, 404],
      [{ appid, player_id: String(player_id) }, server, 400],
    ];
    for (const [body, headers, status] of calls) {
      assert.equal((await post('/auth/v1/login', body, { ...headers })).status, status);
    }
  });
});

describe('POST /auth/v1/logout', () => {
  test('a user token ends its own login', async () => {
    const token = await userToken(newPlayer());
    const { status, body } = await post('/auth/v1/logout', {}, bearer(token));
    assert.deepEqual([status, body], [200, { logged_out: true }]);
    assertProblem(await history(token), 'UNAUTHORIZED_REQUEST', 'transactions');
  });

  test('the app server ends the logins of a player', async () => {
    const player_id = newPlayer();
    const token = await userToken(player_id);
    const server = bearer(await appServerToken());
    const logOut = () => post('/auth/v1/logout', { appid, player_id }, server);
    assert.deepEqual((await logOut()).body, { logged_out: true });
    assertProblem(await history(token), 'UNAUTHORIZED_REQUEST', 'transactions');
    assert.deepEqual((await logOut()).body, { logged_out: false });
  });

  test('without a token it is 401', async () => {
    assert.equal((await post('/auth/v1/logout', {})).status, 401);
  });
});

describe('a restricted player', () => {
  let blockType: number;
  before(async () => {
    blockType = await registerType(TEMPORARY_TYPE);
  });

  test('gets the restriction in the wanted language, and no token', async () => {
    const player = newPlayer();
    await restrict(player, blockType);
    for (const [language, index] of [
      ['ko', 0],
      ['en', 1],
      ['de', 1],
    ] as const) {
      const { access_token, restriction } = await logIn(player, { language });
      const { title, reason } = TEMPORARY_TYPE.reasons[index];
      const { support_code, ...rest } = restriction ?? {};
      assert.equal(access_token, null);
      assert.equal(typeof support_code, 'string');
      assert.deepEqual(rest, {
        player_id: player,
        block_type: blockType,
        type_status: 'N',
        title,
        reason,
        ...RUNNING,
        in_effect: true,
      });
    }
  });

  test('before the start of the period: a token, and what is to come', async () => {
    const player = newPlayer();
    await restrict(player, blockType, { start_date: day(3), end_date: day(4) });
    const { access_token, restriction } = await logIn(player);
    assert.equal(restriction?.in_effect, false);
    assert.equal((await history(access_token ?? '')).status, 200);
  });

  test('loses the user token at once, and has it again after the release', async () => {
    const player = newPlayer();
    const token = await userToken(player);
    await restrict(player, blockType);
    assertProblem(await history(token), 'UNAUTHORIZED_REQUEST', 'transactions');
    unwrap(await tollgate.restrictions.delete({ playerId: player }));
    assert.equal((await history(token)).status, 200);
  });
});
