// What roles and admin tokens include, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtLeast, type Role } from './roles.ts';
import { AREAS, areaOf, SCOPES } from './scopes.ts';

const ROLES: readonly Role[] = ['viewer', 'operator', 'admin', 'owner'];

test('each role includes the ones before it', () => {
  for (const [place, role] of ROLES.entries()) {
    assert.deepEqual(
      ROLES.filter((needed) => isAtLeast(role, needed)),
      ROLES.slice(0, place + 1),
    );
  }
});

test('the nouns of each area', () => {
  const nouns = Object.entries(Object.groupBy(Object.entries(AREAS), ([, area]) => area));
  assert.deepEqual(
    nouns.map(([area, entries]) => `${area}: ${entries.map(([noun]) => noun).join(' ')}`),
    [
      'app: project app server search',
      'restriction: type scope appeal player restriction bulk',
      'payment: market product price-key purchase refund dispute report grant action subscription figures notices',
      'delivery: receiver outbox replay overview alert',
      'access: key client audit member owner invitation session environment admin-token signing-key personal-data measure consent configuration',
    ],
  );
  assert.equal(areaOf('key.rotate'), 'access');
  assert.equal(areaOf('receiver.set'), 'delivery');
});

test('the role of each scope in each area', () => {
  const everywhere = (role: Role) => ({
    app: role,
    restriction: role,
    payment: role,
    delivery: role,
    access: role,
  });
  assert.deepEqual(SCOPES, {
    full: everywhere('owner'),
    read: everywhere('viewer'),
    restriction: { app: 'viewer', restriction: 'admin' },
    payment: { app: 'viewer', payment: 'admin' },
  });
});
