// The lookup that only finds public addresses, and literal addresses.
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, test } from 'node:test';
import {
  AddressRefused,
  anyAddress,
  checkLiteral,
  guardedLookup,
  isPublicAddress,
  type Lookup,
} from './address-guard.ts';

test('special addresses are not public', () => {
  const special = [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1'],
    ...['192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...['64:ff9b:1::1', '100::1', 'fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%lo', 'fec0::1'],
    ...['ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'nonsense'],
  ];
  for (const address of special) assert.equal(isPublicAddress(address), false, address);
});

test('ordinary addresses are public', () => {
  const ordinary = [
    ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'],
    ...['192.0.1.1', '198.17.0.1', '198.20.0.1', '223.255.255.254'],
    ...['2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '2003::1'],
  ];
  for (const address of ordinary) assert.equal(isPublicAddress(address), true, address);
});

const isGood = (address: string) => address.startsWith('8.');
const GOOD: LookupAddress = { address: '8.8.8.8', family: 4 };
const NEXT: LookupAddress = { address: '8.8.4.4', family: 4 };
const BAD: LookupAddress = { address: '10.0.0.1', family: 4 };

function look(found: readonly LookupAddress[] | Error, options: object = {}) {
  const asked: unknown[] = [];
  const lookup: Lookup = (hostname, wanted, callback) => {
    asked.push(hostname, wanted);
    if (found instanceof Error) callback(found, []);
    else callback(null, [...found]);
  };
  let answer: unknown[] = [];
  guardedLookup(isGood, lookup)('game.example', options, (...given) => {
    assert.deepEqual(answer, [], 'answered once');
    answer = given;
  });
  return { asked, answer };
}

describe('a name', () => {
  test('with public addresses leads to the first', () => {
    const { asked, answer } = look([GOOD, NEXT], { family: 4 });
    assert.deepEqual(asked, ['game.example', { family: 4, all: true }]);
    assert.deepEqual(answer, [null, '8.8.8.8', 4]);
  });

  test('with public addresses leads to all, where all are wanted', () => {
    assert.deepEqual(look([GOOD, NEXT], { all: true }).answer, [null, [GOOD, NEXT]]);
  });

  const refused: [string, readonly LookupAddress[], string][] = [
    [
      'a private address',
      [BAD],
      'game.example resolves to 10.0.0.1, which is not a public address',
    ],
    [
      'a private address among others',
      [GOOD, BAD],
      'game.example resolves to 10.0.0.1, which is not a public address',
    ],
    ['no address', [], 'game.example has no address'],
  ];
  for (const [name, found, message] of refused) {
    for (const options of [{}, { all: true }]) {
      test(`with ${name} is refused${options.all ? ', where all are wanted' : ''}`, () => {
        const [error, addresses] = look(found, options).answer;
        assert.ok(error instanceof AddressRefused);
        assert.equal(error.message, message);
        assert.deepEqual(addresses, []);
      });
    }
  }

  test('that cannot be looked up says why', () => {
    const error = new Error('ENOTFOUND');
    assert.deepEqual(look(error).answer, [error, []]);
  });
});

describe('an address as it is', () => {
  const cases: [string, string | undefined][] = [
    ['8.8.8.8', undefined],
    ['10.0.0.1', '10.0.0.1 resolves to 10.0.0.1, which is not a public address'],
    ['[::1]', '::1 resolves to ::1, which is not a public address'],
    ['game.example', undefined],
    ['[game', undefined],
    ['1[0.0.0.1', undefined],
    ['10.0.0]1', undefined],
  ];
  for (const [host, message] of cases) {
    test(`${host}: ${message === undefined ? 'passes' : 'refused'}`, () => {
      assert.equal(checkLiteral(isGood, host)?.message, message);
    });
  }
});

test('what is no address, or local by its zone, is not public', () => {
  for (const text of ['', 'game.example', '2606:4700::1111%eth0', 'fe80::1%lo', '1.1.1', '::']) {
    assert.equal(isPublicAddress(text), false, text);
  }
  assert.equal(isPublicAddress('2606:4700::1111'), true);
  assert.equal(isPublicAddress('2001:db8::1'), false);
  assert.equal(isPublicAddress('1.1.1.1'), true);
});

test('where every address is allowed', () => assert.equal(anyAddress('127.0.0.1'), true));
