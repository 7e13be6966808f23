// The SDK's token: one for all calls, replaced in time, and replaced at once when the service refuses it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { recordingFetch, sdkSuite } from './running.ts';

const TOKEN = '/oauth/token';
const GET = '/v2/game/block/get';
const HOUR_MS = 3_600_000;

sdkSuite('SDK, tokens', ({ gate, client }) => {
  test('calls that begin together share one token request, and later calls its token', async () => {
    const { fetch, paths } = recordingFetch();
    const { restrictions, players } = client(await gate.createApp(), { fetch });
    const look = async () => unwrap(await restrictions.get({ playerId: 1n }));
    await Promise.all([look(), look(), look()]);
    unwrap(await players.login({ playerId: 1n }));
    assert.deepEqual(paths(), [TOKEN, GET, GET, GET, '/auth/v1/login']);
  });

  test('another app of the project uses the same token', async () => {
    const { fetch, paths } = recordingFetch();
    const app = await gate.createApp();
    const other = await gate.createApp({ gameIndex: app.gameIndex });
    const tollgate = client(app, { fetch });
    unwrap(await tollgate.restrictions.get({ playerId: 1n }));
    unwrap(await tollgate.withApp(other.appid).restrictions.get({ playerId: 1n }));
    assert.deepEqual(paths(), [TOKEN, GET, GET]);
  });

  test('a token that is about to expire is replaced before the call', async () => {
    const short = (response: Response, path: string) =>
      path === TOKEN ? withLife(response, 0) : response;
    const { fetch, paths } = recordingFetch(short);
    const { restrictions } = client(await gate.createApp(), { fetch });
    unwrap(await restrictions.get({ playerId: 1n }));
    unwrap(await restrictions.get({ playerId: 1n }));
    assert.deepEqual(paths(), [TOKEN, GET, TOKEN, GET]);
  });

  test('a token that the service refuses is replaced once, in every part of the interface', async () => {
    const { fetch, paths } = recordingFetch();
    const app = await gate.createApp();
    const { restrictions, players, subscriptions } = client(app, { fetch });
    const accountUuid = 'a3b1c5d7-0000-4000-8000-00000000e001';
    unwrap(await restrictions.get({ playerId: 1n }));
    gate.now += 2 * HOUR_MS;
    unwrap(await restrictions.get({ playerId: 1n }));
    gate.now += 2 * HOUR_MS;
    unwrap(await players.login({ playerId: 1n }));
    gate.now += 2 * HOUR_MS;
    unwrap(await subscriptions.status({ accountUuid }));
    const [login, status] = ['/auth/v1/login', '/payment/v1/subscription/status'];
    assert.deepEqual(paths(), [
      ...[TOKEN, GET],
      ...[GET, TOKEN, GET],
      ...[login, TOKEN, login],
      ...[status, TOKEN, status],
    ]);
  });

  test('calls whose token is refused together get one new token', async () => {
    const { fetch, paths } = recordingFetch();
    const { restrictions } = client(await gate.createApp(), { fetch });
    unwrap(await restrictions.get({ playerId: 1n }));
    gate.now += 2 * HOUR_MS;
    const look = async () => unwrap(await restrictions.get({ playerId: 1n }));
    await Promise.all([look(), look(), look()]);
    assert.equal(paths().filter((path) => path === TOKEN).length, 2);
  });

  test('a call that a new token does not help ends with the refusal', async () => {
    const { fetch, paths } = recordingFetch();
    const app = await gate.createApp();
    const foreign = await gate.createApp();
    const tollgate = client({ ...app, appid: foreign.appid }, { fetch });
    assert.deepEqual(await tollgate.restrictions.get({ playerId: 1n }), {
      ok: false,
      error: {
        code: 'TOKEN_VALIDATION_FAILED',
        message: 'The token is not valid for this app. See tokenValidation.',
        resultCode: 2499,
        tokenValidation: { resultCode: 1008, resultMsg: 'APP_MISMATCH' },
      },
    });
    const status = await tollgate.subscriptions.status({
      accountUuid: 'a3b1c5d7-0000-4000-8000-00000000e001',
    });
    assert.equal(!status.ok && status.error.code, 'UNAUTHORIZED_REQUEST');
    const path = '/payment/v1/subscription/status';
    assert.deepEqual(paths(), [TOKEN, GET, path, TOKEN, path]);
  });

  test('wrong credentials end the call without sending it', async () => {
    const { fetch, paths } = recordingFetch();
    const app = await gate.createApp();
    const { restrictions } = client({ ...app, clientSecret: 'wrong' }, { fetch });
    assert.deepEqual(await restrictions.get({ playerId: 1n }), {
      ok: false,
      error: {
        code: 'INVALID_CLIENT',
        message: 'The service rejected clientId and clientSecret. Check both, and the environment.',
      },
    });
    assert.deepEqual(paths(), [TOKEN]);
  });
});

async function withLife(response: Response, expires_in: number): Promise<Response> {
  const body = (await response.json()) as object;
  return Response.json({ ...body, expires_in });
}
