// When the SDK sends a call again, when it must not, and how long it tries.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createTollgate, type TollgateOptions, unwrap } from '../../sdk/src/index.ts';
import { BAN, PLAYER, recordingFetch, sdkSuite, TYPE } from './running.ts';

const SOON = { delayMs: 1 };
const lost = () => Promise.reject(new TypeError('the connection broke'));

/** The first answer of this path is lost after the service has done its work. */
const losing = (lostPath: string) =>
  recordingFetch((response, path, count) => (path === lostPath && count === 1 ? lost() : response));
const countOf = (paths: readonly string[], path: string) =>
  paths.filter((each) => each === path).length;

sdkSuite('SDK, lost answers', ({ gate, client }) => {
  test('a ban whose answer was lost is sent again with the same body', async () => {
    const { fetch, sent } = losing('/v2/game/block/set');
    const { restrictions } = client(await gate.createApp(), { fetch, retry: SOON });
    unwrap(await restrictions.types.set(TYPE));
    assert.deepEqual(await restrictions.set({ ...BAN, playerId: PLAYER }), {
      ok: true,
      data: null,
    });
    const bodies = sent.filter(({ path }) => path.endsWith('/set')).map(({ init }) => init.body);
    assert.equal(bodies.length, 3);
    assert.equal(bodies[1], bodies[2]);
    assert.match(String(bodies[1]), /"player_id":9007199254740993\}$/);
  });

  test('a type is never registered twice: its call ends with the lost answer', async () => {
    const { fetch, paths } = losing('/v2/game/block/type/set');
    const { restrictions } = client(await gate.createApp(), { fetch, retry: SOON });
    const result = await restrictions.types.set(TYPE);
    assert.equal(!result.ok && result.error.code, 'UNREACHABLE');
    assert.equal(countOf(paths(), '/v2/game/block/type/set'), 1);
    assert.equal(unwrap(await restrictions.types.get()).tempTypeList.length, 1);
  });

  test('a login is sent again only on a known device', async () => {
    const app = await gate.createApp();
    const { did } = unwrap(await client(app).players.login({ playerId: PLAYER }));
    const known = losing('/auth/v1/login');
    const again = client(app, { fetch: known.fetch, retry: SOON });
    assert.equal(unwrap(await again.players.login({ playerId: PLAYER, did })).did, did);
    const fresh = losing('/auth/v1/login');
    const once = client(app, { fetch: fresh.fetch, retry: SOON });
    const result = await once.players.login({ playerId: PLAYER });
    assert.equal(!result.ok && result.error.code, 'UNREACHABLE');
    assert.equal(countOf(fresh.paths(), '/auth/v1/login'), 1);
  });

  test('a token request that fails is sent again, whatever the call', async () => {
    const { fetch, paths } = losing('/oauth/token');
    const { restrictions } = client(await gate.createApp(), { fetch, retry: SOON });
    unwrap(await restrictions.types.set(TYPE));
    assert.deepEqual(paths(), ['/oauth/token', '/oauth/token', '/v2/game/block/type/set']);
  });

  test('without retries there is one request', async () => {
    const { fetch, paths } = losing('/v2/game/block/get');
    const { restrictions } = client(await gate.createApp(), { fetch, retry: false });
    const result = await restrictions.get({ playerId: 1n });
    assert.equal(!result.ok && result.error.code, 'UNREACHABLE');
    assert.deepEqual(paths(), ['/oauth/token', '/v2/game/block/get']);
  });
});

interface Canned {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
const SUCCESS: Canned = { body: '{"result_code":0,"result_msg":"SUCCESS","data":{}}' };
const INTERNAL_ERROR: Canned = { status: 500, body: '{"result_code":5000}' };

/** A service that gives these answers in turn, then the last one for ever; `hang` gives none. */
async function stub(
  t: TestContext,
  answers: readonly (Canned | 'hang')[],
  options: Partial<TollgateOptions> = {},
) {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/oauth/token') {
      response.end('{"access_token":"token","token_type":"Bearer","expires_in":3600}');
      return;
    }
    const answer = answers[Math.min(calls, answers.length - 1)] as Canned | 'hang';
    calls += 1;
    if (answer === 'hang') return;
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = createTollgate({
    url: `http://127.0.0.1:${port}/`,
    clientId: 'client',
    clientSecret: 'secret',
    appId: 'app',
    retry: SOON,
    ...options,
  });
  return { client, calls: () => calls };
}

const look = { playerId: 1n };

test('SDK: a failure of the service is tried four times, and then told', async (t) => {
  const { client, calls } = await stub(t, [INTERNAL_ERROR]);
  assert.deepEqual(await client.restrictions.get(look), {
    ok: false,
    error: {
      code: 'INTERNAL_ERROR',
      message: 'The service failed. Try again later.',
      status: 500,
    },
  });
  assert.equal(calls(), 4);
});

test('SDK: a failure that passes is not noticed', async (t) => {
  const { client, calls } = await stub(t, [INTERNAL_ERROR, { status: 502, body: '<p>' }, SUCCESS]);
  assert.equal((await client.restrictions.delete(look)).ok, true);
  assert.equal(calls(), 3);
});

test('SDK: a refusal is not sent again', async (t) => {
  const { client, calls } = await stub(t, [{ body: '{"result_code":2002}' }]);
  assert.equal((await client.restrictions.delete(look)).ok, false);
  assert.equal(calls(), 1);
});

test('SDK: what is limited is sent again after Retry-After, a new type too', async (t) => {
  const limited = { status: 429, headers: { 'retry-after': '0' }, body: '{}' };
  const { client, calls } = await stub(t, [limited, SUCCESS]);
  assert.equal((await client.restrictions.types.set(TYPE)).ok, true);
  assert.equal(calls(), 2);
});

test('SDK: a Retry-After beyond the time limit ends the call at once', async (t) => {
  const { client, calls } = await stub(t, [{ status: 429, headers: { 'retry-after': '60' } }]);
  assert.deepEqual(await client.restrictions.get(look), {
    ok: false,
    error: {
      code: 'RATE_LIMITED',
      message: 'Too many requests. Send fewer, or wait as long as retryAfterMs says.',
      retryAfterMs: 60_000,
    },
  });
  assert.equal(calls(), 1);
});

test('SDK: the time limit covers all attempts', async (t) => {
  const { client } = await stub(t, ['hang'], { timeoutMs: 50 });
  assert.deepEqual(await client.restrictions.get(look), {
    ok: false,
    error: { code: 'TIMEOUT', message: 'No answer within 50 ms.' },
  });
});

test('SDK: an attempt that hangs is given up for the next', async (t) => {
  // A busy machine may be too slow for some of the next ones.
  const { client, calls } = await stub(t, ['hang', SUCCESS], {
    retry: { ...SOON, attempts: 50, attemptTimeoutMs: 500 },
  });
  assert.equal((await client.restrictions.delete(look)).ok, true);
  assert.ok(calls() >= 2);
});

test('SDK: the caller ends a call, while it waits for an answer or for its turn', async (t) => {
  const aborted = {
    ok: false,
    error: { code: 'ABORTED', message: 'The caller aborted the call.' },
  };
  const hanging = await stub(t, ['hang']);
  const first = new AbortController();
  const waiting = hanging.client.restrictions.get(look, { signal: first.signal });
  first.abort();
  assert.deepEqual(await waiting, aborted);
  const failing = await stub(t, [INTERNAL_ERROR], {
    retry: { delayMs: 20_000, maxDelayMs: 20_000 },
  });
  const second = new AbortController();
  const pausing = failing.client.restrictions.get(look, { signal: second.signal });
  while (failing.calls() === 0) await new Promise((resolve) => setImmediate(resolve));
  second.abort();
  assert.deepEqual(await pausing, aborted);
  const before = await failing.client.restrictions.get(look, { signal: second.signal });
  assert.deepEqual(before, aborted);
  assert.equal(failing.calls(), 1);
});

test('SDK: a redirect is not followed, and an unknown code is not guessed', async (t) => {
  const answers = [
    { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    { body: '{"result_code":4999}' },
  ];
  const { client } = await stub(t, answers);
  const message = (status: number) =>
    `The answer (HTTP ${status}) is none of this call. Check url, and what stands before the service.`;
  for (const [status, body] of [
    [302, ''],
    [200, '{"result_code":4999}'],
  ] as const) {
    assert.deepEqual(await client.restrictions.get(look), {
      ok: false,
      error: { code: 'UNEXPECTED_ANSWER', message: message(status), status, body },
    });
  }
});

test('SDK: a page of a proxy is no answer, whatever its status', async (t) => {
  const pages = ['<p>Welcome</p>', '{}', 'null', '', '{"result_code":0}'];
  for (const body of pages) {
    const { client } = await stub(t, [{ body }]);
    for (const result of [
      await client.restrictions.get(look),
      await client.players.login(look),
      await client.subscriptions.status({ accountUuid: '' }),
    ]) {
      assert.equal(!result.ok && result.error.code, 'UNEXPECTED_ANSWER', body);
    }
  }
});

test('SDK: a limit that no timer can hold is none', async (t) => {
  const { client } = await stub(t, [SUCCESS], { timeoutMs: Number.POSITIVE_INFINITY });
  assert.equal((await client.restrictions.delete(look)).ok, true);
});

test('SDK: nobody listening is UNREACHABLE, with the cause', async () => {
  const url = 'http://127.0.0.1:9';
  const options = { clientId: 'a', clientSecret: 'b', appId: 'c', retry: SOON };
  const result = await createTollgate({ url, ...options }).restrictions.get(look);
  assert.ok(!result.ok && result.error.code === 'UNREACHABLE');
  assert.equal(
    result.error.message,
    'The connection to http://127.0.0.1:9 failed. Check url and the network.',
  );
  assert.ok(result.error.cause instanceof Error);
});
