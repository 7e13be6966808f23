// The Python samples of the API reference, run: they send the request whole and exact.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

interface Samples {
  python(operation: object, request: object): string;
}

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly token: unknown;
  readonly type: unknown;
  readonly body: unknown;
}

const OPERATION = { method: 'post', security: [{ accessToken: [] }], answersJson: true };
const REQUEST = {
  url: '/v2/game/block/set?x=1',
  headers: { ISCRYPT: '0' },
  contentType: 'application/json',
  body: '{"player_id":9007199254740993,"reason":"그는 \'봇\' \\\\ \\"x\\""}',
};
const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : undefined;

const received: Received[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({
    method: request.method,
    url: request.url,
    token: request.headers['x-access-token'],
    type: request.headers['content-type'],
    body: Buffer.concat(chunks).toString('utf8').replaceAll(/\s/g, ''),
  });
  response.setHeader('content-type', 'application/json').end('{"result_code":0}');
});

let samples: Samples;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { location: { origin } });
  samples = await import(new URL('../../src/http/reference/samples.js', import.meta.url).href);
});
after(() => {
  server.close();
  Reflect.deleteProperty(globalThis, 'location');
});

const run = (program: string, code: string) =>
  promisify(execFile)(program, ['-c', code], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TOKEN: 'secret' },
  });

test('Python sends every digit, every letter and the token', { skip: !python }, async () => {
  const { stdout } = await run(python as string, samples.python(OPERATION, REQUEST));
  assert.equal(stdout, '200 {"result_code":0}\n');
  assert.deepEqual(received.pop(), {
    method: 'POST',
    url: REQUEST.url,
    token: 'secret',
    type: 'application/json',
    body: REQUEST.body.replaceAll(/\s/g, ''),
  });
});

test('Python without a body is a plain request', { skip: !python }, async () => {
  const { body: _, ...request } = REQUEST;
  await run(python as string, samples.python({ ...OPERATION, method: 'get' }, request));
  const { method, body } = received.pop() as Received;
  assert.deepEqual([method, body], ['GET', '']);
});
