// POST /auth/v1/login: records a player's login, answers a user token, the device and what keeps the player out.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { accountUuidsOf, assumedAccountUuid } from '../../src/identity/logins.ts';
import {
  DAY,
  dateText,
  logIn,
  newPlayer,
  registerType,
  restrict,
  TEMPORARY_TYPE,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';

const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';

suite(
  '/auth/v1/login',
  (gate) => {
    let app: TestApp;
    let bearer: { authorization: string };
    before(async () => {
      app = await gate.createApp();
      bearer = { authorization: `Bearer ${await gate.token(app)}` };
      await registerType(gate, app, TEMPORARY_TYPE);
    });

    const login = (fields: object, headers: Record<string, string> = bearer) =>
      gate.post('/auth/v1/login', { appid: app.appid, ...fields }, headers);

    test('answers a user token for a day, the did and no restriction', async () => {
      const player_id = newPlayer();
      const answer = await login({ player_id, did: 77, account_uuid: UUID });
      const { access_token } = answer.body;
      assert.deepEqual(
        [answer.status, answer.body],
        [
          200,
          {
            access_token,
            token_type: 'Bearer',
            expires_in: 86_400,
            did: 77,
            restriction: null,
            debt: [],
          },
        ],
      );
      const now = gate.now / 1_000;
      const claims = decodeJwt(access_token);
      assert.deepEqual(claims, {
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        sub: String(player_id),
        token_use: 'user',
        appid: app.appid,
        did: '77',
        sid: claims.sid,
        account_uuid: UUID,
        iat: now,
        nbf: now,
        exp: now + 86_400,
        jti: claims.jti,
      });
    });

    test('makes a did of its own when none is sent, an exact one in any JSON reader', async () => {
      const dids = new Set<number>();
      for (let count = 0; count < 20; count++) {
        const { did } = await logIn(gate, app, newPlayer(), { did: count % 2 ? null : '' });
        assert.ok(Number.isSafeInteger(did) && did >= 1);
        dids.add(did);
      }
      assert.equal(dids.size, 20);
    });

    test('64-bit player ids and dids come back as they were sent', async () => {
      const [player_id, did] = [9_223_372_036_854_775_807n, 9_007_199_254_740_993n];
      const answer = await login({ player_id, did });
      assert.equal(answer.body.did, did);
      assert.equal(decodeJwt(answer.body.access_token).sub, '9223372036854775807');
    });

    test('a restricted player gets the restriction in the wanted language, and no token', async () => {
      const player_id = newPlayer();
      await restrict(gate, app, player_id);
      const restriction = {
        player_id,
        status: 'B',
        block_type: 1,
        type_status: 'N',
        title: 'On hold',
        reason: 'We are looking into it.',
        start_date: dateText(gate.now),
        end_date: dateText(gate.now + DAY),
        in_effect: true,
        support_code: `${app.gameIndex}-${player_id.toString(36).toUpperCase()}-1`,
      };
      const korean = { ...restriction, title: '일시 제한', reason: '조사하고 있습니다.' };
      const told: readonly [string | undefined, object][] = [
        [undefined, restriction],
        ['en', restriction],
        ['ko', korean],
        ['KO', korean],
        ['sv', restriction],
      ];
      for (const [language, expected] of told) {
        const answer = await login({ player_id, did: 5, language });
        assert.deepEqual(
          [answer.status, answer.body],
          [
            200,
            {
              access_token: null,
              token_type: 'Bearer',
              expires_in: null,
              did: 5,
              restriction: expected,
              debt: [],
            },
          ],
        );
      }
    });

    test('account_uuid links the account to the player; without a link one is assumed', async () => {
      const [first, second] = [newPlayer(), newPlayer()].map(BigInt);
      assert.ok(first && second);
      const { db } = gate.service.context.storage;
      const known = await gate.service.directory.app(app.appid);
      assert.ok(known);
      const account = UUID.replace('f', 'a');
      assert.deepEqual(await accountUuidsOf(db, known, first), [assumedAccountUuid(known, first)]);
      assert.match(
        assumedAccountUuid(known, first),
        /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      );
      await logIn(gate, app, first, { account_uuid: account.toUpperCase() });
      assert.deepEqual(await accountUuidsOf(db, known, first), [
        account,
        assumedAccountUuid(known, first),
      ]);
      await logIn(gate, app, second, { account_uuid: account });
      assert.deepEqual(await accountUuidsOf(db, known, first), [assumedAccountUuid(known, first)]);
      assert.deepEqual((await accountUuidsOf(db, known, second))[0], account);
    });

    test('the assumed account is UUIDv5 of the decimal id in the namespace of the app', () => {
      // A known pair: the namespace of DNS names, and the name "1".
      const accountNamespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
      const of = { appid: 'x', gameIndex: 1, timeZone: 'UTC' };
      const known = {
        ...of,
        accountNamespace,
        createdAt: 0,
        keys: [],
        scopes: [],
        appeals: {},
        restrictsForConsent: false,
      };
      assert.equal(assumedAccountUuid(known, 1n), 'b04965e6-a9bb-591f-8f8a-1adcb2c8dc39');
    });

    test('only an app-server token may log players in', async () => {
      const player_id = newPlayer();
      const { access_token } = await logIn(gate, app, player_id);
      const refused = { error: 'unauthorized', message: 'Send a valid app-server token.' };
      for (const authorization of ['', 'Bearer nonsense', 'Basic eDp5', `Bearer ${access_token}`]) {
        const answer = await login({ player_id }, authorization ? { authorization } : {});
        assert.deepEqual([answer.status, answer.body], [401, refused]);
      }
    });

    test("an app that is unknown or another project's is not found", async () => {
      const foreign = await gate.createApp();
      const refused = {
        error: 'app_not_found',
        message: 'appid names no app of the project that the token belongs to.',
      };
      for (const appid of [foreign.appid, 'unknown', '', 'a\0b']) {
        const answer = await login({ appid, player_id: 5 });
        assert.deepEqual([answer.status, answer.body], [404, refused]);
      }
    });

    const wrong: readonly object[] = [
      { player_id: undefined },
      { player_id: null },
      { player_id: '5' },
      { player_id: 0 },
      { player_id: 1.5 },
      { player_id: JSON.rawJSON('77.0000000000000001') },
      { player_id: 5, did: JSON.rawJSON('4503599627370496.3') },
      { player_id: 9_223_372_036_854_775_808n },
      { player_id: 5, did: '5' },
      { player_id: 5, did: 0 },
      { player_id: 5, account_uuid: 'x' },
      { player_id: 5, account_uuid: 5 },
      { player_id: 5, language: 5 },
      { player_id: 5, appid: undefined },
    ];
    test('a wrong parameter is 400 and names the field', async () => {
      for (const fields of wrong) {
        const answer = await login(fields);
        const [field = ''] = Object.keys(fields).toReversed();
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
        assert.match(answer.body.message, new RegExp(field));
      }
      for (const body of ['', '{', '[]', '5', 'null']) {
        const answer = await gate.post('/auth/v1/login', body, bearer);
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
      }
    });
  },
  { kinds: EITHER },
);
