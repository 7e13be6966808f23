// What the claims of a token mean, and when it does not count.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Claims, claimsProblem, type DebtToken, readClaims } from './claims.ts';

const US = 'https://tollgate.example';
const GOOD = { iss: US, aud: US, nbf: 1_000, exp: 2_000 };

describe('a token counts from its first to its last moment, here', () => {
  const cases: [string, Claims, now: number, problem: string | undefined][] = [
    ['good', {}, 1_500_000, undefined],
    ['another issuer', { iss: 'https://other.example' }, 1_500_000, 'ISSUER_MISMATCH'],
    ['no issuer', { iss: undefined }, 1_500_000, 'ISSUER_MISMATCH'],
    ['another audience', { aud: 'https://other.example' }, 1_500_000, 'AUDIENCE_MISMATCH'],
    ['a list of audiences', { aud: [US] }, 1_500_000, 'AUDIENCE_MISMATCH'],
    ['a millisecond early', {}, 999_999, 'TOKEN_NOT_YET_VALID'],
    ['its first moment', {}, 1_000_000, undefined],
    ['no beginning', { nbf: undefined }, 0, undefined],
    ['a beginning that is text', { nbf: '9999' }, 0, undefined],
    ['its last moment', {}, 1_999_999, undefined],
    ['its end', {}, 2_000_000, 'TOKEN_EXPIRED'],
    ['no end', { exp: undefined }, 1_500_000, 'TOKEN_EXPIRED'],
    ['an end that is text', { exp: '2000' }, 1_500_000, 'TOKEN_EXPIRED'],
  ];
  for (const [name, claims, now, problem] of cases) {
    test(`${name}: ${problem ?? 'counts'}`, () => {
      assert.equal(claimsProblem({ ...GOOD, ...claims }, US, now), problem);
    });
  }
});

describe('whose it is', () => {
  const app = { token_use: 'app', jti: 'j', client_id: 'c', project: 7, exp: 2_000 };
  const user = {
    token_use: 'user',
    jti: 'j',
    appid: 'a',
    sub: '9223372036854775807',
    did: '5',
    sid: 's',
    account_uuid: 'u',
    exp: 2_000,
  };

  test('an app server', () => {
    const token = { use: 'app', jti: 'j', clientId: 'c', gameIndex: 7, expiresAt: 2_000_000 };
    assert.deepEqual(readClaims(app), token);
  });

  test('a player, with every digit of the id', () => {
    const token = {
      use: 'user',
      jti: 'j',
      appid: 'a',
      playerId: 9_223_372_036_854_775_807n,
      did: 5n,
      loginId: 's',
      accountUuid: 'u',
      expiresAt: 2_000_000,
    };
    assert.deepEqual(readClaims(user), token);
    for (const account_uuid of [null, undefined, 5]) {
      assert.deepEqual(readClaims({ ...user, account_uuid }), { ...token, accountUuid: null });
    }
  });

  test('a restricted player who owes', () => {
    const { use, ...token } = readClaims({ ...user, token_use: 'debt' }) as DebtToken;
    assert.equal(use, 'debt');
    assert.deepEqual({ use: 'user', ...token }, readClaims(user));
  });

  const nobody: [string, Claims][] = [
    ['an app server without an id', { ...app, jti: undefined }],
    ['a player without an id', { ...user, jti: 5 }],
    ['an app server without a client', { ...app, client_id: undefined }],
    ['a client in the place of a player', { ...user, token_use: 'app' }],
    ['a player in the place of a client', { ...app, token_use: 'user' }],
    ['a player without an app', { ...user, appid: 1 }],
    ['a debtor without an app', { ...user, token_use: 'debt', appid: 1 }],
    ['an unknown use', { ...app, ...user, token_use: 'admin' }],
  ];
  for (const [name, claims] of nobody) {
    test(`nobody: ${name}`, () => assert.equal(readClaims(claims), undefined));
  }
});
