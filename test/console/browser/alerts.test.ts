// Honest lights and alerts at the console: a dead letter everywhere, alerts with their channels, invitations by e-mail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newEmail, newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { type Mailbox, startMailbox, subjectOf } from '../../alerts/mailbox.ts';
import { accept, answer, startGameServer } from '../../outbox/game-server.ts';
import { createProject } from '../../outbox/project.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let mailbox: Mailbox;
before(async () => {
  mailbox = await startMailbox();
});
after(() => mailbox.close());

async function letOneDie(gate: Gate, t: Parameters<typeof createProject>[1]) {
  const project = await createProject(gate, t);
  project.server.behave(answer(500, ''));
  await project.restrict([1n]);
  await gate.service.relay.turn();
  gate.now += 74 * HOUR;
  await gate.service.relay.turn();
  return project;
}

browserSuite(
  'alerts at the console',
  (gate, browser) => {
    const look = async () => {
      gate.now += MINUTE;
      await gate.service.alerts.turn();
      await gate.service.messages.turn();
    };

    test('a dead letter shows on the overview, in the navigation and on its card, until it is replayed', async (t) => {
      const { appid, server } = await letOneDie(gate, t);
      server.behave(accept);
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${appid}/overview`);
      await page.getByText('One dead letter').waitFor();
      const link = page.getByRole('link', { name: /^Notifications/ });
      await link.getByText('1', { exact: true }).waitFor();
      await screenshots('overview-dead-letter');
      await page.getByRole('link', { name: 'Show dead letters' }).click();
      const card = page.getByRole('region', { name: 'Restrictions' });
      await card.getByText('1 dead letter').waitFor();
      await page.getByRole('button', { name: /^Replay msg_/ }).click();
      await page.getByText('1 queued again, 0 skipped as outdated.').waitFor();
      await card.getByText('1 dead letter').waitFor({ state: 'detached' });
      await link.getByText('1', { exact: true }).waitFor({ state: 'detached' });
      await go(`/a/${appid}/overview`);
      await page.getByRole('region', { name: 'First steps' }).waitFor();
      assert.equal(await page.getByText('One dead letter').count(), 0);
    });

    test('an alert is listed with a link and acknowledged; channels are added, tested and removed', async (t) => {
      const { gameIndex } = await letOneDie(gate, t);
      await look();
      const hook = await startGameServer();
      t.after(() => hook.close());
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/alerts`);
      await page.getByRole('link', { name: 'Dead letters for the game server' }).waitFor();
      await page.getByRole('link', { name: 'Alerts: 1 open' }).waitFor();
      await page.getByText('No channels yet').waitFor();
      await page.getByRole('button', { name: 'Add channel' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Slack', { exact: true }).click();
      await dialog.getByLabel('Webhook URL').fill(hook.url);
      await screenshots('alert-channel');
      await dialog.getByRole('button', { name: 'Add channel' }).click();
      await page.getByText('Channel added.').waitFor();
      await page.getByRole('button', { name: /^Send test to/ }).click();
      await page.getByText('Test message sent.').waitFor();
      assert.match(JSON.parse(hook.received[0]?.body ?? '').text, /Test message/);
      hook.behave(answer(410, ''));
      await page.getByRole('button', { name: /^Send test to/ }).click();
      await page.getByText('The webhook answered HTTP 410.', { exact: true }).waitFor();
      await page.getByLabel('Least refunds in three hours').fill('25');
      await page.getByRole('checkbox', { name: 'Market down' }).uncheck();
      await page.getByRole('button', { name: 'Save thresholds' }).click();
      await page.getByText('Thresholds saved.').waitFor();
      await page.getByRole('button', { name: /^Acknowledge: / }).click();
      await page.getByText('Acknowledged', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Alerts: 1 open' }).waitFor({ state: 'detached' });
      await screenshots('alerts');
      await page.reload();
      await page.getByRole('checkbox', { name: 'Market down' }).waitFor();
      assert.equal(await page.getByLabel('Least refunds in three hours').inputValue(), '25');
      assert.equal(await page.getByRole('checkbox', { name: 'Market down' }).isChecked(), false);
      await page.getByRole('button', { name: /^Remove 127/ }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No channels yet').waitFor();
      await page.getByRole('link', { name: 'Dead letters for the game server' }).click();
      await page.waitForURL(/\/notifications\?lane=restriction$/);
    });

    test('an owner invites by e-mail; a member without rights is offered neither that nor channels', async (t) => {
      const { gameIndex } = await createProject(gate, t);
      const owner = await newOwner(gate);
      const { page, open, comeBack, signIn: enter, screenshots } = await browser.visit();
      await enter(owner);
      await open(`/p/${gameIndex}/members`);
      const invited = newEmail();
      await page.getByRole('button', { name: 'Invite member' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(invited);
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      await page.getByText(`The invitation goes to ${invited} by email.`).waitFor();
      const row = page.getByRole('row').filter({ hasText: invited });
      await row.getByText('Waiting').waitFor();
      await gate.service.messages.turn();
      await comeBack();
      await row.getByText('Sent').waitFor();
      await screenshots('members-invited');
      const mail = mailbox.mails.find(({ to }) => to.includes(invited)) ?? assert.fail('no mail');
      assert.match(subjectOf(mail), /^Invitation to /);

      const member = await newMember(gate, await signIn(gate, owner), gameIndex, 'viewer');
      const other = await browser.visit();
      await other.signIn(member.email);
      await other.open(`/p/${gameIndex}/members`);
      await other.page.getByText('Only project owners see members').waitFor();
      assert.equal(await other.page.getByRole('button', { name: /invite/i }).count(), 0);
      await other.go('/access');
      await other.page.getByRole('heading', { name: 'Access', exact: true }).waitFor();
      assert.equal(await other.page.getByRole('button', { name: /invite/i }).count(), 0);
      await other.go(`/p/${gameIndex}/alerts`);
      await other.page.getByText('No alerts').waitFor();
      assert.equal(await other.page.getByRole('button', { name: 'Add channel' }).count(), 0);
    });
  },
  {
    prepare: async () => ({ smtp: { url: mailbox.url, from: 'tollgate@example.com' } }),
  },
);
