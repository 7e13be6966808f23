// Restriction types at the console: written in three languages with a preview, changed, kept while in use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import {
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  TEMPORARY_TYPE,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)>';

const popup = (page: Page) => page.getByRole('region', { name: /^Popup: / });

async function write(page: Page, language: string, title: string, reason: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${language},`) }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Text' }).fill(reason);
}

/** By a link, with the browser's back, and when the page is unloaded; what is written stays. */
async function leavingIsAskedFirst(page: Page): Promise<void> {
  const address = page.url();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const waysOut = [
    () => page.getByRole('link', { name: 'All types' }).click(),
    () => page.getByRole('link', { name: 'Purchases' }).click(),
    () => page.evaluate('history.back()'),
  ];
  for (const leave of waysOut) {
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  }
  const asked = page.waitForEvent('dialog');
  const reloading = page.evaluate('location.reload()');
  const unloading = await asked;
  assert.equal(unloading.type(), 'beforeunload');
  await unloading.dismiss();
  await reloading;
  assert.equal(page.url(), address);
  assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'You cheated.');
}

browserSuite(
  'restriction types at the console',
  (gate, browser) => {
    test('a type is registered in three languages, with a preview of each and of what is missing', async () => {
      const app = await gate.createApp();
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/types`);
      await page.getByText('No restriction types yet').waitFor();
      await screenshots('types-empty');
      await page.getByRole('link', { name: 'Create type' }).click();
      await page.getByRole('radio', { name: 'Temporary' }).click();
      await page.getByRole('button', { name: 'Create type' }).click();
      await page.getByText('This field is required.').first().waitFor();
      await page.getByRole('tab', { name: 'English, has errors' }).waitFor();
      await page.getByRole('textbox', { name: 'Name in Korean' }).fill('조사 중');
      await page.getByRole('textbox', { name: 'Name in English' }).fill('Under investigation');
      await write(page, 'Korean', '일시 제한', '가'.repeat(134));
      await page.getByText('402 of 400 bytes').waitFor();
      await page.getByText('2 bytes too long (maximum 400).').waitFor();
      await write(page, 'Korean', '일시 제한', '조사하고 있습니다.');
      await page.getByText('26 of 400 bytes').waitFor();
      await write(page, 'English', 'On hold', SCRIPT);
      await popup(page).getByText(SCRIPT, { exact: true }).waitFor();
      await write(page, 'Japanese', '保留', '調査中です。');
      await popup(page).getByText('保留').waitFor();
      await screenshots('type');
      // Arabic is written from the right, from the first letter on.
      await page.getByRole('tab', { name: 'Arabic, missing' }).click();
      const reason = page.getByRole('textbox', { name: 'Text' });
      assert.equal(await reason.getAttribute('dir'), 'rtl');
      await page.getByRole('tab', { name: 'German, missing' }).click();
      await page.getByText('There is no text in German. Players see the English text.').waitFor();
      await popup(page).getByText('On hold').waitFor();
      await page.getByRole('button', { name: 'Create type' }).click();
      await page.getByText('Type 1 created.').waitFor();
      await page.getByRole('link', { name: 'Under investigation', exact: true }).waitFor();
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/types`);
      assert.deepEqual(body.items, [
        {
          ...TEMPORARY_TYPE,
          block_type: 1,
          reasons: [
            { language: 'ko', title: '일시 제한', reason: '조사하고 있습니다.' },
            { language: 'en', title: 'On hold', reason: SCRIPT },
            { language: 'ja', title: '保留', reason: '調査中です。' },
          ],
        },
      ]);
    });

    test('texts of a type are changed; deletion is refused while it restricts somebody', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      await registerType(gate, app, TEMPORARY_TYPE);
      const player = newPlayer();
      await restrict(gate, app, player);
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/types`);
      const row = page.getByRole('row').filter({ hasText: 'Policy violation' });
      await row.waitFor();
      await screenshots('types');
      await row.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alert').getByText('This type still restricts players').waitFor();
      await page.getByRole('link', { name: 'Show these players' }).click();
      await page.getByRole('link', { name: String(player) }).waitFor();
      await page.goBack();
      await row.getByRole('link', { name: 'Policy violation', exact: true }).click();
      await page.getByRole('tab', { name: 'English, complete' }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('You cheated.');
      await leavingIsAskedFirst(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Type saved.').waitFor();
      await page
        .getByRole('row')
        .filter({ hasText: 'Under investigation' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Type deleted.').waitFor();
      await page.getByRole('link', { name: 'Create type' }).click();
      await page.getByRole('textbox', { name: 'Name in Korean' }).fill('조사 중');
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await page.getByRole('link', { name: '전체 유형' }).click();
      const question = page.getByRole('dialog', { name: '저장하지 않고 나갈까요?' });
      await question.waitFor();
      await screenshots('type-unsaved');
      await question.getByRole('button', { name: '나가기' }).click();
      await page.getByRole('link', { name: '새 유형' }).click();
      await page.getByRole('textbox', { name: '한국어 이름' }).fill('조사 중');
      await page.evaluate('history.back()');
      await question.getByRole('button', { name: '나가기' }).click();
      await page.getByRole('link', { name: '새 유형' }).waitFor();
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/types`);
      const [korean] = POLICY_TYPE.reasons;
      const reasons = [korean, { language: 'en', reason: 'You cheated.' }];
      assert.deepEqual(body.items, [{ ...POLICY_TYPE, block_type: 1, reasons }]);
    });

    test('an operator reads types but is offered no change', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const owner = await signIn(gate, await newOwner(gate));
      const operator = await newMember(gate, owner, app.gameIndex, 'operator');
      const { page, open, signIn: enter } = await browser.visit();
      await enter(operator.email);
      await open(`/a/${app.appid}/types`);
      await page.getByRole('link', { name: 'Policy violation', exact: true }).click();
      await popup(page).getByText('운영 정책을 위반했습니다.').waitFor();
      for (const name of ['Save', 'Delete', 'Create type']) {
        assert.equal(await page.getByRole('button', { name }).count(), 0, name);
      }
      const name = page.getByRole('textbox', { name: 'Name in English' });
      assert.equal(await name.getAttribute('readonly'), '');
    });
  },
  { adminToken: ADMIN_TOKEN },
);
