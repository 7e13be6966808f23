// One request over the network: limits, redirects, certificates, proxies.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import '../../../emulator/reflect.ts';
import { cryptoProvider, PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { anyAddress } from '../../../src/outbox/relay/address-guard.ts';
import { createSender, type SenderOptions } from '../../../src/outbox/relay/send.ts';
import { answer, hang, reset, startGameServer } from '../game-server.ts';

const POST = { headers: { 'content-type': 'application/json' }, body: '{"data":[]}' };

async function open(t: TestContext, options: Partial<SenderOptions> = {}) {
  const server = await startGameServer();
  const sender = createSender({ mayReach: anyAddress, ...options });
  t.after(() => Promise.all([server.close(), sender.close()]));
  return { server, send: () => sender.post({ ...POST, url: server.url }) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('the answer is handed back with its status and Retry-After', async (t) => {
  const { server, send } = await open(t);
  server.behave(answer(503, 'busy', { 'retry-after': '7' }));
  assert.deepEqual(await send(), {
    status: 503,
    text: 'busy',
    retryAfter: '7',
    headers: { ...JSON_TYPE, 'retry-after': '7' },
  });
});

test('a redirect is an answer like any other and not followed', async (t) => {
  const { server, send } = await open(t);
  const elsewhere = await startGameServer();
  t.after(() => elsewhere.close());
  server.behave(answer(307, '', { location: elsewhere.url }));
  assert.deepEqual(await send(), {
    status: 307,
    text: '',
    retryAfter: undefined,
    headers: { ...JSON_TYPE, location: elsewhere.url },
  });
  assert.equal(elsewhere.received.length, 0);
});

test('an answer is read up to 64 KiB', async (t) => {
  const { server, send } = await open(t);
  server.behave(answer(200, 'x'.repeat(1_000_000)));
  const reply = await send();
  assert.deepEqual(reply, {
    status: 200,
    text: 'x'.repeat(65_536),
    retryAfter: undefined,
    headers: JSON_TYPE,
  });
});

test('an endless answer ends at the limit', async (t) => {
  const { server, send } = await open(t);
  server.behave((response) => {
    const more = (): void => void (response.write('y'.repeat(10_000)) && setImmediate(more));
    response.on('drain', more).writeHead(200);
    more();
  });
  const reply = await send();
  assert.equal('text' in reply && reply.text.length, 65_536);
});

test('a server that hangs is given up after the time limit', async (t) => {
  const { server, send } = await open(t, { totalMs: 100 });
  server.behave(hang);
  assert.deepEqual(await send(), {
    failure: 'network',
    detail: 'no complete answer within 100 ms',
  });
});

test('a server that drips its answer is given up after the time limit', async (t) => {
  const { server, send } = await open(t, { totalMs: 100 });
  server.behave((response) => {
    response.writeHead(200).write('{"result');
  });
  assert.deepEqual(await send(), {
    failure: 'network',
    detail: 'no complete answer within 100 ms',
  });
});

test('a reset connection and a closed port are network failures', async (t) => {
  const { server, send } = await open(t);
  server.behave(reset);
  const broken = await send();
  assert.equal('failure' in broken && broken.failure, 'network');
  await server.close();
  const refused = await send();
  assert.match('failure' in refused ? refused.detail : '', /ECONNREFUSED/);
});

test('a certificate that nobody vouches for is refused', async (t) => {
  let requests = 0;
  const server = await startTls(() => requests++);
  const sender = createSender({ mayReach: anyAddress });
  t.after(() => Promise.all([new Promise((done) => server.close(done)), sender.close()]));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const reply = await sender.post({ ...POST, url });
  assert.match('failure' in reply ? reply.detail : '', /self-signed certificate/);
  assert.equal(requests, 0);
});

async function startTls(onRequest: () => void): Promise<Server> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await cryptoProvider.get().subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
  });
  const key = await cryptoProvider.get().subtle.exportKey('pkcs8', keys.privateKey);
  const pem = { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
  const server = createServer(pem, (_request, response) => {
    onRequest();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

test('a proxy in the environment is not used', async (t) => {
  let proxied = 0;
  const proxy = createTcpServer((socket) => {
    proxied++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];
  for (const name of names) {
    process.env[name] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }
  t.after(() => {
    for (const name of names) delete process.env[name];
    proxy.close();
  });
  const { send } = await open(t);
  assert.deepEqual(await send(), {
    status: 200,
    text: '{"result_code":0}',
    retryAfter: undefined,
    headers: JSON_TYPE,
  });
  assert.equal(proxied, 0);
});
