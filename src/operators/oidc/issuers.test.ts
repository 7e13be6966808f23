// What OIDC_ISSUERS may say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIssuers } from './issuers.ts';

const LEAST = { name: 'corp', issuer: 'https://id.example.com', client_id: 'tollgate', roles: [] };

const problemOf = (...issuers: object[]): string => {
  const read = readIssuers(JSON.stringify(issuers.map((each) => ({ ...LEAST, ...each }))));
  return 'problem' in read ? read.problem : '';
};

test('the least that an issuer needs, and what the rest is then', () => {
  const read = readIssuers(JSON.stringify([LEAST]));
  assert.ok('value' in read);
  assert.deepEqual(read.value[0], {
    name: 'corp',
    label: 'corp',
    url: 'https://id.example.com',
    clientId: 'tollgate',
    secretReference: undefined,
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    parameters: {},
    groupsClaim: 'groups',
    roles: [],
    requiredAmr: [],
    requiredAcr: [],
    trustsEmail: false,
    graceMs: 600_000,
  });
});

test('addresses are https, or of this machine', () => {
  for (const issuer of ['http://localhost:8000', 'http://127.0.0.1', 'http://[::1]:1/realm']) {
    assert.equal(problemOf({ issuer }), '', issuer);
  }
  for (const issuer of [
    'http://id.example.com',
    'http://localhost.example.com',
    'https://id.example.com/?tenant=1',
    'https://user@id.example.com',
    'ftp://id.example.com',
    'id.example.com',
  ]) {
    assert.match(problemOf({ issuer }), /must start with https/, issuer);
  }
});

test('every other mistake is named, and no secret stands in the text', () => {
  for (const [more, words] of [
    [{ client_secret: 'the-secret-itself' }, /client_secret/],
    [{ name: 'Corp!' }, /name/],
    [{ roles: [{ group: 'a', project: 1, role: 'god' }] }, /roles/],
    [{ roles: [{ group: 'a', project: 1, role: 'owner', owner: true }] }, /roles/],
    [{ grace_minutes: 61 }, /grace_minutes/],
    [{ grup_claim: 'x' }, /grup_claim/],
  ] as const) {
    const problem = problemOf(more);
    assert.match(problem, words);
    assert.ok(!problem.includes('the-secret-itself'));
  }
  assert.match(problemOf({}, { issuer: 'https://other.example.com' }), /has corp twice/);
  assert.match(problemOf({}, { name: 'other' }), /has https:..id.example.com twice/);
  assert.deepEqual(readIssuers('nonsense'), { problem: 'must be JSON: a list of issuers' });
  assert.deepEqual(readIssuers('{}'), { problem: 'must be a list of issuers' });
});
