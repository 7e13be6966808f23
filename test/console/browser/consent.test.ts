// A parent withdraws consent: the switch, the file of a store, and what support sees and does on the page of the player.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { logIn, newPlayer } from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';

browserSuite(
  'withdrawn consent in the console',
  (gate, browser) => {
    before(() => gate.service.start());

    test('it is switched on, a file is checked and imported, and the player released again', async () => {
      const app = await gate.createApp();
      const { appid, gameIndex } = app;
      const [player, install_id] = [newPlayer(), 'install-7'];
      await logIn(gate, app, player, { install_id });
      const owner = await signIn(gate, await newOwner(gate));
      const manager = await newMember(gate, owner, gameIndex, 'admin');
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(manager.email);
      await open(`/a/${appid}/settings/consent`);
      const settings = page.getByRole('region', { name: 'When a parent withdraws consent' });
      await settings.getByText('Events only').waitFor();
      await settings.getByLabel('Restrict these players').check();
      await settings.getByRole('button', { name: 'Save' }).click();
      await settings.getByText('Restricts players').waitFor();
      await settings.getByRole('link', { name: 'Open the restriction type' }).waitFor();

      const card = page.getByRole('region', { name: 'Import a file from a store' });
      await card.getByRole('button', { name: 'Check file' }).click();
      await card.getByText('Choose a file.').waitFor();
      const file = [
        'install_id,revoked_at',
        `${install_id},${new Date(gate.now).toISOString()}`,
        'install-8,yesterday',
      ].join('\n');
      await card.locator('input[type=file]').setInputFiles({
        name: 'revoked.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file),
      });
      await card.getByRole('button', { name: 'Check file' }).click();
      await card.getByText('New lines: 1, known players: 1. Nothing is imported yet.').waitFor();
      await card.getByText('The time cannot be read.').waitFor();
      await screenshots('consent-settings');
      await card.getByRole('button', { name: 'Import', exact: true }).click();
      await card.getByText('Imported lines: 1, known players: 1.').waitFor();
      const consent = async () =>
        (await admin(gate, 'GET', `/apps/${appid}/players/${player}/consent`)).body;
      assert.deepEqual([(await consent()).withdrawn, (await consent()).restricted], [true, true]);

      await go(`/a/${appid}/players/${player}`);
      const told = page.getByRole('alert').filter({ hasText: 'A parent has withdrawn consent' });
      await told.waitFor();
      await page.getByText('GOOGLE (consent withdrawn)').first().waitFor();
      const downloads = page.getByRole('region', { name: 'Downloads', exact: true });
      await downloads.getByText('Withdrawn', { exact: true }).waitFor();
      await screenshots('consent-player');
      await told.getByRole('button', { name: 'Consent given again' }).click();
      const dialog = page.getByRole('dialog', { name: `Has consent been given again` });
      await dialog.getByLabel('Comment').fill('The mother called.');
      await screenshots('consent-restore');
      await dialog.getByRole('button', { name: 'Consent given again' }).click();
      await downloads.getByText('Given again').waitFor();
      await told.waitFor({ state: 'detached' });
      assert.deepEqual([(await consent()).withdrawn, (await consent()).restricted], [false, false]);
    });

    test('who only reads sees it and decides nothing', async () => {
      const app = await gate.createApp();
      const { appid, gameIndex } = app;
      const player = newPlayer();
      await logIn(gate, app, player, { install_id: 'install-9' });
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' };
      const file = `id,time\ninstall-9,${new Date(gate.now).toISOString()}\n`;
      const path = `/admin/v1/apps/${appid}/consent/import?provider=AMAZON`;
      assert.equal((await gate.send('POST', path, file, headers)).body.new, 1);
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, gameIndex, 'viewer');
      const { page, open, go, signIn: enter } = await browser.visit();
      await enter(viewer.email);
      await open(`/a/${appid}/players/${player}`);
      await page.getByText('The player is not restricted for it.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Consent given again' }).count(), 0);
      await go(`/a/${appid}/settings/consent`);
      await page.getByText('Events only').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
      assert.equal(await page.getByText('Import a file from a store').count(), 0);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
