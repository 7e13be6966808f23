// Tests that would notice: of small changes of the code that decides about money, tokens and guards, at least nine in ten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE } from '../../scripts/mutation/files.ts';
import { STORES } from '../../scripts/mutation/rooms.ts';
import { runMutants } from '../../scripts/mutation/run.ts';
import { LEAST_OF_STATEMENTS, runStatements } from '../../scripts/mutation/statement-score.ts';

test('at least 90 % of the changes are noticed, and the others are explained', async (context) => {
  const { score, survivors, stale } = await runMutants(CORE);
  context.diagnostic(`${score.toFixed(1)} % of the changes are noticed`);
  assert.ok(score >= 90, `${score} %`);
  assert.deepEqual(
    survivors.filter(({ why }) => why === undefined),
    [],
  );
  assert.deepEqual(stale, []);
});

/** Another choice than the one that was measured while the tests were written. */
const SOME = { some: 30, seed: 'prove' };

test('of the changes of conditions in statements, most are noticed', async (context) => {
  const { score, unnoticed } = await runStatements(STORES, SOME);
  context.diagnostic(`${score.toFixed(1)} % of ${SOME.some} changes of statements are noticed`);
  assert.ok(score >= LEAST_OF_STATEMENTS, JSON.stringify(unnoticed, undefined, 2));
});
