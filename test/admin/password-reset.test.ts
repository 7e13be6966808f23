// A new password by e-mail: the link works once and for an hour, and nobody learns who has an account.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Mailbox, partOf, startMailbox, subjectOf } from '../alerts/mailbox.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, newestAudit } from './caller.ts';
import { newEmail, newOwner, PASSWORD, SAME_ORIGIN, signIn, trySignIn } from './visitor.ts';

const NEXT = 'another horse battery staple';
const HOUR = 3_600_000;

let mailbox: Mailbox;
before(async () => {
  mailbox = await startMailbox();
});
after(() => mailbox.close());

const post = (gate: Gate, path: string, body: object): Promise<Answer> =>
  gate.send('POST', `/admin/v1/password-resets${path}`, body, SAME_ORIGIN);

suite(
  'a new password by e-mail',
  (gate) => {
    beforeEach(async () => {
      await gate.service.context.storage.db.deleteFrom('sign_in_failure').execute();
    });
    const ask = async (email: string, more: object = {}): Promise<void> => {
      const { status, body } = await post(gate, '', { email, ...more });
      assert.deepEqual([status, body], [204, '']);
      await gate.service.messages.turn();
    };
    const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email));
    const tokenFor = (email: string): string => {
      const mail = mailsTo(email).at(-1) ?? assert.fail('no mail');
      return /\/console\/password-reset#(\S+)/.exec(partOf(mail, 'text/plain'))?.[1] ?? '';
    };
    const complete = (token: string, new_password = NEXT) =>
      post(gate, '/complete', { token, new_password });

    test('the link sets a new password, once, and ends all sessions', async () => {
      const email = await newOwner(gate);
      const elsewhere = await signIn(gate, email);
      await ask(email.toUpperCase());
      const mail = mailsTo(email).at(-1) ?? assert.fail('no mail');
      assert.equal(subjectOf(mail), 'Reset your Tollgate password');
      const token = tokenFor(email);
      assert.match(token, /^tgr_/);
      assert.equal((await trySignIn(gate, { email })).status, 201, 'until then the old one works');
      const done = await complete(token);
      assert.deepEqual([done.status, done.body], [200, { email }]);
      assert.equal((await trySignIn(gate, { email })).status, 401);
      assert.equal((await trySignIn(gate, { email, password: NEXT })).status, 201);
      assert.equal((await elsewhere.send('GET', '/session')).status, 401);
      const again = await complete(token, `${NEXT} again`);
      assert.equal(again.status, 404);
      assert.equal(again.body.detail, 'The link was used, or has expired. Ask for a new one.');
    });

    test('the audit log has both, and the secret is stored nowhere', async () => {
      const email = await newOwner(gate);
      await ask(email);
      const token = tokenFor(email);
      const { db } = gate.service.context.storage;
      for (const table of ['password_reset', 'job', 'audit_log'] as const) {
        const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
        assert.equal(rows.includes(token), false, table);
      }
      await complete(token);
      const [done] = await newestAudit(gate, 1, 'account.reset-password');
      assert.deepEqual([done.actor_kind, done.actor], ['console', email]);
      const [asked] = await newestAudit(gate, 1, 'account.reset-requested');
      assert.deepEqual([asked.actor_kind, asked.target], ['system', done.target]);
    });

    test('a newer link replaces the older; after an hour none works', async () => {
      const email = await newOwner(gate);
      await ask(email);
      const first = tokenFor(email);
      await ask(email, { language: 'ko' });
      const second = tokenFor(email);
      assert.equal(subjectOf(mailsTo(email).at(-1) ?? assert.fail()), 'Tollgate 비밀번호 재설정');
      assert.equal((await complete(first)).status, 404);
      gate.now += HOUR;
      assert.equal((await complete(second)).status, 404);
      assert.equal((await trySignIn(gate, { email })).status, 201);
    });

    test('the second factor stays', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const { db } = gate.service.context.storage;
      await db
        .updateTable('account')
        .set({ totp_confirmed: 1 })
        .where('email', '=', me.email)
        .execute();
      await ask(me.email);
      assert.equal((await complete(tokenFor(me.email))).status, 200);
      const { status, body } = await trySignIn(gate, { email: me.email, password: NEXT });
      assert.deepEqual([status, body.code], [401, 'code_needed']);
    });

    test('a weak password is refused, and the link still works', async () => {
      const email = await newOwner(gate);
      await ask(email);
      const weak = await complete(tokenFor(email), 'passwordpassword');
      assert.deepEqual([weak.status, weak.body.errors[0].field], [400, 'new_password']);
      assert.equal((await complete(tokenFor(email))).status, 200);
    });

    test('an unknown address and a disabled account get the same answer, and no mail', async () => {
      const unknown = newEmail();
      await ask(unknown);
      assert.deepEqual(mailsTo(unknown), []);
      const email = await newOwner(gate);
      await ask(email);
      const token = tokenFor(email);
      const { db } = gate.service.context.storage;
      await db.updateTable('account').set({ disabled: 1 }).where('email', '=', email).execute();
      assert.equal((await complete(token)).status, 404);
      await ask(email);
      assert.equal(mailsTo(email).length, 1);
    });

    test('many requests for one address wait, whether it has an account or not; signing in does not', async () => {
      for (const email of [await newOwner(gate), newEmail()]) {
        for (let count = 1; count <= 5; count += 1) await ask(email);
        const { status, body, headers } = await post(gate, '', { email });
        assert.deepEqual([status, body.code], [429, 'too_many_attempts']);
        assert.equal(headers['retry-after'], '60');
      }
      const other = await newOwner(gate);
      assert.equal((await trySignIn(gate, { email: other, password: PASSWORD })).status, 201);
    });

    test('a mail that is refused is sent later, with a link that works', async () => {
      const email = await newOwner(gate);
      mailbox.refuse('mailbox full');
      await ask(email);
      mailbox.refuse(undefined);
      assert.deepEqual(mailsTo(email), []);
      gate.now += 60_000;
      await gate.service.messages.turn();
      assert.equal((await complete(tokenFor(email))).status, 200);
    });

    test('the environment says that it can be asked for', async () => {
      const { body } = await gate.send('GET', '/admin/v1/environment');
      assert.equal(body.password_reset, true);
    });
  },
  {
    kinds: EITHER,
    adminToken: ADMIN_TOKEN,
    prepare: async () => ({ smtp: { url: mailbox.url, from: 'tollgate@example.com' } }),
  },
);

suite(
  'a new password without e-mail',
  (gate) => {
    test('is not offered, and the answer says who can help', async () => {
      const { body } = await gate.send('GET', '/admin/v1/environment');
      assert.equal('password_reset' in body, false);
      const refused = await post(gate, '', { email: newEmail() });
      assert.equal(refused.status, 404);
      assert.match(refused.body.detail, /tollgate account reset-password/);
    });
  },
  { kinds: EITHER },
);
