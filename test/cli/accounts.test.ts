// `tollgate account`: the first owner, and the way back in for who is locked out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedPassword, trySignIn, USUAL_COSTS } from '../admin/visitor.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, suite } from '../support/harness.ts';
import { tollgate } from './tollgate.ts';

async function run(gate: Gate, ...args: string[]) {
  const variables = {
    ...gate.database.variables,
    TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  };
  const { code, stdout, stderr } = await tollgate(variables, ['account', ...args, '--json']);
  return { code, stderr, answer: stdout === '' ? undefined : JSON.parse(stdout) };
}

suite(
  'tollgate account',
  (gate) => {
    test('an owner is created, gets a new password, is disabled and enabled again', async () => {
      gate.now = Date.now();
      const email = 'first@example.com';
      const created = await run(gate, 'create', 'First@Example.com');
      assert.equal(created.code, 0, created.stderr);
      const { password, account_id, created_at, ...rest } = created.answer;
      assert.deepEqual(rest, { email, owner: true, disabled: false, second_factor: false });
      assert.match(password, /^[\w-]{20}$/);
      assert.equal((await trySignIn(gate, { email, password })).status, 201);
      assert.match(await storedPassword(gate, email), USUAL_COSTS);

      const twice = await run(gate, 'create', email);
      assert.deepEqual(
        [twice.code, twice.stderr],
        [1, `error: Account ${email} already exists.\n`],
      );
      const { answer } = await run(gate, 'list');
      const listed = { account_id, created_at, ...rest };
      assert.deepEqual(answer, { items: [listed], next: null });

      const reset = await run(gate, 'reset-password', email);
      assert.equal((await trySignIn(gate, { email, password })).status, 401);
      const next = reset.answer.password;
      assert.equal((await trySignIn(gate, { email, password: next })).status, 201);

      assert.equal((await run(gate, 'disable', email)).answer.disabled, true);
      assert.equal((await trySignIn(gate, { email, password: next })).status, 401);
      assert.equal((await run(gate, 'enable', email)).answer.disabled, false);
      assert.equal((await trySignIn(gate, { email, password: next })).status, 201);

      const nobody = await run(gate, 'disable', 'nobody@example.com');
      assert.equal(nobody.stderr, 'error: There is no account nobody@example.com.\n');
      assert.equal((await run(gate, 'create', 'no address')).code, 2);
    });
  },
  { kinds: EITHER },
);
