// What the setting of trusted proxies accepts, and which hops it trusts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTrustedProxies, trustProxy } from './trusted-proxies.ts';

const WRONG =
  'must be the number of proxies in front of Tollgate (1 for one proxy), or their addresses, such as 10.0.0.0/8,192.168.1.5';

describe('accepted', () => {
  const cases: [string, unknown][] = [
    ['false', 0],
    ['0', 0],
    ['1', 1],
    ['12', 12],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.0/8, 192.168.1.5', ['10.0.0.0/8', '192.168.1.5']],
    ['10.0.0.1/1', ['10.0.0.1/1']],
    ['10.0.0.1/32', ['10.0.0.1/32']],
    ['::1', ['::1']],
    ['FD00::/8', ['FD00::/8']],
    ['fd00::/128', ['fd00::/128']],
    ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
  ];
  for (const [text, value] of cases) {
    test(text, () => assert.deepEqual(readTrustedProxies(text), { value }));
  }
});

describe('refused', () => {
  const cases = [
    ...['', 'yes', '100', '-1', '1.5', 'localhost', 'proxy.example', '10.0.0.0/8,', ','],
    ...['10.0.0.0/0', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/1000'],
    ...['10.0.0.0/', '10.0.0.0/x', '10.0.0.0/8/8', '10.0.0.256', 'x10.0.0.1', '10.0.0.1x'],
    ...['10.0.0.1,nonsense', 'nonsense,10.0.0.1', '10.0.0.1;10.0.0.2', '1 2'],
  ];
  for (const text of cases) {
    test(JSON.stringify(text), () => {
      assert.deepEqual(readTrustedProxies(text), { problem: WRONG });
    });
  }

  test('true, with the reason', () => {
    assert.deepEqual(readTrustedProxies('true'), {
      problem: `cannot be true, because callers could then claim any address; it ${WRONG}`,
    });
  });
});

describe('trusted', () => {
  test('nobody', () => assert.equal(trustProxy(0), false));

  test('the hops next to us, and no further one', () => {
    const trust = trustProxy(2);
    assert.ok(typeof trust === 'function');
    assert.deepEqual(
      [0, 1, 2, 3].map((hop) => trust('10.0.0.1', hop)),
      [true, true, false, false],
    );
    const one = trustProxy(1);
    assert.ok(typeof one === 'function');
    assert.deepEqual([one('10.0.0.1', 0), one('10.0.0.1', 1)], [true, false]);
  });

  test('the addresses', () => {
    const networks = ['10.0.0.0/8', '::1'];
    assert.deepEqual(trustProxy(networks), networks);
    assert.deepEqual(trustProxy([]), []);
  });
});
