// The database goes away under load, in every way that happens, and comes back; test/storage/away.test.ts has the short forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPgBouncer } from '../support/pgbouncer.ts';
import type { OutageProof } from './outage.ts';
import {
  proveFailover,
  proveFullFile,
  proveFullServer,
  proveHang,
  proveNoConnections,
  provePooler,
} from './outages.ts';

const CHANGES = 500;
const AWAY = 'The database does not respond.';
const FULL = 'The disk of the database is full.';
/** PostgreSQL's limit for a statement and ours for a connection. */
const LONGEST_MS = 20_000;

function check(proof: OutageProof, reasons: readonly string[]): void {
  assert.equal(proof.lost, 0);
  assert.equal(proof.purchases.lost, 0);
  assert.deepEqual(new Set(proof.reasons), new Set(reasons));
  assert.ok(proof.longestMs < LONGEST_MS, `no call took longer than ${proof.longestMs} ms`);
}

test('fail-over to a synchronous standby', async (t) => {
  const proof = await proveFailover(CHANGES);
  t.diagnostic(JSON.stringify(proof));
  check(proof, [AWAY]);
  assert.ok(proof.refused > 0);
});

test('a server that hangs for ten seconds', async (t) => {
  const proof = await proveHang(CHANGES, 10_000);
  t.diagnostic(JSON.stringify(proof));
  check(proof, [AWAY]);
  assert.ok(proof.refused > 0);
});

test('no connection is left for others, and those that the service has do', async (t) => {
  const proof = await proveNoConnections(CHANGES);
  t.diagnostic(JSON.stringify(proof));
  check(proof, []);
  assert.equal(proof.refused, 0);
});

test('a restart of the server behind PgBouncer', { skip: noPgBouncer }, async (t) => {
  const proof = await provePooler(CHANGES);
  t.diagnostic(JSON.stringify(proof));
  check(proof, [AWAY]);
});

for (const [name, prove] of [
  ['the disk of PostgreSQL is full', proveFullServer],
  ['the disk of the SQLite file is full', proveFullFile],
] as const) {
  test(name, async (t) => {
    const proof = await prove(CHANGES);
    if (!proof) return t.skip('only root can mount a small disk');
    t.diagnostic(JSON.stringify(proof));
    assert.equal(proof.lost, 0);
    assert.equal(proof.purchases.lost, 0);
    assert.ok(proof.refused > 0);
    assert.ok(proof.reasons.includes(FULL), 'readiness says why');
  });
}
