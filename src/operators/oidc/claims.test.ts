// Groups to roles, second factors and addresses, as issuers write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedBy, allowsNothing, nameOf, secondFactorOf, verifiedEmail } from './claims.ts';
import type { GroupRole } from './issuers.ts';

const ROLES: readonly GroupRole[] = [
  { group: 'ops', project: 1, role: 'operator' },
  { group: 'leads', project: 1, role: 'admin' },
  { group: 'leads', project: 2, role: 'viewer' },
  { group: 'test', project: 3, role: 'owner', environment: 'sandbox' },
  { group: 'root', owner: true },
  { group: 'jo@example.com', project: 9, role: 'owner' },
];

function allowed(claims: object, groupsClaim = 'groups', environment = 'production' as const) {
  const issuer = { groupsClaim, roles: ROLES, trustsEmail: false };
  const { owner, projects } = allowedBy(issuer, claims as Record<string, unknown>, environment);
  return { owner, projects: Object.fromEntries(projects) };
}

test('the highest role of all groups counts, in each project', () => {
  for (const groups of [
    ['ops', 'leads'],
    ['leads', 'ops'],
  ]) {
    assert.deepEqual(allowed({ groups }), { owner: false, projects: { 1: 'admin', 2: 'viewer' } });
  }
  assert.deepEqual(allowed({ groups: ['root', 'ops'] }), {
    owner: true,
    projects: { 1: 'operator' },
  });
});

test('a group of another environment gives nothing here', () => {
  assert.deepEqual(allowed({ groups: ['test'] }), { owner: false, projects: {} });
  const issuer = { groupsClaim: 'groups', roles: ROLES, trustsEmail: false };
  const there = allowedBy(issuer, { groups: ['test'] }, 'sandbox');
  assert.equal(there.projects.get(3), 'owner');
});

test('groups are a list, a text, a claim with dots in its name, or one inside of others', () => {
  const one = { owner: false, projects: { 1: 'operator' } };
  assert.deepEqual(allowed({ groups: 'ops' }), one);
  const name = 'https://example.com/groups';
  assert.deepEqual(allowed({ [name]: ['ops'] }, name), one);
  assert.deepEqual(allowed({ realm_access: { roles: ['ops'] } }, 'realm_access.roles'), one);
});

test('what is no group gives nothing', () => {
  const nothing = { owner: false, projects: {} };
  for (const groups of [
    undefined,
    null,
    5,
    true,
    {},
    [['root']],
    [{ root: true }],
    'ROOT',
    'roo',
  ]) {
    assert.deepEqual(allowed({ groups }), nothing, JSON.stringify(groups));
  }
  assert.deepEqual(allowed({}, 'constructor.name'), nothing);
  assert.ok(allowsNothing({ owner: false, projects: new Map() }));
});

test('an address is a group only when it is verified', () => {
  const email = 'Jo@Example.com';
  assert.deepEqual(allowed({ email, email_verified: true }, 'email').projects, { 9: 'owner' });
  for (const email_verified of [false, undefined, 'true', 1]) {
    assert.deepEqual(allowed({ email, email_verified }, 'email').projects, {});
  }
});

test('an address that nobody has verified is not used, unless the issuer is trusted and silent', () => {
  const email = 'Jo@Example.com';
  const found = (trustsEmail: boolean, claims: object) =>
    verifiedEmail({ trustsEmail }, claims as Record<string, unknown>);
  assert.equal(found(false, { email, email_verified: true }), 'jo@example.com');
  assert.equal(found(false, { email }), undefined);
  assert.equal(found(true, { email }), 'jo@example.com');
  assert.equal(found(true, { email, email_verified: false }), undefined);
  for (const wrong of ['nobody', 'a b@example.com', 'a@b@c', `${'a'.repeat(250)}@b.cd`, 5]) {
    assert.equal(found(false, { email: wrong, email_verified: true }), undefined, String(wrong));
  }
});

test('without an address the id at the issuer is the name', () => {
  assert.equal(nameOf({ name: 'corp' }, 'auth0|A b@c'), 'auth0|a_b_c@corp');
});

test('every amr value and one of the acr values prove the second factor', () => {
  const none = { requiredAmr: [], requiredAcr: [] };
  assert.equal(secondFactorOf(none, { amr: ['mfa'] }), null);
  const both = { requiredAmr: ['mfa', 'hwk'], requiredAcr: ['phr', 'phrh'] };
  assert.equal(secondFactorOf(both, { amr: ['hwk', 'mfa', 'pwd'], acr: 'phrh' }), 'proved');
  for (const claims of [
    {},
    { amr: ['mfa'], acr: 'phr' },
    { amr: ['mfa', 'hwk'] },
    { amr: ['mfa', 'hwk'], acr: 'pwd' },
    { amr: 'mfa hwk', acr: 'phr' },
  ]) {
    assert.equal(secondFactorOf(both, claims), 'missing', JSON.stringify(claims));
  }
});
