// Several receivers at the console: one is added with a filter, its dead letters are deleted, it is removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { answer, startGameServer } from '../../outbox/game-server.ts';
import { addReceiver, createProject, spendThreeDays } from '../../outbox/project.ts';
import { browserSuite } from '../../support/browser.ts';

browserSuite(
  'several receivers at the console',
  (gate, browser) => {
    test('a receiver is added with a name and a filter, changed and removed', async (t) => {
      const { gameIndex, appid } = await createProject(gate, t);
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/connections`);
      await page.getByRole('button', { name: 'Add receiver' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('URL').fill('https://analytics.example/events');
      await dialog.getByLabel('Name').fill('Analytics');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('analytics');
      await dialog.getByLabel('Only these events').fill('purchase.lost');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('purchase.lost is not a type of event.').waitFor();
      await dialog.getByLabel('Only these events').fill('purchase.refunded\nsubscription.*');
      await screenshots('receiver-dialog');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^tge_/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      const card = page.getByRole('region', { name: 'Purchase events: analytics' });
      await card.getByText('purchase.refunded, subscription.*').waitFor();
      await screenshots('receivers');
      const path = `/projects/${gameIndex}/receivers/purchase:analytics`;
      const { body } = await admin(gate, 'GET', path);
      assert.deepEqual(
        [body.url, body.events, body.apps],
        ['https://analytics.example/events', ['purchase.refunded', 'subscription.*'], undefined],
      );
      await card.getByRole('button', { name: 'Change: Purchase events: analytics' }).click();
      await dialog.getByRole('combobox', { name: 'Only these apps' }).click();
      await page.getByRole('option', { name: appid }).click();
      await dialog.getByLabel('Only these events').fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await card.getByText(appid).waitFor();
      const changed = (await admin(gate, 'GET', path)).body;
      assert.deepEqual([changed.events, changed.apps], [undefined, [appid]]);
      await card.getByRole('button', { name: 'Remove: Purchase events: analytics' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await card.waitFor({ state: 'detached' });
      assert.equal((await admin(gate, 'GET', path)).status, 404);
    });

    test('each receiver has its state and its dead letters, which are deleted', async (t) => {
      const { gameIndex, restrict } = await createProject(gate, t);
      const other = await startGameServer();
      t.after(() => other.close());
      await addReceiver(gate, gameIndex, 'restriction:eu', other.url);
      other.behave(answer(500, 'no'));
      for (const player of [1n, 2n]) {
        await restrict([player]);
        await spendThreeDays(gate, gate.service.relay);
      }
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/notifications?lane=restriction:eu`);
      const lane = page.getByRole('region', { name: 'Restrictions: eu' });
      await lane.getByText('2 dead letters').waitFor();
      await page
        .getByRole('region', { name: 'Restrictions', exact: true })
        .getByText('Up to date')
        .waitFor();
      await screenshots('lanes');
      await page
        .getByRole('button', { name: /^Show msg_/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page
        .getByRole('dialog', { name: 'Delete this dead letter?' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await lane.getByText('1 dead letter', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete all' }).click();
      await page
        .getByRole('dialog', { name: 'Delete all dead letters?' })
        .getByRole('button', { name: 'Delete all' })
        .click();
      await page.getByText('No dead letters').waitFor();
      await lane.getByRole('button', { name: 'Pause Restrictions: eu' }).click();
      await lane.getByText('Paused').first().waitFor();
    });

    test('who only reads sees the receivers and adds none', async () => {
      const { gameIndex } = await gate.createApp();
      await addReceiver(gate, gameIndex, 'purchase:analytics', 'https://analytics.example/events');
      const { page, open, signIn: enter } = await browser.visit();
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, gameIndex, 'viewer');
      await enter(viewer.email);
      await open(`/p/${gameIndex}/connections`);
      await page.getByRole('region', { name: 'Purchase events: analytics' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Add receiver' }).count(), 0);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
