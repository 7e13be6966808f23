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
