// Measures at the console: a rule watches, is tried on the past, turned on, restricts and is released; flags wait for a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { type Customer, openShop, REFUND_RULE, refund } from '../../measures/shop.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

const FLAG_RULE = {
  name: 'Look at it',
  when: { causes: ['refund'] },
  measure: { action: 'flag' },
};

type Shop = Awaited<ReturnType<typeof openShop>>;

async function buyAndRefund(shop: Shop, customer: Customer) {
  const purchase = await shop.buy(customer);
  await shop.report(purchase, refund('given'));
  await shop.turn();
  return purchase;
}

const typesOf = async (gate: Gate, { path }: Shop) =>
  (await admin(gate, 'GET', `${path}/types`)).body.items.map(
    ({ type_en_name }: { type_en_name: string }) => type_en_name,
  );

browserSuite(
  'measures at the console',
  (gate, browser) => {
    test('a rule watches, is tried on the past, is turned on, restricts, and a person releases', async () => {
      const shop = await openShop(gate);
      const { appid } = shop.app;
      const [early, late] = [await shop.customer(), await shop.customer()];
      await buyAndRefund(shop, early);
      const { page, open, go, poll, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${appid}/measures`);
      await page.getByText('No rules yet').waitFor();
      await screenshots('measures-empty');
      await page.getByRole('link', { name: 'Create rule' }).click();
      await page.getByText('A new rule only watches').waitFor();
      await page.getByRole('button', { name: 'Create rule' }).click();
      await page.getByText('This field is required.').first().waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Refund after delivery');
      await page.getByRole('button', { name: 'Adopt “Refund abuse”' }).click();
      await page.getByText('“Refund abuse” added to your restriction types.').waitFor();
      assert.deepEqual(await typesOf(gate, shop), ['Policy violation', 'Refund abuse']);
      await page.getByRole('button', { name: 'Remove step 2' }).click();
      await page.getByLabel('It also ends when the player pays').check();
      await screenshots('measure-rule-new');
      await page.getByRole('button', { name: 'Create rule' }).click();
      await page.getByText('Rule created. It only watches until you turn it on.').waitFor();
      const [rule] = (await admin(gate, 'GET', `${shop.path}/measures/rules`)).body.items;
      assert.deepEqual(
        [rule.state, rule.when, rule.unless, rule.measure, rule.until],
        [
          'watch',
          { causes: ['refund', 'dispute_lost'], count: 1, days: 30 },
          {},
          {
            action: 'restrict',
            block_type: 2,
            steps: [{ period_days: 7 }, { permanent: true }],
            event: true,
            same_device: 'ignore',
          },
          { paid_again: true },
        ],
      );
      const expected = 'In the past 90 days this rule would have restricted 1 player, once.';
      await page.getByText(expected).waitFor();
      await page.getByRole('link', { name: String(early.playerId) }).waitFor();
      await screenshots('measure-rule');

      await page.getByRole('button', { name: 'Change state' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(expected).waitFor();
      await screenshots('measure-switch');
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('“Refund after delivery” is now: On.').waitFor();

      const purchase = await buyAndRefund(shop, late);
      assert.equal((await shop.restriction(late)).block_type, 2);
      await page.getByRole('link', { name: 'All rules' }).click();
      await poll();
      await page.getByText('→ Restrict: Refund abuse · 7 days, then permanently').waitFor();
      await screenshots('measures');
      await page
        .getByRole('row', { name: /Refund after delivery/ })
        .getByRole('link', { name: '1 restricted' })
        .click();
      await page.waitForURL(/\/measures\/effects\?rule=/);
      await page.getByText('1 effect', { exact: true }).waitFor();
      const file = page.getByRole('link', { name: 'Export CSV' });
      assert.match((await file.getAttribute('href')) ?? '', /effects\/file\?.*rule_id=/);
      await page.getByLabel('Purchase ID').fill('AP_999');
      await page.getByLabel('Purchase ID').press('Enter');
      await page.getByText('No effects match your search').waitFor();
      await page.getByLabel('Purchase ID').fill(`AP_${purchase.number}`);
      await page.getByLabel('Purchase ID').press('Enter');
      const row = page.getByRole('row').filter({ hasText: String(late.playerId) });
      await row.getByText('Restricted', { exact: true }).waitFor();
      await screenshots('measure-effects');
      await row.getByRole('link', { name: purchase.product_id }).click();
      await page.getByRole('region', { name: 'Measures' }).getByText('Step 1').waitFor();
      await screenshots('purchase-measures');
      await go(`/a/${appid}/players/${late.playerId}`);
      await page.getByRole('region', { name: 'Debt' }).getByText('Owed').waitFor();
      await page.getByText('by Refund after delivery (measure)').waitFor();
      await screenshots('player-measures');
      await page.getByRole('button', { name: `Release player ${late.playerId}` }).click();
      await dialog.getByLabel('Comment').fill('A mistake of the store');
      await dialog.getByRole('button', { name: 'Release player' }).click();
      await page.getByText(`Player ${late.playerId} released.`).waitFor();
      await page.getByText('A mistake of the store').first().waitFor();
      assert.equal(await shop.restriction(late), null);
      await go(`/a/${appid}/measures/effects?status=active`);
      await page.getByText('No effects match your search').waitFor();
    });

    test('a player who paid too little is flagged, and the debt says what is left', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, until: { paid_again: true } });
      const player = await shop.customer();
      await buyAndRefund(shop, player);
      await shop.buy(player, { price: '4.00' });
      const euros = await shop.buy(player, { price: '9.00', currency: 'EUR' });
      await shop.turn();
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${shop.app.appid}/measures/flags`);
      await page
        .getByRole('row')
        .filter({ hasText: String(player.playerId) })
        .getByText('The player bought it again, but has not paid what is owed.')
        .waitFor();
      await go(`/a/${shop.app.appid}/players/${player.playerId}`);
      const debt = page.getByRole('region', { name: 'Debt' });
      await debt.getByText('$4.00 paid, $5.99 left').waitFor();
      await debt.getByText(`AP_${euros.number}`).waitFor();
      await debt.getByText('Pays nothing').waitFor();
      await screenshots('player-debt');
    });

    test('a rule is changed, exempts players, and is deleted', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule();
      const player = await shop.customer();
      await buyAndRefund(shop, player);
      const { page, open, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${shop.app.appid}/measures/rules/${rule_id}`);
      await page.getByText('would have restricted 1 player, once.').waitFor();
      await page.getByLabel('Player IDs').fill(String(player.playerId));
      await page.getByRole('button', { name: 'Repeat dry run' }).click();
      // The list of the form counts before it is saved.
      await page.getByText('would have affected nobody').waitFor();
      await page.getByText('By amount').click();
      await page.getByLabel('Amount', { exact: true }).fill('12,5');
      await page.getByLabel('Player IDs').fill('1\nfour');
      await page.getByRole('button', { name: 'Save rule' }).click();
      await page.getByText('Enter an amount such as 49.99.').waitFor();
      await page.getByText('“four” is not a player ID.').waitFor();
      await page.getByLabel('Amount', { exact: true }).fill('12.5');
      await page.getByLabel('Player IDs').fill('1\n9007199254740993');
      await page.getByRole('button', { name: 'Repeat dry run' }).click();
      await page.getByRole('button', { name: 'Save rule' }).click();
      await page.getByText('Rule saved.').waitFor();
      const saved = await admin(gate, 'GET', `${shop.path}/measures/rules/${rule_id}`);
      assert.deepEqual(saved.body.when, {
        causes: ['refund'],
        money: { amount: '12.5', currency: 'USD' },
        days: 30,
      });
      assert.equal(saved.body.state, 'on');
      await page.reload();
      assert.equal(await page.getByLabel('Player IDs').inputValue(), '1\n9007199254740993');
      await page.getByRole('button', { name: 'Delete rule' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
      await page.getByText('Rule deleted.').waitFor();
      await page.getByText('No rules yet').waitFor();
    });

    test('a rule whose restriction type was deleted has a red light, in the list and on its page', async () => {
      const shop = await openShop(gate);
      const ruleId = await shop.rule();
      const { page, open, go, comeBack, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${shop.app.appid}/measures`);
      const row = page.getByRole('row', { name: REFUND_RULE.name });
      await row.waitFor();
      assert.equal(await row.getByText('Type deleted').count(), 0);
      assert.equal((await admin(gate, 'DELETE', `${shop.path}/types/1`)).status, 204);
      await comeBack();
      await row.getByText('Type deleted').waitFor();
      await go(`/a/${shop.app.appid}/measures/rules/${ruleId}`);
      await page.getByText('Type deleted').waitFor();
    });

    test('a flag waits for a person, who restricts the player and closes it with a note', async () => {
      const shop = await openShop(gate);
      await shop.rule(FLAG_RULE);
      await shop.rule({ ...REFUND_RULE, name: 'Later' }, 'watch');
      const player = await shop.customer();
      const purchase = await buyAndRefund(shop, player);
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${shop.app.appid}/measures`);
      await page.getByRole('tab', { name: 'Flags' }).click();
      const flag = page.getByRole('row').filter({ hasText: 'The rule only watches.' });
      await flag.getByText('$9.99').first().waitFor();
      await page.getByText('2 flags').waitFor();
      await screenshots('measure-flags');
      await flag.getByRole('button', { name: `Restrict player ${player.playerId}` }).click();
      const dialog = page.getByRole('dialog');
      const comment = dialog.getByLabel('Comment');
      assert.equal(await comment.inputValue(), `Later: AP_${purchase.number}`);
      await dialog.getByRole('button', { name: 'Restrict player' }).click();
      await page.getByText(`Player ${player.playerId} is now restricted.`).waitFor();
      await dialog.getByLabel('Note').fill('Third time');
      await dialog.getByRole('button', { name: 'Close flag' }).click();
      await page.getByText('Flag closed.').waitFor();
      await flag.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Restrict player ${player.playerId}` }).click();
      await dialog.getByText('Already restricted (').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Closed', { exact: true }).click();
      await page.getByText('Third time').waitFor();
      await page.waitForURL(/\/measures\/flags\?state=closed$/);
      const effects = await shop.effects(player);
      assert.deepEqual(
        effects.map(({ rule_name, status, note }: Record<string, string>) => [
          rule_name,
          status,
          note,
        ]),
        [
          ['Look at it', 'flagged', null],
          ['Later', 'released', 'Third time'],
        ],
      );
      assert.equal((await shop.restriction(player)).block_type, 1);
    });

    test('a viewer reads everything and is offered no change; Korean on a phone', async () => {
      const shop = await openShop(gate);
      const rule_id = await shop.rule();
      const player = await shop.customer();
      await buyAndRefund(shop, player);
      const { appid, gameIndex } = shop.app;
      const viewer = await newMember(
        gate,
        await signIn(gate, await newOwner(gate)),
        gameIndex,
        'viewer',
      );
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(viewer.email);
      await open(`/a/${appid}/measures/rules/${rule_id}`);
      await page.getByText('would have restricted 1 player').waitFor();
      assert.equal(
        await page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled(),
        true,
      );
      const none = async (...names: string[]) => {
        for (const name of names) {
          assert.equal(await page.getByRole('button', { name }).count(), 0, name);
        }
      };
      await none('Save rule', 'Delete rule', 'Change state', 'Adopt');
      await go(`/a/${appid}/measures/effects`);
      await page.getByRole('link', { name: String(player.playerId) }).waitFor();
      await none('Release');
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await page.getByRole('table').getByText('제한 중').waitFor();
      await page.getByRole('tab', { name: '규칙' }).click();
      await page.getByText('→ 제한: 운영 정책 위반 · 7일, 다음은 영구').waitFor();
      await screenshots('measures-ko');
    });
  },
  { adminToken: ADMIN_TOKEN },
);
