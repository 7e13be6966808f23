// The search of the console: by keyboard, for every kind of id, with the focus back where it was.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { openLedger } from '../../payment/queries/records.ts';
import {
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  restrictionOf,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import { until } from '../../support/process.ts';

browserSuite(
  'the search of the console',
  (gate, browser) => {
    test('Ctrl-K, a support code, Enter: the player; then every other id, by keyboard alone', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      await registerType(gate, app, POLICY_TYPE);
      const player = newPlayer();
      const did = newPlayer();
      const account = randomUUID();
      const login = { appid: app.appid, player_id: player, did, account_uuid: account };
      await gate.post('/auth/v1/login', login, ledger.server);
      await restrict(gate, app, player);
      const { support_code: code } = await restrictionOf(gate, app, player);
      const purchase = await ledger.record({ account_uuid: account });
      const google = await ledger.record({
        provider: 'GOOGLE',
        provider_transaction_id: `GPA.${randomUUID()}`,
      });
      const owner = await newOwner(gate);
      const member = await newMember(gate, await signIn(gate, owner), app.gameIndex, 'viewer');

      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(owner);
      await open(`/a/${app.appid}/types`);
      await page.getByRole('heading', { name: 'Restriction types' }).waitFor();
      const dialog = page.getByRole('dialog', { name: 'Find anything' });
      const field = dialog.getByRole('combobox');
      const options = dialog.getByRole('option');
      const chosen = dialog.getByRole('option', { selected: true });
      const look = async (text: string, shown: string | RegExp) => {
        await page.keyboard.press('Control+k');
        await field.fill(text);
        await options.filter({ hasText: shown }).first().waitFor();
        await dialog
          .getByRole('status')
          .getByText(/results?$/)
          .waitFor({ state: 'attached' });
      };

      await look(code, `Player ${player}`);
      await dialog
        .getByRole('group', { name: 'Players' })
        .getByText('Restricted: Policy violation')
        .waitFor();
      assert.equal(
        await field.getAttribute('aria-activedescendant'),
        await chosen.getAttribute('id'),
      );
      await screenshots('search');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Player ${player}` }).waitFor();
      await dialog.waitFor({ state: 'detached' });

      const shown: readonly (readonly [string, string | RegExp])[] = [
        [String(player), 'player ID'],
        [account, 'account'],
        [String(did), 'logged in on this device'],
        ['AP_1', 'AP_1 · App Store'],
        [purchase.provider_transaction_id, 'AP_1 · App Store'],
        [purchase.transaction_id, 'AP_1 · App Store'],
        [google.provider_transaction_id, 'GO_2 · Google Play'],
        [member.email, 'Viewer'],
      ];
      for (const [text, line] of shown) {
        await look(text, line);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }

      // Pages, in either language; arrows go round.
      await look('refund', 'Refunds');
      const count = await options.count();
      const first = await chosen.textContent();
      for (let press = 0; press < count; press += 1) await page.keyboard.press('ArrowDown');
      assert.equal(await chosen.textContent(), first, 'back at the first');
      // Entered before anything is found.
      await field.fill('환불');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Refunds', exact: true }).waitFor();
    });

    test('nothing found says what was looked for; Escape gives the focus back', async () => {
      const app = await gate.createApp();
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/purchases`);
      const button = page.getByRole('banner').getByRole('button', { name: 'Find anything' });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Find anything' });
      await dialog.getByRole('combobox').fill('GPA.0000-none');
      await dialog.getByText('Nothing found for “GPA.0000-none”').waitFor();
      await dialog.getByText('Searched for a player ID, account UUID').waitFor();
      await screenshots('search-nothing');
      const nobody = newPlayer();
      await dialog.getByRole('combobox').fill(String(nobody));
      await dialog.getByRole('option', { name: `Open player ${nobody}` }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const focus = () => page.evaluate<string>('document.activeElement.textContent');
      await until(async () => (await focus()).includes('Find anything'));
    });

    test('what is typed while the search still opens is in its field', async () => {
      const { appid } = await gate.createApp();
      const { page, open, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${appid}/purchases`);
      await page.getByRole('heading', { name: 'Purchases', exact: true }).waitFor();
      const { promise: isTyped, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/assets/palette-*.js', async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('100');
      letGo();
      const field = page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox');
      await field.waitFor();
      await page.keyboard.type('200');
      assert.equal(await field.inputValue(), '100200');
    });

    test('a member of another project finds nothing here', async () => {
      const ledger = await openLedger(gate);
      const purchase = await ledger.record();
      const other = await gate.createApp();
      const owner = await signIn(gate, await newOwner(gate));
      const member = await newMember(gate, owner, other.gameIndex, 'owner');
      const { page, open, signIn: enter } = await browser.visit();
      await enter(member.email);
      await open(`/a/${other.appid}/purchases`);
      await page.getByRole('heading', { name: 'Purchases', exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Find anything' });
      await dialog.getByRole('combobox').fill(purchase.transaction_id);
      await dialog.getByText('Nothing found for').waitFor();
    });
  },
  { adminToken: ADMIN_TOKEN },
);
