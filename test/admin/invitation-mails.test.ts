// Invitations by e-mail: the link goes to the invited person, in the inviter's language, and is stored nowhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Mailbox, partOf, startMailbox, subjectOf } from '../alerts/mailbox.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { newEmail, newOwner, PASSWORD, SAME_ORIGIN, signIn } from './visitor.ts';

let mailbox: Mailbox;
before(async () => {
  mailbox = await startMailbox();
});
after(() => mailbox.close());

suite(
  'invitations by e-mail',
  (gate) => {
    const mailTo = (email: string) =>
      mailbox.mails.filter(({ to }) => to.includes(email)).at(-1) ?? assert.fail('no mail');

    test('the mail has the link of the answer, and the link works', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const app = await gate.createApp();
      const email = newEmail();
      const path = `/projects/${app.gameIndex}/invitations`;
      const { status, body } = await owner.send('POST', path, { email, role: 'operator' });
      assert.deepEqual([status, body.email_state], [201, 'waiting']);
      await gate.service.messages.turn();
      const mail = mailTo(email);
      assert.equal(subjectOf(mail), `Invitation to ${app.appid} at Tollgate`);
      assert.equal(
        partOf(mail, 'text/plain'),
        [
          `${owner.email} invites you to become operator of ${app.appid}.`,
          'The link works once, until 2026-11-22 12:00 UTC. If you did not expect this invitation, ignore it.',
          `Accept the invitation:\n${body.link}`,
        ].join('\n\n'),
      );
      const { body: list } = await owner.send('GET', path);
      assert.equal(list.items[0].email_state, 'sent');
      const { db } = gate.service.context.storage;
      const secret = body.link.split('#')[1];
      for (const table of ['invitation', 'job', 'audit_log'] as const) {
        const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
        assert.equal(rows.includes(secret), false, table);
      }
      const accepted = await gate.send(
        'POST',
        '/admin/v1/invitations/accept',
        { token: secret, password: PASSWORD },
        SAME_ORIGIN,
      );
      assert.deepEqual(accepted.body, { email });
    });

    test('a mail that is refused is tried again, and the list says why it waits', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const email = newEmail();
      mailbox.refuse('mailbox full');
      const { body } = await owner.send('POST', '/invitations', { email, language: 'ko' });
      await gate.service.messages.turn();
      const listed = async () => {
        const { body: list } = await owner.send('GET', '/invitations');
        return list.items.find(
          (each: { invitation_id: string }) => each.invitation_id === body.invitation_id,
        );
      };
      const failed = await listed();
      assert.equal(failed.email_state, 'failed');
      assert.match(failed.email_failure, /mailbox full/);
      mailbox.refuse(undefined);
      gate.now += 60_000;
      await gate.service.messages.turn();
      assert.equal((await listed()).email_state, 'sent');
      const mail = mailTo(email);
      assert.equal(subjectOf(mail), 'Tollgate 초대');
      assert.ok(partOf(mail, 'text/plain').endsWith(`초대 수락:\n${body.link}`));
    });

    test('an invitation that is withdrawn is not sent', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const email = newEmail();
      const { body } = await owner.send('POST', '/invitations', { email });
      await owner.send('DELETE', `/invitations/${body.invitation_id}`);
      await gate.service.messages.turn();
      assert.equal(
        mailbox.mails.some(({ to }) => to.includes(email)),
        false,
      );
    });
  },
  {
    kinds: EITHER,
    prepare: async () => ({ smtp: { url: mailbox.url, from: 'tollgate@example.com' } }),
  },
);
