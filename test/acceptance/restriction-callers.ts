// Who may call the restriction interface: appid, certification key, access token, ISCRYPT, and their order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import {
  GENERATIONS,
  generation1,
  generation2,
  newToken,
  post,
  type RestrictionAnswer,
} from './client.ts';
import { assertResult, assertTokenRefused } from './contract.ts';
import { createOtherApp, type OtherApp } from './other-app.ts';
import { newPlayer, POLICY_TYPE, RUNNING, removeAll, userToken } from './players.ts';
import { withoutAdmin } from './settings.ts';

after(removeAll);

/** A good body for each endpoint; nothing it would change exists. */
const CALLS = {
  'type/set': POLICY_TYPE,
  'type/delete': { block_type: 9_007_199_254_740_991 },
  'type/get': {},
  set: { player_id: newPlayer(), block_type: 9_007_199_254_740_991, ...RUNNING },
  delete: { player_id: newPlayer() },
} as const;
const GENERATION_2_CALLS = {
  get: { player_id: newPlayer() },
  history: { player_id: newPlayer() },
  'bulk/set': { users: [CALLS.set] },
  'bulk/delete': { users: [CALLS.delete] },
} as const;

for (const generation of GENERATIONS) {
  const { number } = generation;
  const calls = { ...CALLS, ...(number === 2 && GENERATION_2_CALLS) };
  for (const [path, body] of Object.entries(calls)) {
    describe(`generation ${number}: who calls ${path}`, () => {
      test('4000: appid missing or not a string', async () => {
        for (const appid of [undefined, null, 5, {}]) {
          assertResult(await generation.call(path, { ...body, appid }), 4000, generation);
        }
      });

      test('6000: there is no such app', async () => {
        const appid = `acceptance.${randomUUID()}`;
        assertResult(await generation.call(path, { ...body, appid }), 6000, generation);
      });

      test('4000: ISCRYPT missing or other than 0', async () => {
        for (const ISCRYPT of [undefined, '1', 'no']) {
          assertResult(await generation.call(path, body, { ISCRYPT }), 4000, generation);
        }
      });

      test('4000: a body that is no JSON object', async () => {
        const token = number === 2 ? await newToken() : undefined;
        for (const text of ['', '{', '[]', '"text"', 'null']) {
          const answer = await post<RestrictionAnswer>(
            `${number === 2 ? '/v2' : ''}/game/block/${path}`,
            text,
            { ISCRYPT: '0', 'X-Access-Token': token },
          );
          assertResult(answer, 4000, generation);
        }
      });
    });
  }
}

describe('generation 1: the certification key', () => {
  for (const [path, body] of Object.entries(CALLS)) {
    test(`${path}: 4002 for a wrong key, 4000 without one`, async () => {
      const key = (service_certification_key: unknown) =>
        generation1.call(path, { ...body, service_certification_key });
      assertResult(await key('wrong'), 4002, generation1);
      assertResult(await key(undefined), 4000, generation1);
      assertResult(await key(5), 4000, generation1);
    });
  }

  test('the app is judged before the key, and the key before everything else', async () => {
    const wrong = { service_certification_key: 'wrong', player_id: 'wrong' };
    const unknown = { appid: `acceptance.${randomUUID()}`, ...wrong };
    assertResult(await generation1.call('delete', unknown), 6000, generation1);
    assertResult(await generation1.call('delete', wrong, { ISCRYPT: '1' }), 4002, generation1);
  });
});

describe('generation 2: the access token', () => {
  const withToken = (token: string | undefined, fields: object = {}) =>
    generation2.call('type/get', { ...fields }, { 'X-Access-Token': token });

  for (const [path, body] of Object.entries({ ...CALLS, ...GENERATION_2_CALLS })) {
    test(`${path}: 2499 without a token`, async () => {
      const answer = await generation2.call(path, body, { 'X-Access-Token': undefined });
      assertTokenRefused(answer, 1001);
    });
  }

  test('1002: text that is no token', async () => {
    assertTokenRefused(await withToken('no.token'), 1002);
  });

  test('1003: a token whose claims were changed', async () => {
    const [header, payload = '', signature] = (await newToken()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString(
      'base64url',
    );
    assertTokenRefused(await withToken(`${header}.${changed}.${signature}`), 1003);
  });

  test('1009: the user token of a player', async () => {
    assertTokenRefused(await withToken(await userToken(newPlayer())), 1009);
  });

  test('the token is judged before the appid, and before everything else', async () => {
    assertTokenRefused(await withToken(undefined, { appid: 5, language: 'none' }), 1001);
  });

  test('a certification key in the body is not looked at', async () => {
    const answer = await generation2.call('type/get', { service_certification_key: 'wrong' });
    assertResult(answer, 0, generation2);
  });
});

describe('another project', { skip: withoutAdmin }, () => {
  const other = {} as OtherApp;
  test('its keys and tokens are good for its own app', async () => {
    Object.assign(other, await createOtherApp());
    const { appid, certificationKey, token } = other;
    const key = { appid, service_certification_key: certificationKey };
    assertResult(await generation1.call('type/get', key), 0, generation1);
    const headers = { 'X-Access-Token': token };
    assertResult(await generation2.call('type/get', { appid }, headers), 0, generation2);
  });

  test('4002: the key of another app', async () => {
    const { certificationKey } = other;
    const key = { service_certification_key: certificationKey };
    assertResult(await generation1.call('type/get', key), 4002, generation1);
  });

  test('1008: the token of another project', async () => {
    const { appid, token } = other;
    assertTokenRefused(await generation2.call('type/get', {}, { 'X-Access-Token': token }), 1008);
    assertTokenRefused(await generation2.call('type/get', { appid }), 1008);
  });

  test('its types and players are its own', async () => {
    const { appid, certificationKey } = other;
    const key = { appid, service_certification_key: certificationKey };
    const { body } = await generation1.call<{ block_type: number }>('type/set', {
      ...POLICY_TYPE,
      ...key,
    });
    assert.equal(body.data.block_type, 1, 'numbers count up from 1 within an app');
    const player_id = newPlayer();
    const set = { player_id, block_type: 1, ...RUNNING };
    assertResult(await generation1.call('set', { ...set, ...key }), 0, generation1);
    assertResult(await generation1.call('delete', { player_id }), 2002, generation1);
  });

  after(() => other.remove?.());
});
