// What operators give on the page of a player, and what the family paid for.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { openLedger } from '../../payment/queries/records.ts';
import { newPlayer } from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';

browserSuite(
  'grants in the console',
  (gate, browser) => {
    before(() => gate.service.start());

    test('a product is granted with a reason and an end, listed, and revoked', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      const [player, account_uuid] = [newPlayer(), randomUUID()];
      const login = { appid, player_id: player, account_uuid };
      await gate.post('/auth/v1/login', login, ledger.server);
      await ledger.record({ account_uuid });
      await gate.service.context.storage.db
        .updateTable('purchase')
        .set({ ownership: 'FAMILY_SHARED', cancel_state: 1, cancel_said_at: gate.now })
        .where('appid', '=', appid)
        .execute();
      const product = { name: 'Founder', kind: 'permanent', prices: [] };
      await admin(gate, 'PUT', `/apps/${appid}/products/founder`, product);
      const owner = await signIn(gate, await newOwner(gate));
      const operator = await newMember(gate, owner, gameIndex, 'operator');
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(operator.email);
      await open(`/a/${appid}/players/${player}`);
      const grants = page.getByRole('region', { name: 'Granted products', exact: true });
      await grants.getByText('Nothing granted.').waitFor();
      await page.getByText('Family shared').waitFor();
      await page.getByText('Revoked', { exact: true }).waitFor();
      const spending = page.getByRole('region', { name: 'Spending', exact: true });
      await spending.getByText('No purchases yet.').waitFor();

      await grants.getByRole('button', { name: 'Grant product' }).click();
      const dialog = page.getByRole('dialog', { name: 'Grant product' });
      await dialog.getByRole('button', { name: 'Grant product' }).click();
      await dialog.getByText('This field is required.').first().waitFor();
      await dialog.getByLabel('Product ID').fill('founder');
      await page.getByRole('option', { name: 'founder' }).click();
      await dialog.getByLabel('Reason').fill('Lost in the outage of November');
      await dialog.getByLabel('End (leave empty for good)').fill('2031-01-02T03:04');
      await screenshots('grant-dialog');
      await dialog.getByRole('button', { name: 'Grant product' }).click();
      await grants.getByText('Lost in the outage of November').waitFor();
      await grants.getByText('Owned', { exact: true }).waitFor();
      await screenshots('grants');
      const list = async () =>
        (await admin(gate, 'GET', `/apps/${appid}/grants?player_id=${player}`)).body.items;
      const [grant] = await list();
      assert.deepEqual(
        [grant.product_id, grant.account_uuid, grant.granted_by, grant.ends_at],
        ['founder', account_uuid, operator.email, '2031-01-02T03:04:00.000Z'],
      );

      await grants.getByRole('button', { name: 'Revoke founder' }).click();
      const asked = page.getByRole('dialog', { name: 'Revoke this grant?' });
      await asked.getByRole('button', { name: 'Revoke' }).click();
      await grants.getByText('Revoked', { exact: true }).waitFor();
      assert.notEqual((await list())[0].revoked_at, null);
      assert.equal(await grants.getByRole('button', { name: 'Revoke founder' }).count(), 0);

      await open(`/a/${appid}/purchases?state=revoked`);
      await page.getByRole('cell', { name: 'Revoked Family shared' }).waitFor();
      await screenshots('revoked-purchase');
    });

    test('credentials of a former gateway are shown and removed', async () => {
      const { appid, gameIndex } = await gate.createApp();
      for (const gateway of ['STRIPE', 'PORTONE']) {
        const secrets = { api_secret: `secret-of-${gateway}`, webhook_secret: 'w' };
        await admin(gate, 'PUT', `/apps/${appid}/markets/PG`, { settings: { gateway }, secrets });
      }
      const owner = await signIn(gate, await newOwner(gate));
      const manager = await newMember(gate, owner, gameIndex, 'admin');
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(manager.email);
      await open(`/a/${appid}/settings/markets`);
      const card = page.getByRole('region', { name: 'Payment gateway', exact: true });
      await card.getByText('Former gateways').waitFor();
      await card.getByText('Stripe · until').waitFor();
      await screenshots('former-gateways');

      // The secrets of one gateway are not shown as those of another.
      await card.getByRole('button', { name: 'Edit Payment gateway' }).click();
      const dialog = page.getByRole('dialog', { name: 'Payment gateway' });
      await dialog.getByText('Set', { exact: true }).first().waitFor();
      await page.keyboard.press('Escape');

      await card.getByRole('button', { name: 'Remove Stripe' }).click();
      const asked = page.getByRole('dialog', { name: 'Remove these credentials?' });
      await asked.getByRole('button', { name: 'Remove' }).click();
      await card.getByText('Former gateways').waitFor({ state: 'detached' });
      const { body } = await admin(gate, 'GET', `/apps/${appid}/markets/PG`);
      assert.equal(body.former, undefined);
    });
  },
  { adminToken: ADMIN_TOKEN, relay: { enabled: true, allowPrivateTargets: true } },
);
