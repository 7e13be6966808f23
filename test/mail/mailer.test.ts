// Mail to a server of another machine: a password goes there only through TLS.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMailer } from '../../src/mail/mailer.ts';
import { startMailbox } from '../alerts/mailbox.ts';

/** Takes passwords, and offers no TLS. */
const mailbox = await startMailbox();
after(() => mailbox.close());
const { port } = new URL(mailbox.url);
const MAIL = { id: '1', to: 'owner@studio.test', subject: 'Hello', text: 'Hello', html: 'Hello' };
/** This machine by a name that is not known as such. */
const ELSEWHERE = '[::ffff:127.0.0.1]';

const send = (place: string): Promise<void> =>
  createMailer({ url: `smtp://${place}:${port}`, from: 'tollgate@studio.test' }).send(MAIL);

test('this machine is given the password without TLS', async () => {
  await send('tollgate:p%40ss@127.0.0.1');
  assert.equal(mailbox.mails.length, 1);
});

test('another machine is given no password and no mail without TLS', async () => {
  await assert.rejects(send(`tollgate:p%40ss@${ELSEWHERE}`), /STARTTLS/);
  assert.equal(mailbox.mails.length, 1);
});

test('without a password, another machine is given the mail', async () => {
  await send(ELSEWHERE);
  assert.equal(mailbox.mails.length, 2);
});
