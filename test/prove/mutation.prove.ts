// Tests that would notice: of small changes of the code that decides about money, tokens and guards, at least nine in ten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE } from '../../scripts/mutation/files.ts';
import { runMutants } from '../../scripts/mutation/run.ts';

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
