// Which addresses a notification may go to, and that the vetted address is the one connected to.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { isPublicAddress, type Lookup } from '../../../src/outbox/relay/address-guard.ts';
import { createSender } from '../../../src/outbox/relay/send.ts';
import { startGameServer } from '../game-server.ts';

const POST = { headers: { 'content-type': 'application/json' }, body: '{}' };

/** Answers with each list in turn; the last one repeats. */
function lookupOf(...answers: readonly (readonly string[])[]): Lookup & { asked: number } {
  const lookup: Lookup & { asked: number } = Object.assign(
    ((_hostname, _options, callback) => {
      const list = answers[Math.min(lookup.asked++, answers.length - 1)] ?? [];
      const found: LookupAddress[] = list.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      setImmediate(() => callback(null, found));
    }) as Lookup,
    { asked: 0 },
  );
  return lookup;
}

for (const [title, addresses] of [
  ['a private address', ['127.0.0.1']],
  ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
  ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
  ['no address', []],
] as const) {
  test(`a name that leads to ${title} is refused`, async (t) => {
    const server = await startGameServer();
    const sender = createSender({ mayReach: isPublicAddress, lookup: lookupOf(addresses) });
    t.after(() => Promise.all([server.close(), sender.close()]));
    const url = server.url.replace('127.0.0.1', 'game.example');
    const reply = await sender.post({ ...POST, url });
    assert.ok('failure' in reply);
    assert.equal(reply.failure, 'address');
    assert.match(
      reply.detail,
      /^game\.example (resolves to \S+, which is not a public|has no) address$/,
    );
    assert.equal(server.received.length, 0);
  });
}

test('a literal private address is refused in every spelling', async (t) => {
  const server = await startGameServer();
  const sender = createSender({ mayReach: isPublicAddress });
  t.after(() => Promise.all([server.close(), sender.close()]));
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '127.1',
  ]) {
    const reply = await sender.post({ ...POST, url: server.url.replace('127.0.0.1', host) });
    assert.ok('failure' in reply);
    assert.equal(reply.failure, 'address', host);
  }
  assert.equal(server.received.length, 0);
});

test('a name that changes between check and connect leads to the checked address', async (t) => {
  const checked = await startGameServer('127.0.0.1');
  const port = Number(new URL(checked.url).port);
  const other = await startGameServer('127.0.0.2', port);
  // Here 127.0.0.1 stands for a public address and 127.0.0.2 for a private one.
  const mayReach = (address: string) => address === '127.0.0.1';
  const lookup = lookupOf(['127.0.0.1'], ['127.0.0.2']);
  const sender = createSender({ mayReach, lookup });
  t.after(() => Promise.all([checked.close(), other.close(), sender.close()]));
  const url = checked.url.replace('127.0.0.1', 'rebinding.example');
  const first = await sender.post({ ...POST, url });
  assert.equal('status' in first && first.status, 200);
  assert.equal(lookup.asked, 1);
  assert.deepEqual([checked.received.length, other.received.length], [1, 0]);
  await checked.close();
  const second = await sender.post({ ...POST, url });
  assert.ok('failure' in second);
  assert.deepEqual([checked.received.length, other.received.length], [1, 0]);
});
