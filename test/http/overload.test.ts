// Overload: a process that is late and has many requests under way answers early, console and files first.
import assert from 'node:assert/strict';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { Registry } from 'prom-client';
import { createOverload, priorityOf } from '../../src/http/overload.ts';

const MANY = 4;
const SLOW = '/v1/slow';

/** A server whose slow requests wait until they are released, with a clock and a probe of the test. */
async function startServer(context: TestContext) {
  const registry = new Registry();
  const world = { now: 0, waiting: [] as (() => void)[], endProbe: () => {} };
  const overload = createOverload({
    registry,
    many: MANY,
    now: () => world.now,
    probe: () => new Promise<void>((resolve) => (world.endProbe = resolve)),
  });
  const server = createServer(({ url }, response) => {
    if (url === SLOW) world.waiting.push(() => response.end('done'));
    else response.end('done');
  });
  overload.guard(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.closeAllConnections());
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;

  const get = async (path: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      ask({ port, path, agent: false }, resolve).on('error', reject).end();
    });
    const { statusCode: status, headers } = answer;
    return { status, retryAfter: headers['retry-after'], body: await text(answer) };
  };
  /** Begins as many requests, which wait. */
  const begin = async (count: number) => {
    const before = world.waiting.length;
    const answers = Array.from({ length: count }, () => get(SLOW));
    while (world.waiting.length < before + count) await new Promise(setImmediate);
    return answers;
  };
  const openConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const release = async (answers: readonly Promise<unknown>[]) => {
    for (const each of world.waiting.splice(0)) each();
    await Promise.all(answers);
    while ((await openConnections()) > 0) await new Promise(setImmediate);
  };
  const rejections = async () => {
    const { values } = (await registry.getMetricsAsJSON())[0] as { values: object[] };
    return values;
  };
  return { world, get, begin, release, rejections };
}

describe('what is asked', () => {
  const paths = [
    ['/v1/game/block/set', 'call'],
    ['/payment/v1/purchase/verify?x=/admin/v1', 'call'],
    ['/auth/v1/login', 'call'],
    ['/admin/v1/apps/a/restrictions', 'admin'],
    ['/admin/v1/apps/figures', 'file'],
    ['/admin/v1/apps/a/figures/revenue', 'file'],
    ['/admin/v1/apps/a/purchases/file?from=1', 'file'],
    ['/admin/v1/apps/a/measures/rules/dry-run', 'file'],
    ['/health/ready', undefined],
    ['/metrics', undefined],
  ] as const;
  for (const [path, priority] of paths) {
    test(path, () => assert.equal(priorityOf(path), priority));
  }
});

describe('a process', () => {
  test('that is late with many requests under way answers 429 with Retry-After', async (t) => {
    const { world, get, begin, release, rejections } = await startServer(t);
    const first = await begin(MANY);
    world.now += 1_001;
    const answer = await get('/v1/game/block/get');
    assert.equal(answer.status, 429);
    assert.match(answer.retryAfter ?? '', /^[123]$/);
    assert.deepEqual(JSON.parse(answer.body), {
      error: 'overloaded',
      message: `The service has more to do than it can. Try again in ${answer.retryAfter} s.`,
    });
    assert.deepEqual(await rejections(), [{ value: 1, labels: { asked: 'call' } }]);
    await release(first);
  });

  test('answers calls while it turns the console away, and the console while it turns files away', async (t) => {
    const { world, get, begin, release } = await startServer(t);
    const first = await begin(MANY);
    const statusOf = async (path: string) => (await get(path)).status;
    const file = '/admin/v1/apps/a/purchases/file';
    const admin = '/admin/v1/apps/a/restrictions';
    world.now += 201;
    assert.deepEqual(
      [await statusOf(file), await statusOf(admin), await statusOf('/v1/x')],
      [429, 200, 200],
    );
    world.now += 300;
    assert.deepEqual([await statusOf(admin), await statusOf('/v1/x')], [429, 200]);
    world.now += 500;
    assert.deepEqual([await statusOf('/v1/x'), await statusOf('/health/live')], [429, 200]);
    await release(first);
  });

  test('that is late with few requests under way lets them wait', async (t) => {
    const { world, begin, release } = await startServer(t);
    const first = await begin(MANY - 1);
    world.now += 60_000;
    const next = await begin(1);
    await release([...first, ...next]);
  });

  test('that is in time takes as many as come', async (t) => {
    const { world, begin, release } = await startServer(t);
    const first = await begin(MANY);
    world.endProbe();
    await new Promise(setImmediate);
    world.now += 50;
    const next = await begin(20);
    await release([...first, ...next]);
  });

  test('that has worked off its requests takes new ones at once', async (t) => {
    const { world, get, begin, release } = await startServer(t);
    const first = await begin(MANY);
    world.now += 5_000;
    assert.equal((await get('/v1/x')).status, 429);
    await release(first);
    const next = await begin(MANY);
    world.endProbe();
    await release(next);
  });
});
