// The SDK against a running service: restrictions of both generations, and logins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestrictionsV1, TollgateError, unwrap } from '../../sdk/src/index.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { BAN, PLAYER, sdkSuite, TYPE } from './running.ts';

const done = { ok: true, data: null };
const refused = (code: string, resultCode: number, message: string, more: object = {}) => ({
  ok: false,
  error: { code, resultCode, message, ...more },
});
const NOT_RESTRICTED = refused('NOT_RESTRICTED', 2002, 'The player is not restricted.');

sdkSuite('SDK, restrictions', ({ gate, url, client }) => {
  test('a type, a ban, a look, a release', async () => {
    const { restrictions } = client(await gate.createApp());
    assert.deepEqual(await restrictions.types.set(TYPE), { ok: true, data: { blockType: 1 } });
    assert.deepEqual(await restrictions.types.get({ language: 'ko' }), {
      ok: true,
      data: {
        blockTypeList: [],
        tempTypeList: [
          {
            blockType: 1,
            typeStatus: 'N',
            typeName: TYPE.typeName,
            typeEnName: TYPE.typeEnName,
            title: '이용 제한',
            reason: '불법 프로그램 사용',
          },
        ],
      },
    });
    assert.deepEqual(await restrictions.set({ ...BAN, playerId: PLAYER }), done);
    const { supportCode, ...found } = unwrap(
      await restrictions.get({ playerId: String(PLAYER), language: 'en' }),
    ) ?? { supportCode: '' };
    assert.deepEqual(found, {
      ...BAN,
      playerId: PLAYER,
      typeStatus: 'N',
      title: 'Access restricted',
      reason: 'Use of an illegal program.',
      inEffect: true,
    });
    assert.match(supportCode, /^\d+-\w+-1$/);
    assert.deepEqual(await restrictions.delete({ playerId: PLAYER }), done);
    assert.deepEqual(await restrictions.get({ playerId: PLAYER }), { ok: true, data: null });
    const { history, next } = unwrap(await restrictions.history({ playerId: PLAYER, size: 1 }));
    assert.deepEqual(
      history.map(({ action, before, after }) => ({ action, before, after })),
      [{ action: 'released', before: BAN, after: null }],
    );
    const older = unwrap(await restrictions.history({ playerId: PLAYER, before: next as number }));
    assert.deepEqual(
      older.history.map(({ action }) => action),
      ['registered'],
    );
    assert.deepEqual(await restrictions.types.delete({ blockType: 1 }), done);
  });

  test('every refusal has its name, its number and a sentence', async () => {
    const app = await gate.createApp();
    const { restrictions } = client(app);
    unwrap(await restrictions.types.set(TYPE));
    unwrap(await restrictions.set({ ...BAN, playerId: 1n }));
    assert.deepEqual(await restrictions.delete({ playerId: 2n }), NOT_RESTRICTED);
    assert.deepEqual(
      await restrictions.set({ ...BAN, playerId: 2n, endDate: 'never' }),
      refused('INVALID_PARAMETER', 4000, 'A field is missing or wrong. See field.', {
        field: 'end_date',
      }),
    );
    const codes = [
      await restrictions.set({ ...BAN, playerId: 2n, blockType: 9 }),
      await restrictions.set({ ...BAN, playerId: 2n, did: 9n }),
      await restrictions.types.delete({ blockType: 1 }),
      await restrictions.types.set({ ...TYPE, typeStatus: 'O' }),
      await restrictions.types.set({ ...TYPE, reasons: TYPE.reasons.slice(1) }),
      await restrictions.types.set({ ...TYPE, typeName: '가'.repeat(67) }),
      await client({ ...app, appid: 'nobody' }).restrictions.get({ playerId: 1n }),
      await client({ ...app, appid: (await gate.createApp()).appid }).restrictions.types.get(),
      await client({ ...app, clientSecret: 'wrong' }).restrictions.get({ playerId: 1n }),
    ].map((result) => result.ok || result.error.code);
    assert.deepEqual(codes, [
      'UNREGISTERED_TYPE',
      'DID_VERIFICATION_FAILED',
      'TYPE_IN_USE',
      'POPUP_FORMAT_MISMATCH',
      'REQUIRED_LANGUAGE_MISSING',
      'BYTE_LIMIT_EXCEEDED',
      'INVALID_APPID',
      'TOKEN_VALIDATION_FAILED',
      'INVALID_CLIENT',
    ]);
  });

  test('a restriction of a feature: set, read, told at login, released', async () => {
    const { restrictions, players } = client(await gate.createApp());
    unwrap(await restrictions.types.set(TYPE));
    const chat = { playerId: PLAYER, scope: 'chat' };
    assert.deepEqual(await restrictions.scope.set({ ...BAN, ...chat }), done);
    const found = unwrap(await restrictions.scope.get({ ...chat, language: 'ko' }));
    assert.deepEqual(
      [found?.scope, found?.scopeName, found?.playerId, found?.title],
      ['chat', '채팅', PLAYER, '이용 제한'],
    );
    const login = unwrap(await players.login({ playerId: PLAYER }));
    assert.deepEqual(
      [login.restriction, login.restrictions?.map(({ scopeName }) => scopeName)],
      [null, ['Chat']],
    );
    const [bulk] = unwrap(await restrictions.bulkDelete([chat]));
    assert.equal(bulk?.resultCode, 0);
    assert.deepEqual(await restrictions.scope.delete(chat), NOT_RESTRICTED);
    assert.deepEqual(await restrictions.scope.get(chat), { ok: true, data: null });
  });

  test('an appeal, where the type allows it', async () => {
    const app = await gate.createApp();
    const { restrictions } = client(app);
    const { blockType } = unwrap(await restrictions.types.set(TYPE));
    assert.deepEqual(await restrictions.set({ ...BAN, playerId: PLAYER }), done);
    const appeal = { playerId: PLAYER, text: 'It was my brother.' };
    const refused = await restrictions.appeal(appeal);
    assert.ok(!refused.ok && refused.error.code === 'APPEAL_NOT_ALLOWED');
    const known = await gate.service.directory.app(app.appid);
    assert.ok(known);
    await gate.service.restrictions.types.changeAppeals(
      known,
      blockType,
      { allowed: true },
      SYSTEM,
    );
    assert.match(unwrap(await restrictions.appeal(appeal)).appealId, /^[0-9a-f-]{36}$/);
    assert.match(
      unwrap(await restrictions.get({ playerId: PLAYER }))?.appealCode ?? '',
      /-1-\w{15}$/,
    );
    const twice = await restrictions.appeal(appeal);
    assert.ok(!twice.ok && twice.error.code === 'ALREADY_APPEALED');
  });

  test('many at once: a result for each, in their order', async () => {
    const { restrictions } = client(await gate.createApp());
    unwrap(await restrictions.types.set(TYPE));
    const success = { resultCode: 0, resultMsg: 'SUCCESS' };
    const unknownType = { resultCode: 4011, resultMsg: 'UNREGISTERED_TYPE' };
    const notRestricted = { resultCode: 2002, resultMsg: 'NOT_RESTRICTED' };
    assert.deepEqual(
      await restrictions.bulkSet([
        { ...BAN, playerId: PLAYER },
        { ...BAN, playerId: '2', blockType: 9 },
      ]),
      {
        ok: true,
        data: [
          { playerId: PLAYER, ...success },
          { playerId: 2n, ...unknownType },
        ],
      },
    );
    assert.deepEqual(await restrictions.bulkDelete([{ playerId: PLAYER }, { playerId: 2n }]), {
      ok: true,
      data: [
        { playerId: PLAYER, ...success },
        { playerId: 2n, ...notRestricted },
      ],
    });
  });

  test('generation 1: the same calls with a certification key', async () => {
    const { appid: appId, key: certificationKey } = await gate.createApp();
    const restrictions = createRestrictionsV1({ url: url(), appId, certificationKey });
    assert.deepEqual(await restrictions.types.set(TYPE), { ok: true, data: { blockType: 1 } });
    assert.deepEqual(await restrictions.set({ ...BAN, playerId: PLAYER }), done);
    assert.deepEqual(await restrictions.delete({ playerId: PLAYER }), done);
    assert.deepEqual(await restrictions.delete({ playerId: PLAYER }), NOT_RESTRICTED);
    assert.equal(unwrap(await restrictions.types.get()).tempTypeList.length, 1);
    assert.deepEqual(await restrictions.types.delete({ blockType: 1 }), done);
    const wrong = createRestrictionsV1({ url: url(), appId, certificationKey: 'wrong' });
    assert.deepEqual(
      await wrong.types.get(),
      refused(
        'CERTIFICATION_KEY_MISMATCH',
        4002,
        'The certification key is not a valid key of this app.',
      ),
    );
  });

  test('login: a token and a device, or the restriction and no token', async () => {
    const { players, restrictions } = client(await gate.createApp());
    const { accessToken, did, ...login } = unwrap(await players.login({ playerId: PLAYER }));
    assert.deepEqual(login, {
      tokenType: 'Bearer',
      expiresIn: 86_400,
      restriction: null,
      debt: [],
    });
    assert.ok(accessToken);
    assert.equal(typeof did, 'bigint');
    unwrap(await restrictions.types.set(TYPE));
    unwrap(await restrictions.set({ ...BAN, playerId: PLAYER, did }));
    const denied = unwrap(await players.login({ playerId: PLAYER, did, language: 'ko' }));
    assert.deepEqual(
      [denied.accessToken, denied.did, denied.restriction?.playerId, denied.restriction?.title],
      [null, did, PLAYER, '이용 제한'],
    );
    const logout = { playerId: PLAYER, did };
    assert.deepEqual(await players.logout(logout), { ok: true, data: { loggedOut: true } });
    assert.deepEqual(await players.logout(logout), { ok: true, data: { loggedOut: false } });
  });

  test('login at an app of nobody says so', async () => {
    const { players } = client(await gate.createApp()).withApp('nobody');
    assert.deepEqual(await players.login({ playerId: 1n }), {
      ok: false,
      error: {
        code: 'APP_NOT_FOUND',
        message: 'appid names no app of the project that the token belongs to.',
      },
    });
  });

  test('unwrap throws the error with its code', async () => {
    const { restrictions } = client(await gate.createApp());
    const result = await restrictions.delete({ playerId: 1n });
    assert.throws(
      () => unwrap(result),
      (error) =>
        error instanceof TollgateError &&
        error.message === 'NOT_RESTRICTED: The player is not restricted.' &&
        error.error.code === 'NOT_RESTRICTED',
    );
  });
});
