// The log of the admin API: what people do wrong is no error of ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureLog } from '../http/log-lines.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, asAdmin } from './caller.ts';
import { codeNow, newOwner, PASSWORD, signIn, trySignIn } from './visitor.ts';

const captured = captureLog();

suite(
  'admin log',
  (gate) => {
    /** Every line of one request, by level and status. */
    const written = () => captured.take().lines.map(({ level, status }) => [level, status]);

    test('a failed sign-in is one line, and not an error', async () => {
      const email = await newOwner(gate);
      captured.take();
      await trySignIn(gate, { email, password: 'not the password' });
      assert.deepEqual(written(), [[30, 401]]);
      for (let failure = 2; failure <= 5; failure++)
        await trySignIn(gate, { email, password: 'no' });
      captured.take();
      await trySignIn(gate, { email });
      assert.deepEqual(written(), [[30, 429]]);
    });

    test('so is the question for the second factor, and a wrong code', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const { body } = await me.send('POST', '/session/totp', { password: PASSWORD });
      await me.send('POST', '/session/totp/confirm', { code: codeNow(gate, body.secret) });
      captured.take();
      await trySignIn(gate, { email: me.email });
      assert.deepEqual(written(), [[30, 401]]);
      await trySignIn(gate, { email: me.email, code: '000000' });
      assert.deepEqual(written(), [[30, 401]]);
    });

    test('so are the downloads', async () => {
      const { appid } = await gate.createApp();
      const job = await gate.send('POST', `/admin/v1/apps/${appid}/bulk?action=release`, '1\n', {
        ...asAdmin,
        'content-type': 'text/csv',
      });
      assert.equal(job.status, 201, JSON.stringify(job.body));
      captured.take();
      const rows = await admin(gate, 'GET', `/apps/${appid}/bulk/${job.body.job_id}/file`);
      assert.equal(rows.status, 200);
      assert.deepEqual(written(), [[30, 200]]);
      const since = new Date(gate.now).toISOString();
      const file = await admin(gate, 'GET', `/apps/${appid}/purchases/file?from=${since}`);
      assert.equal(file.status, 200);
      assert.deepEqual(written(), [[30, 200]]);
    });
  },
  { kinds: EITHER, log: captured.log, adminToken: ADMIN_TOKEN },
);
