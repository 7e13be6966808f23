// The caller's address behind proxies: what a caller claims of itself is never believed.
import assert from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import type { TrustedProxies } from '../../src/http/trusted-proxies.ts';
import { newOwner, PASSWORD, SAME_ORIGIN } from '../admin/visitor.ts';
import { suite } from '../support/harness.ts';

/** Appends its peer to `X-Forwarded-For`, as proxies do; `peer` is the address it would see. */
async function startProxy(target: number, peer?: string): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const given = incoming.headers['x-forwarded-for'];
    const seen = peer ?? String(incoming.socket.remoteAddress);
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': given === undefined ? seen : `${given}, ${seen}`,
    };
    const { method, url } = incoming;
    const onward = request(
      { host: '127.0.0.1', port: target, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const CALLER = '203.0.113.7';

for (const [proxies, expected] of [
  [0, '127.0.0.1'],
  [1, '127.0.0.1'],
  [2, CALLER],
  [['127.0.0.1'], CALLER],
  [['127.0.0.0/8', '::1'], CALLER],
  [['10.0.0.0/8'], '127.0.0.1'],
] as const satisfies readonly (readonly [TrustedProxies, string])[]) {
  suite(
    `trusted proxies: ${proxies}`,
    (gate) => {
      test('through two proxies, the address is the one that the last trusted proxy saw', async () => {
        const email = await newOwner(gate);
        await gate.service.app.listen({ host: '127.0.0.1', port: 0 });
        const inner = await startProxy(portOf(gate.service.app.server));
        const edge = await startProxy(portOf(inner), CALLER);
        try {
          for (const claimed of [undefined, '6.6.6.6', '127.0.0.1', '6.6.6.6, 127.0.0.1', 'x']) {
            const answer = await fetch(`http://127.0.0.1:${portOf(edge)}/admin/v1/session`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                ...SAME_ORIGIN,
                ...(claimed && { 'x-forwarded-for': claimed }),
              },
              body: JSON.stringify({ email, password: PASSWORD }),
            });
            assert.equal(answer.status, 201);
            const { address } = await gate.service.context.storage.db
              .deleteFrom('console_session')
              .returning('address')
              .executeTakeFirstOrThrow();
            assert.equal(address, expected, `claimed ${claimed}`);
          }
        } finally {
          for (const server of [edge, inner]) server.close().closeAllConnections();
        }
      });
    },
    { trustProxy: proxies, kinds: ['sqlite'] },
  );
}

test('TRUST_PROXY is a number of proxies or their addresses, and never just true', () => {
  const read = (TRUST_PROXY: string) => {
    const result = readConfig({ TRUST_PROXY });
    return 'config' in result ? result.config.TRUST_PROXY : result.problems;
  };
  const wrong =
    'must be the number of proxies in front of Tollgate (1 for one proxy), or their addresses, such as 10.0.0.0/8,192.168.1.5';
  assert.deepEqual(read(''), 0);
  assert.deepEqual(read('false'), 0);
  assert.deepEqual(read('1'), 1);
  assert.deepEqual(read('10.0.0.0/8, ::1,192.168.1.5'), ['10.0.0.0/8', '::1', '192.168.1.5']);
  assert.deepEqual(read('true'), [
    `TRUST_PROXY cannot be true, because callers could then claim any address; it ${wrong}`,
  ]);
  for (const text of ['0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', '-1', '1,x', ',']) {
    assert.deepEqual(read(text), [`TRUST_PROXY ${wrong}`], text);
  }
});
