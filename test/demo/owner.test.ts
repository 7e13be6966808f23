// The demo's owner: signs in with what demo.json says, keeps a password of their own, survives a lost file.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { ensureDemo } from '../../src/demo/project.ts';
import { signIn, trySignIn } from '../admin/visitor.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';

async function start(gate: Gate): Promise<{ email: string; password: string }> {
  const read = readConfig(gate.database.variables);
  assert.ok('config' in read);
  const running = [{ name: 'production', service: gate.service }] as const;
  const file = await ensureDemo(read.config, running, undefined);
  assert.ok(file.console);
  const { email, password } = file.console;
  return { email, password };
}

suite(
  'console demo owner',
  (gate) => {
    test('the first start makes an owner; later ones leave the password alone', async () => {
      const { email, password } = await start(gate);
      const me = await signIn(gate, email, { password });
      assert.equal((await me.send('GET', '/session')).body.owner, true);
      const change = { password, new_password: 'a password of my own' };
      assert.equal((await me.send('PUT', '/session/password', change)).status, 204);
      assert.deepEqual(await start(gate), { email, password });
      assert.equal((await trySignIn(gate, { email, password })).status, 401);
      const mine = { email, password: change.new_password };
      assert.equal((await trySignIn(gate, mine)).status, 201);
    });

    test('when the file is lost, the next start gives a new password', async () => {
      const before = await start(gate);
      rmSync(join(gate.database.variables.TOLLGATE_DATA ?? '', 'demo.json'));
      const after = await start(gate);
      assert.equal(after.email, before.email);
      assert.notEqual(after.password, before.password);
      assert.equal((await trySignIn(gate, after)).status, 201);
    });
  },
  { kinds: EITHER },
);
