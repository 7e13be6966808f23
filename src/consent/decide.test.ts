// What a store's word changes, in whatever order words come, and what a login from a download means.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decideSaid, endedByNew, isSettled, isWithdrawn } from './decide.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

describe('what a store says', () => {
  const never = { state: 'given', said_at: null } as const;
  const withdrawn = { state: 'withdrawn', said_at: 1_000 } as const;
  const given = { state: 'given', said_at: 1_000 } as const;
  for (const [name, known, state, at, expected] of [
    ['of an unknown download', undefined, 'withdrawn', 1, 'new'],
    ['for the first time', never, 'withdrawn', 1, 'new'],
    ['for the first time, that it was given', never, 'given', 1, 'new'],
    ['for the first time, of 1970', never, 'withdrawn', 0, 'new'],
    ['again', withdrawn, 'withdrawn', 1_000, 'unchanged'],
    ['of before', withdrawn, 'given', 999, 'unchanged'],
    ['later, the opposite', withdrawn, 'given', 1_001, 'new'],
    ['later, the same', withdrawn, 'withdrawn', 1_001, 'new'],
    ['of the same time, the opposite', withdrawn, 'given', 1_000, 'contradiction'],
    ['of the same time, the other opposite', given, 'withdrawn', 1_000, 'contradiction'],
    ['of a clock five minutes ahead', undefined, 'withdrawn', NOW + 5 * MINUTE, 'new'],
    ['of the future', undefined, 'withdrawn', NOW + 5 * MINUTE + 1, 'future'],
  ] as const) {
    test(`${name}: ${expected}`, () => {
      assert.equal(decideSaid(known, { state, at }, NOW), expected);
    });
  }
});

test('withdrawn for a player: whether or not that has restricted the player', () => {
  assert.deepEqual(
    (['linked', 'withdrawn', 'restricted', 'restored'] as const).filter(isWithdrawn),
    ['withdrawn', 'restricted'],
  );
});

describe('a new download', () => {
  const link = (
    kind: 'app_transaction' | 'install',
    state: 'linked' | 'withdrawn' | 'restricted',
  ) => ({ kind, state }) as const;
  const known = [
    link('app_transaction', 'linked'),
    link('app_transaction', 'withdrawn'),
    link('app_transaction', 'restricted'),
    link('install', 'restricted'),
  ];
  const given = { kind: 'app_transaction', consent: 'given' } as const;

  test('of the App Store ends what was withdrawn there', () => {
    assert.deepEqual(endedByNew(known, given), [known[1], known[2]]);
  });
  test('whose consent is withdrawn ends nothing', () => {
    assert.deepEqual(endedByNew(known, { ...given, consent: 'withdrawn' }), []);
  });
  test('of another store ends nothing', () => {
    assert.deepEqual(endedByNew(known, { ...given, kind: 'install' }), []);
  });
});

test('a login from a known download only reads, unless it may restrict the player', () => {
  const link = (state: 'linked' | 'withdrawn' | 'restricted' | 'restored') =>
    ({ kind: 'install', state }) as const;
  assert.equal(isSettled(undefined, false), false);
  for (const [state, restricts, expected] of [
    ['linked', true, true],
    ['withdrawn', false, true],
    ['withdrawn', true, false],
    ['restricted', true, true],
    ['restored', true, true],
  ] as const) {
    assert.equal(isSettled(link(state), restricts), expected, `${state} ${restricts}`);
  }
});
