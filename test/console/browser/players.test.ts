// Restricted players at the console: restricting, the game server hears of it, changing, releasing, the history.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { startGameServer } from '../../outbox/game-server.ts';
import {
  DAY,
  dateText,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  restrictionOf,
  TEMPORARY_TYPE,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import { START } from '../../support/harness.ts';

/** A number of JavaScript cannot hold it. */
const LONG_ID = 9_007_199_254_740_993n;
const SCRIPT = '<script>alert(1)</script>';

/** The options lie outside of the dialog that has the field. */
async function choose(page: Page, field: string, option: string, within = page.locator('body')) {
  await within.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

browserSuite(
  'restricted players at the console',
  (gate, browser) => {
    before(() => gate.service.start());

    test('a player is restricted, the game server hears it, then changed and released, all in the history', async (t) => {
      const app = await gate.createApp({ timeZone: 'Asia/Seoul' });
      await registerType(gate, app, POLICY_TYPE);
      await registerType(gate, app, TEMPORARY_TYPE);
      const server = await startGameServer();
      t.after(() => server.close());
      const connection = { url: server.url, key: 'game-server-key-of-the-tests' };
      await admin(gate, 'PUT', `/projects/${app.gameIndex}/receivers/restriction`, connection);
      const email = await newOwner(gate);
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(email);

      await open(`/a/${app.appid}/players`);
      await page.getByText('No restricted players').waitFor();
      await page.getByRole('button', { name: 'Restrict player' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Player ID' }).fill('12x');
      await dialog.getByRole('button', { name: 'Restrict player', exact: true }).click();
      await dialog.getByText('A player ID is a whole number').waitFor();
      await dialog.getByRole('textbox', { name: 'Player ID' }).fill(String(LONG_ID));
      await choose(page, 'Type', '1 · Policy violation', dialog);
      await dialog.getByRole('button', { name: '3 days' }).click();
      await dialog.getByRole('textbox', { name: 'Comment' }).fill(SCRIPT);
      await screenshots('player-restrict');
      await dialog.getByRole('button', { name: 'Restrict player', exact: true }).click();
      await page.getByText(`Player ${LONG_ID} is now restricted.`).waitFor();
      // The first request is the test message of the registration.
      await server.arrival(2);
      const period = { start_date: '2026-11-15 21:00:00', end_date: '2026-11-18 21:00:00' };
      assert.deepEqual(server.told()[1], [{ player_id: LONG_ID, status: 'B', ...period }]);

      await page.getByRole('link', { name: String(LONG_ID) }).click();
      await page.getByRole('heading', { name: `Player ${LONG_ID}` }).waitFor();
      await page.getByText('In effect').waitFor();
      await page.getByRole('region', { name: 'History' }).getByText(SCRIPT).waitFor();
      await page.getByText(`by ${email} (console)`).waitFor();
      await page.getByRole('button', { name: 'Change restriction' }).click();
      await choose(page, 'Type', '2 · Under investigation', dialog);
      await dialog.getByRole('radiogroup').getByText('Permanent').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change restriction' }).click();
      await page.getByText('Type: Policy violation → Under investigation').waitFor();
      await page.getByText('Status: For a period → Permanent').waitFor();
      await server.arrival(3);
      assert.equal(server.told()[2]?.[0]?.status, 'P');
      await screenshots('player');

      await page.getByRole('button', { name: 'Release player' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Comment' }).fill('Appeal');
      await page.getByRole('dialog').getByRole('button', { name: 'Release player' }).click();
      await page.getByText('This player has access.').waitFor();
      await page.getByRole('region', { name: 'History' }).getByText('Appeal').waitFor();
      assert.equal(await restrictionOf(gate, app, LONG_ID), null);
    });

    test('players are found by id, status and period, those without an end come last', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      await registerType(gate, app, TEMPORARY_TYPE);
      const timed = newPlayer();
      await restrict(gate, app, timed);
      // The newest change comes first, until another order is chosen.
      gate.now += 1_000;
      const [permanent, later] = [newPlayer(), newPlayer()];
      await restrict(gate, app, permanent, { status: 'P', block_type: 2 });
      const start_date = dateText(START + 5 * DAY);
      await restrict(gate, app, later, { start_date, end_date: dateText(START + 9 * DAY) });
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/players`);
      const link = (player: number) => page.getByRole('link', { name: String(player) });
      await page.getByText('3 restricted players').waitFor();
      await page.getByRole('button', { name: /^Period / }).click();
      const rows = page.locator('tbody tr');
      await rows.first().getByText(String(timed)).waitFor();
      assert.deepEqual(
        await rows.getByRole('link').allTextContents(),
        [timed, later, permanent].map(String),
      );
      await page.getByText('Not started').waitFor();
      await screenshots('players');

      await choose(page, 'Status', 'Permanent');
      await link(later).waitFor({ state: 'detached' });
      await link(permanent).waitFor();
      assert.equal(await page.getByRole('row').count(), 2);
      await page.getByRole('button', { name: 'Clear all' }).click();
      await link(timed).waitFor();

      await page.getByRole('button', { name: 'Any period' }).click();
      await page.getByLabel('Restricted from').fill('2026-11-17T00:00:00');
      await link(timed).waitFor({ state: 'detached' });
      await link(later).waitFor();
      await page.getByLabel('Restricted until').fill('2026-11-18T00:00:00');
      await link(later).waitFor({ state: 'detached' });
      await link(permanent).waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();

      const nobody = newPlayer();
      await page.getByRole('textbox', { name: 'Player ID' }).fill(String(nobody));
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText(`Player ${nobody} is not restricted`).waitFor();
      await page.getByRole('link', { name: 'Open player' }).click();
      await page.getByText('No changes yet.').waitFor();
    });

    test('a feature of the game is restricted beside the login, listed by itself and released alone', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const player = newPlayer();
      await restrict(gate, app, player);
      const { page, open, go, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${app.gameIndex}/settings`);
      await page.getByRole('button', { name: 'Add scope' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Code').fill('fishing');
      await dialog.getByLabel('Korean').fill('낚시');
      await dialog.getByLabel('English').fill('Fishing');
      await dialog.getByText('Other languages').click();
      await dialog.getByLabel('Japanese').fill('釣り');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: 'Fishing fishing 3 of 17' }).waitFor();

      await go(`/a/${app.appid}/players/${player}`);
      await page.getByRole('button', { name: 'Restrict a feature' }).click();
      await dialog.getByRole('button', { name: 'Restrict player' }).click();
      await dialog.getByText('This field is required.').first().waitFor();
      await choose(page, 'Scope', 'Fishing', dialog);
      await choose(page, 'Type', '1 · Policy violation', dialog);
      await dialog.getByRole('button', { name: 'Restrict player' }).click();
      const card = page.getByRole('region', { name: 'Current restriction: Fishing' });
      await card.getByText('Policy violation').waitFor();
      await page.getByText('Restricted · Fishing').waitFor();

      await go(`/a/${app.appid}/players?scope=fishing`);
      await page.getByText('1 restricted player', { exact: true }).waitFor();
      await choose(page, 'Scope', 'Chat');
      await page.getByText('No restrictions match your search').waitFor();

      await go(`/a/${app.appid}/players/${player}`);
      await page.getByRole('button', { name: 'Release in Fishing' }).click();
      await dialog.getByRole('button', { name: 'Release player' }).click();
      await card.waitFor({ state: 'detached' });
      await page.getByText('Released · Fishing').waitFor();
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/players/${player}`);
      assert.equal(body.restriction.block_type, 1);
      assert.equal(body.restrictions, undefined);
    });

    test('a viewer sees players but is offered no change', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const player = newPlayer();
      await restrict(gate, app, player);
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, app.gameIndex, 'viewer');
      const { page, open, signIn: enter } = await browser.visit();
      await enter(viewer.email);
      await open(`/a/${app.appid}/players`);
      await page.getByRole('link', { name: String(player) }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Restrict player' }).count(), 0);
      await page.getByRole('link', { name: String(player) }).click();
      await page.getByText('In effect').waitFor();
      for (const name of ['Change restriction', 'Release player']) {
        assert.equal(await page.getByRole('button', { name }).count(), 0, name);
      }
    });
  },
  { adminToken: ADMIN_TOKEN, relay: { enabled: true, allowPrivateTargets: true } },
);
