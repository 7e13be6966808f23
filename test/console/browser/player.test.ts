// The page of one player: everything that support asks about, and what can be done there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { startGameServer } from '../../outbox/game-server.ts';
import { openLedger } from '../../payment/queries/records.ts';
import {
  logIn,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';

browserSuite(
  'the player page of the console',
  (gate, browser) => {
    before(() => gate.service.start());

    test('money, purchases, orders, accounts, devices with others, notifications and notes; restored, noted, copied', async (t) => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      const { appid } = app;
      await registerType(gate, app, POLICY_TYPE);
      const server = await startGameServer();
      t.after(() => server.close());
      const connection = { url: server.url, key: 'game-server-key-of-the-tests' };
      await admin(gate, 'PUT', `/projects/${app.gameIndex}/receivers/restriction`, connection);
      const [player, other] = [newPlayer(), newPlayer()];
      const [did, account] = [newPlayer(), randomUUID()];
      const login = (player_id: number, more = {}) =>
        gate.post('/auth/v1/login', { appid, player_id, did, ...more }, ledger.server);
      await login(other);
      await login(player, { account_uuid: account });
      await restrict(gate, app, other);
      await restrict(gate, app, player);
      await server.arrival(2);
      for (let count = 0; count < 12; count += 1) {
        await ledger.record({ account_uuid: account, price: '9.99', currency: 'USD' });
      }
      await ledger.record({
        account_uuid: account,
        price: '9.99',
        currency: 'USD',
        refunded: true,
      });
      const last = await ledger.record({ account_uuid: account, price: '12000', currency: 'KRW' });
      const order = {
        game_index: app.gameIndex,
        appid,
        order_id: 'H770001',
        provider: 'PG' as const,
        state: 'paid' as const,
        player_id: player,
        account_uuid: account,
        product_id: 'gem_1200',
        quantity: 1,
        amount: '4.99',
        currency: 'USD',
        charge_attempts: 1,
        created_at: gate.now,
        paid_at: gate.now,
      };
      const { db } = gate.service.context.storage;
      await db.insertInto('purchase_order').values(order).execute();
      const owner = await signIn(gate, await newOwner(gate));
      const operator = await newMember(gate, owner, app.gameIndex, 'operator');
      const colleague = await newMember(gate, owner, app.gameIndex, 'operator');
      await colleague.send('POST', `/apps/${appid}/players/${player}/notes`, {
        text: 'Asked for a refund in October.',
      });

      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await enter(operator.email);
      await open(`/a/${appid}/players/${player}`);
      const part = (name: string) => page.getByRole('region', { name, exact: true });
      await part('Current restriction').getByText('In effect').waitFor();
      await part('Spending').getByText('$129.87').waitFor();
      await part('Spending').getByText('$119.88').waitFor();
      await part('Spending').getByText('₩12,000').first().waitFor();
      await part('Spending').getByText('14 purchases, 1 of them refunded or disputed.').waitFor();
      await part('Accounts').getByText(account).waitFor();
      await part('Devices').getByText(String(did)).waitFor();
      await part('Devices')
        .getByRole('link', { name: String(other) })
        .waitFor();
      await part('Devices').getByText('Restricted: Policy violation').waitFor();
      await part('Game server notifications').getByText('Delivered').waitFor();
      await part('Game server notifications').getByText('HTTP 200 · result_code 0').waitFor();
      await part('History').getByText('Restricted', { exact: true }).waitFor();
      const purchases = page.getByRole('table', { name: 'Purchases' });
      await purchases.getByRole('link', { name: `AP_${last.number}` }).waitFor();
      assert.equal(await purchases.getByRole('row').count(), 11);
      await part('Purchases').getByRole('button', { name: 'Next page' }).click();
      await purchases.getByRole('link', { name: 'AP_1', exact: true }).waitFor();

      await part('Devices').getByRole('button', { name: 'Show logins' }).click();
      await page.getByRole('table', { name: 'Login history' }).getByText('Logged in now').waitFor();

      // Notes: a colleague's can be deleted, only one's own can be edited.
      await part('Notes').getByText('Asked for a refund in October.').waitFor();
      assert.equal(await part('Notes').getByRole('button', { name: 'Edit note' }).count(), 0);
      await page.getByRole('button', { name: 'Add note' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Note' }).fill('Called today.');
      await dialog.getByRole('button', { name: 'Add note' }).click();
      await part('Notes').getByText('Called today.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await screenshots('player-page');
      await part('Notes').getByRole('button', { name: 'Edit note' }).click();
      await dialog.getByRole('textbox', { name: 'Note' }).fill('Called twice today.');
      await dialog.getByRole('button', { name: 'Save note' }).click();
      await part('Notes').getByText('Called twice today.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await part('Notes').getByRole('button', { name: 'Delete note' }).last().click();
      await dialog.getByRole('button', { name: 'Delete note' }).click();
      await part('Notes')
        .getByText('Asked for a refund in October.')
        .waitFor({ state: 'detached' });

      await part('Orders not yet delivered').getByText('H770001').waitFor();
      await page.getByRole('button', { name: 'Restore order H770001' }).click();
      await dialog.getByRole('button', { name: 'Restore purchase' }).click();
      await page.getByText('The game gets order H770001 with its next restore.').waitFor();

      await page.getByRole('button', { name: 'Copy all' }).click();
      await page.getByText('Copied as text').waitFor();
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      for (const line of [
        `Player ${player} · ${appid} (${appid}) · UTC`,
        'USD: Paid 129.87, Refunded 9.99, Net 119.88',
        'KRW: Paid 12000, Refunded 0, Net 12000',
        `${did} · Last login`,
        `Player ${other} (Restricted: Policy violation)`,
        'H770001 · ',
        `${operator.email}: Called twice today.`,
      ]) {
        assert.ok(text.includes(line), `${line}\n\n${text}`);
      }

      // To a purchase and back to its player.
      await purchases.getByRole('link', { name: 'AP_1', exact: true }).click();
      await page.getByRole('heading', { name: 'Purchase AP_1' }).waitFor();
      await page.getByRole('link', { name: String(player) }).click();
      await part('Spending').getByText('$119.88').waitFor();
    });

    test('an admin exports the personal data of a player, and erases the player once the id is typed', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      const { appid } = app;
      await registerType(gate, app, POLICY_TYPE);
      const [player, account] = [newPlayer(), randomUUID()];
      await gate.post(
        '/auth/v1/login',
        { appid, player_id: player, account_uuid: account },
        ledger.server,
      );
      await ledger.record({ account_uuid: account, price: '9.99', currency: 'USD' });
      const owner = await signIn(gate, await newOwner(gate));
      const boss = await newMember(gate, owner, app.gameIndex, 'admin');
      const text = 'Asked to be forgotten.';
      await boss.send('POST', `/apps/${appid}/players/${player}/notes`, { text });
      await restrict(gate, app, player);

      const { page, open, comeBack, signIn: enter, screenshots } = await browser.visit();
      await enter(boss.email);
      await open(`/a/${appid}/players/${player}`);
      const card = page.getByRole('region', { name: 'Personal data' });
      const download = page.waitForEvent('download');
      await card.getByRole('link', { name: 'Export data' }).click();
      const file = await download;
      assert.equal(file.suggestedFilename(), `player-${player}.json`);
      const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
      assert.deepEqual([exported.player_id, exported.notes[0].text], [player, text]);

      await card.getByRole('button', { name: 'Erase player' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Purchases: 1').waitFor();
      await dialog.getByText('Notes: 1').waitFor();
      await dialog.getByText('The current restriction stays').waitFor();
      const confirm = dialog.getByRole('button', { name: 'Erase player' });
      assert.ok(await confirm.isDisabled());
      await screenshots('player-erase');
      await dialog.getByRole('textbox').fill(String(player));
      await confirm.click();
      await page.getByText(`Player ${player} is being erased. This takes a few minutes.`).waitFor();
      // The service does it in the background; the page of the player shows what is left.
      await gate.service.erasures.turn();
      await comeBack();
      await page.getByText('This player has never logged in.').waitFor();
      await page.getByText('No notes yet.').waitFor();
      await page.getByText('No purchases yet.').waitFor();
      await page.getByText('In effect').waitFor();
      await page.getByText('Erasure under way').waitFor();
      await page.getByText('The current restriction stays with the player ID').waitFor();
    });

    test('a restriction with devices: asked for, shown on both players, one action excepts the innocent one', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const [cause, innocent] = [newPlayer(), newPlayer()];
      const { did } = await logIn(gate, app, cause);
      await logIn(gate, app, innocent, { did });
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/players/${cause}`);
      await page.getByRole('button', { name: 'Restrict player' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: '1 · Policy violation' }).click();
      const withDevices = dialog.getByRole('checkbox', { name: 'Also restrict the devices' });
      assert.equal(await withDevices.isChecked(), false);
      await dialog.getByText('Siblings and internet cafés share devices').waitFor();
      await withDevices.check();
      await dialog.getByRole('button', { name: 'Restrict player', exact: true }).click();
      await page.getByText('1 device', { exact: true }).waitFor();
      await page.getByText('Restricted with this player').waitFor();
      // A change keeps the devices, and the dialog says so.
      await page.getByRole('button', { name: 'Change restriction' }).click();
      assert.equal(await withDevices.isChecked(), true);
      await dialog.getByText('Permanent').click();
      await dialog.getByRole('button', { name: 'Change restriction' }).click();
      await dialog.waitFor({ state: 'detached' });
      const isOpen = async () => (await logIn(gate, app, innocent, { did })).access_token !== null;
      assert.equal(await isOpen(), false);

      await go(`/a/${app.appid}/players/${innocent}`);
      const told = page.getByRole('alert');
      await told.getByText('Cannot log in on 1 device').waitFor();
      await told.getByRole('link', { name: String(cause) }).waitFor();
      await page.getByRole('link', { name: `Restricted with player ${cause}` }).waitFor();
      await screenshots('player-by-device');
      await told.getByRole('button', { name: 'Allow login on these devices' }).click();
      await told.getByText('May log in on restricted devices').waitFor();
      assert.equal(await isOpen(), true);
      await told.getByRole('button', { name: 'Remove exception' }).click();
      await told.getByText('Cannot log in on 1 device').waitFor();
      assert.equal(await isOpen(), false);
    });

    test('a viewer reads everything and is offered nothing; a player without records has a short page', async () => {
      const app = await gate.createApp();
      const player = newPlayer();
      const owner = await signIn(gate, await newOwner(gate));
      await owner.send('POST', `/apps/${app.appid}/players/${player}/notes`, { text: 'Be kind.' });
      const viewer = await newMember(gate, owner, app.gameIndex, 'viewer');
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(viewer.email);
      await open(`/a/${app.appid}/players/${player}`);
      await page.getByText('Be kind.').waitFor();
      await page.getByText('This player has access.').waitFor();
      await page.getByText('No purchases yet.').waitFor();
      await page.getByText('This player has never logged in.').waitFor();
      for (const name of ['Add note', 'Edit note', 'Delete note', 'Restrict player']) {
        assert.equal(await page.getByRole('button', { name }).count(), 0, name);
      }
      for (const name of [
        'Subscriptions',
        'Orders not yet delivered',
        'Game server notifications',
        'Personal data',
      ]) {
        assert.equal(await page.getByRole('region', { name }).count(), 0, name);
      }
      await screenshots('player-page-empty');
    });
  },
  { adminToken: ADMIN_TOKEN, relay: { enabled: true, allowPrivateTargets: true } },
);
