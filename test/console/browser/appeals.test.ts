// Appeals at the console: the queue, a decision by keyboard, ready answers, the second person, figures.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { generation2 } from '../../restriction/generations.ts';
import {
  DAY,
  dateText,
  HOUR,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  restriction,
  restrictionOf,
  TEMPORARY_TYPE,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate, TestApp } from '../../support/harness.ts';

const ARABIC = 'لم أفعل شيئا';

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function newAppealApp(gate: Gate): Promise<TestApp> {
  const app = await gate.createApp();
  for (const type of [POLICY_TYPE, TEMPORARY_TYPE]) {
    const number = await registerType(gate, app, type);
    await admin(gate, 'PUT', `/apps/${app.appid}/types/${number}/appeals`, { allowed: true });
  }
  return app;
}

async function appeal(gate: Gate, app: TestApp, more: object = {}): Promise<number> {
  const player_id = newPlayer();
  await restrict(gate, app, player_id, { status: 'P' });
  await appealAs(gate, app, player_id, more);
  return player_id;
}

async function appealAs(gate: Gate, app: TestApp, player_id: number, more: object = {}) {
  const fields = { player_id, text: 'It was my brother.', language: 'en', ...more };
  const { body } = await generation2.call(gate, app, '/game/block/appeal', fields);
  assert.equal(body.result_code, 0, JSON.stringify(body));
}

/** Counts what somebody does at the keyboard. */
function keyboardOf(page: Page) {
  let actions = 0;
  return {
    count: () => actions,
    async press(key: string) {
      actions += 1;
      await page.keyboard.press(key);
    },
  };
}

browserSuite(
  'appeals at the console',
  (gate, browser) => {
    before(() => gate.service.start());

    test('the oldest is decided by keyboard in three actions, with the ready answer in the language of the player', async () => {
      const app = await newAppealApp(gate);
      const { page, open, signIn: enter, screenshots, violations } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/types/1`);
      const card = page.getByRole('region', { name: 'Appeals' });
      await card.getByRole('checkbox', { name: 'Players can appeal' }).waitFor();
      const answer = card.getByRole('textbox', { name: 'When you uphold the restriction' });
      await answer.fill('다시 확인했습니다.');
      await choose(page, 'Ready answers in', 'English · 0 of 3');
      await answer.fill('We checked again.');
      await card.getByRole('textbox', { name: 'When you release the player' }).fill('Sorry.');
      await screenshots('type-appeals');
      await card.getByRole('button', { name: 'Save appeals' }).click();
      await page.getByText('Appeals saved.').waitFor();

      const players = [
        await appeal(gate, app, { language: 'ko' }),
        await appeal(gate, app, { language: 'de' }),
        await appeal(gate, app, { language: 'ar', text: ARABIC }),
      ];
      const keyboard = keyboardOf(page);
      await page.getByRole('link', { name: 'Appeals' }).click();
      const link = (player: number | undefined) =>
        page.getByRole('link', { name: String(player), exact: true });
      await page.locator('a[data-appeal]:focus').waitFor();
      await screenshots('appeals');
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: `Appeal of player ${players[0]}` }).waitFor();
      await page.getByRole('radio', { name: 'Release' }).and(page.locator(':focus')).waitFor();
      await keyboard.press('ArrowUp');
      const field = page.getByRole('textbox', { name: 'Answer to the player' });
      await field.waitFor();
      assert.equal(await field.inputValue(), '다시 확인했습니다.');
      await screenshots('appeal');
      assert.deepEqual(await violations(), []);
      await keyboard.press('Enter');
      await page.getByText(`Appeal of player ${players[0]} decided.`).waitFor();
      await link(players[0]).waitFor({ state: 'detached' });
      assert.equal(keyboard.count(), 3);
      const upheld = await list(app, 'upheld');
      assert.deepEqual(
        upheld.map(({ player_id, answer: told }) => [player_id, told]),
        [[players[0], '다시 확인했습니다.']],
      );

      // Back in the queue, the next one is decided the same way; it is shortened, with words of their own.
      await page.locator('a[data-appeal]:focus').waitFor();
      await page.keyboard.press('ArrowDown');
      await link(players[2]).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: 'Release' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByText('This type has no ready answer for this decision.').waitFor();
      await field.fill('Half the time.');
      // Leaving would lose what was written.
      await page.getByRole('link', { name: 'Open player page' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: '3 days', exact: true }).click();
      await field.press('Control+Enter');
      await page.getByText(`Appeal of player ${players[1]} decided.`).waitFor();
      const { end_date } = await restrictionOf(gate, app, players[1] ?? 0);
      assert.equal(end_date, dateText(gate.now + 3 * DAY));

      await link(players[2]).click();
      const words = page.getByText(ARABIC);
      await words.waitFor();
      assert.deepEqual(
        [await words.getAttribute('dir'), await words.getAttribute('lang')],
        ['auto', 'ar'],
      );
      await page.getByRole('radio', { name: 'Release' }).check();
      assert.equal(await field.inputValue(), 'Sorry.');
      await page.getByRole('button', { name: 'Release player' }).click();
      await page.getByText('No open appeals').waitFor();
      assert.equal(await restrictionOf(gate, app, players[2] ?? 0), null);

      await page.getByRole('tab', { name: 'Figures' }).click();
      await page.getByRole('region', { name: 'Granted' }).getByText('66.67%').waitFor();
      await page.getByRole('row', { name: /Policy violation 3 3/ }).waitFor();
      await screenshots('appeal-figures');
      assert.deepEqual(await violations(), []);
    });

    const list = async (app: TestApp, state: string) =>
      (await admin(gate, 'GET', `/apps/${app.appid}/appeals?state=${state}`)).body
        .items as readonly { player_id: number; answer: string | null }[];

    test('filters by state, type, language and age; the navigation counts the open ones', async () => {
      const app = await newAppealApp(gate);
      const old = await appeal(gate, app, { language: 'ja' });
      gate.now += 8 * DAY;
      const other = newPlayer();
      await restrict(gate, app, other, { status: 'P', block_type: 2 });
      await appealAs(gate, app, other);
      gate.now += HOUR;
      const { page, open, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/appeals`);
      const rows = page.locator('a[data-appeal]');
      const shown = async (...players: readonly number[]) => {
        await page.locator('tbody[aria-busy=false]').waitFor();
        await rows.nth(players.length).waitFor({ state: 'detached' });
        await rows.nth(players.length - 1).waitFor();
        assert.deepEqual(await rows.allInnerTexts(), players.map(String));
      };
      await shown(old, other);
      await page.getByRole('link', { name: /Appeals 2/ }).waitFor();
      await page
        .getByRole('row', { name: String(old) })
        .getByText('Overdue')
        .waitFor();
      await choose(page, 'Type', '2 · Under investigation');
      await shown(other);
      await choose(page, 'Type', 'Any type');
      await choose(page, 'Language', 'Japanese');
      await shown(old);
      await choose(page, 'Language', 'Any language');
      await choose(page, 'Age', 'Overdue (3 days)');
      await shown(old);
      await choose(page, 'State', 'Upheld');
      await page.getByText('No matches').waitFor();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await shown(old, other);
    });

    test('whoever restricted is told so before they try; a viewer only reads; the player page leads here', async () => {
      const app = await newAppealApp(gate);
      const path = `/projects/${app.gameIndex}/appeal-settings`;
      const email = await newOwner(gate);
      const admins = await signIn(gate, email);
      const operator = await newMember(gate, admins, app.gameIndex, 'operator');
      const player = newPlayer();
      const { player_id: _, ...fields } = restriction(gate, player, { status: 'P' });
      await operator.send('PUT', `/apps/${app.appid}/players/${player}/restriction`, fields);
      await appealAs(gate, app, player);
      const owner = await browser.visit();
      await owner.signIn(email);
      await owner.open(`/p/${app.gameIndex}/settings`);
      const card = owner.page.getByRole('region', { name: 'Appeals' });
      await card.getByRole('checkbox', { name: 'A second person decides' }).check();
      await card.getByRole('textbox', { name: 'Players can appeal again after' }).fill('30');
      await card.getByRole('button', { name: 'Save' }).click();
      await owner.page.getByText('Appeals saved.').waitFor();
      const settings = { second_person: true, again_after_days: 30 };
      assert.deepEqual((await admin(gate, 'GET', path)).body, settings);

      const { page, open, signIn: enter } = await browser.visit();
      await enter(operator.email);
      await open(`/a/${app.appid}/players/${player}`);
      const section = page.getByRole('region', { name: 'Appeals' });
      await section.getByText('Open').waitFor();
      await section.getByRole('link').click();
      await page.getByText('Somebody else must decide').waitFor();
      assert.equal(await page.getByRole('radio').count(), 0);

      const viewer = await browser.visit();
      const reader = await newMember(gate, admins, app.gameIndex, 'viewer');
      await viewer.signIn(reader.email);
      const id = page.url().split('/').at(-1);
      await viewer.open(`/a/${app.appid}/appeals/queue/${id}`);
      await viewer.page.getByText('Operators and admins of the project can decide.').waitFor();
    });
  },
  { adminToken: ADMIN_TOKEN },
);
