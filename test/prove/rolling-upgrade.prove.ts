// Old and new processes side by side: no request fails while one version replaces the other.
// test/upgrade is the short form: data of earlier versions opens in this one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastBreakingCommit, proveRollingUpgrade } from './rolling-upgrade.ts';

const commit = lastBreakingCommit();

test('processes of an earlier commit are replaced under load without a failed request', {
  skip: commit === undefined && 'the history of the repository is not here',
}, async (t) => {
  const { migrations, purchases, ...proof } = await proveRollingUpgrade(commit as string, 300);
  t.diagnostic(JSON.stringify({ migrations, purchases, ...proof }));
  assert.ok(migrations.after > migrations.before, 'there was something to migrate');
  assert.equal(proof.refused, 0);
  assert.equal(proof.unanswered, 0);
  assert.equal(proof.lost, 0);
  assert.equal(purchases.refused, 0);
  assert.equal(purchases.unanswered, 0);
  assert.equal(purchases.lost, 0);
  assert.equal(purchases.delivered, purchases.acknowledged, 'no caller had to ask twice');
});
