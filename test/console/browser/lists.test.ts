// Lists of the console: order, number, columns, the file, new entries, and room at every width.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { type Ledger, openLedger } from '../../payment/queries/records.ts';
import {
  DAY,
  dateText,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  TEMPORARY_TYPE,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

const WIDTHS = [390, 1_280, 1_366, 1_920];
/** Runs in the page once nothing moves: what is cut off at the right, and texts of more than three lines. */
const CROWDED = `Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))).then(() => {
  const wrong = [];
  for (const table of document.querySelectorAll('.table table')) {
    let box = table.parentElement;
    while (getComputedStyle(box).overflowX !== 'auto') box = box.parentElement;
    if (innerWidth >= 1280 && box.scrollWidth > box.clientWidth + 1) {
      wrong.push('cut: ' + box.scrollWidth + ' in ' + box.clientWidth);
    }
    for (const text of table.querySelectorAll('td *, th')) {
      if (text.children.length > 0 || text.textContent === '') continue;
      const lines = text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight);
      if (lines > 3.5) wrong.push(Math.round(lines) + ' lines: ' + text.textContent);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is wider than the window');
  return wrong;
})`;

const firstCells = (page: Page, name: string) =>
  page.getByRole('table', { name }).locator('tbody tr').first();

/** Ids of a file's rows. */
async function exported(page: Page, format: string): Promise<string> {
  const coming = page.waitForEvent('download');
  const link = page.getByRole('menuitem', { name: `Export ${format}` });
  await (format === 'only' ? page.getByRole('link', { name: 'Export CSV' }) : link).click();
  return readFile(await (await coming).path(), 'utf8');
}

/** Something for each list, with the longest texts that come up. */
async function fill(gate: Gate, ledger: Ledger): Promise<void> {
  const { appid, gameIndex: game_index } = ledger.app;
  const { db } = gate.service.context.storage;
  await registerType(gate, ledger.app, TEMPORARY_TYPE);
  await restrict(gate, ledger.app, 9_007_199_254_740_993n, { status: 'P' });
  await restrict(gate, ledger.app, newPlayer());
  await ledger.record({
    refunded: true,
    kind: 'subscription',
    provider_transaction_id: 'GPA.3390-1234-5678-90123..12',
    product_id: 'com.example.game.season.pass.premium',
    price: '1299000',
    currency: 'KRW',
    test: 1,
  });
  const subscription = {
    game_index,
    appid,
    account_uuid: randomUUID(),
    product_id: 'com.example.game.vip.monthly',
    test: 1 as const,
    cycle_key: 'c',
    cycle_at: gate.now,
    cycle_said_at: gate.now,
    said_at: gate.now,
    created_at: gate.now - 40 * DAY,
    updated_at: gate.now,
    grace_until: null,
    refunded_at: gate.now,
    expires_at: gate.now + DAY,
  };
  await db
    .insertInto('subscription')
    .values([
      {
        ...subscription,
        provider: 'GOOGLE',
        subscription_id: `${'token-of-google-'.repeat(9)}x`,
        original_transaction_id: 'GPA.3390-1234-5678-90123',
        auto_renew_product_id: 'com.example.game.vip.yearly',
        status: 'grace',
      },
      {
        ...subscription,
        provider: 'APPLE',
        subscription_id: '370000000000001',
        original_transaction_id: '370000000000001',
        auto_renew_product_id: null,
        status: 'expired',
      },
    ])
    .execute();
  await db
    .insertInto('refused_verification')
    .values({
      game_index,
      appid,
      refused_id: 'r'.repeat(22),
      first_at: gate.now,
      last_at: gate.now,
      times: 3,
      kind: 'consumable',
      provider: 'PG',
      account_uuid: randomUUID(),
      product_id: 'com.example.game.season.pass.premium',
      transaction_id: null,
      price: '9.99',
      currency: 'USD',
      outcome: 'RECEIPT_VERIFY_FAIL',
      reason:
        'The receipt was sealed for order H770001 of another app. Send the receipt that Tollgate returned for this order, unchanged.',
      answer: null,
      receipt_hash: 'h'.repeat(43),
    })
    .execute();
}

browserSuite(
  'lists of the console',
  (gate, browser) => {
    test('purchases: order, number, columns, the address that keeps them, the file of what is filtered', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const numbers: number[] = [];
      for (let count = 1; count <= 60; count += 1) {
        gate.now += 1_000;
        numbers.push((await ledger.record({ refunded: count % 20 === 0 })).number);
      }
      const email = await newOwner(gate);
      const { page, open, go, signIn: enter } = await browser.visit();
      await enter(email);
      await open(`/a/${appid}/purchases`);
      await page.getByText('60 purchases').waitFor();
      const table = page.getByRole('table', { name: 'Purchases' });
      const first = (id: string) =>
        firstCells(page, 'Purchases').getByRole('link', { name: id, exact: true }).waitFor();
      await first(`AP_${numbers.at(-1)}`);
      const verified = table.getByRole('columnheader', { name: 'Verified' });
      assert.equal(await verified.getAttribute('aria-sort'), 'descending');
      await table.locator('time').last().hover();
      await page.getByRole('tooltip').waitFor();
      await verified.getByRole('button').press('Enter');
      await first('AP_1');
      assert.equal(await verified.getAttribute('aria-sort'), 'ascending');
      await page.getByRole('button', { name: 'Next page' }).click();
      await first(`AP_${numbers[50]}`);

      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Refunded', exact: true }).click();
      await page.getByText('3 purchases').waitFor();
      await first('AP_20');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Account' }).uncheck();
      await page.keyboard.press('Escape');
      await table.getByRole('columnheader', { name: 'Account' }).waitFor({ state: 'detached' });
      const shown = new URL(page.url()).search;
      assert.equal(shown, '?sort=verified_at&state=refunded&hide=account');

      // The address shows the same: after a reload, and as a bookmark.
      await page.reload();
      await page.getByText('3 purchases').waitFor();
      await first('AP_20');
      const account = table.getByRole('columnheader', { name: 'Account' });
      assert.equal(await account.count(), 0);
      await go(`/a/${appid}/purchases?state=refunded`);
      await first(`AP_${numbers.at(-1)}`);
      await account.waitFor();
      await go(`/a/${appid}/purchases${shown}`);
      await first('AP_20');
      assert.equal(await account.count(), 0);

      await page.getByRole('button', { name: 'Export' }).click();
      const csv = await exported(page, 'CSV');
      const refunded = [19, 39, 59].map((index) => `AP_${numbers[index]}`);
      assert.deepEqual(csv.match(/AP_\d+/g), refunded);
      await page.getByRole('button', { name: 'Export' }).click();
      assert.equal((await exported(page, 'NDJSON')).trim().split('\n').length, 3);
    });

    test('new entries appear by themselves, and what is being read stays where it is', async () => {
      const ledger = await openLedger(gate);
      for (let count = 1; count <= 52; count += 1) await ledger.record();
      const { page, open, poll, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${ledger.app.appid}/purchases`);
      const link = (id: string) => page.getByRole('link', { name: id, exact: true });
      await page.getByText('52 purchases').waitFor();
      await ledger.record();
      await poll();
      await page.getByText('53 purchases').waitFor();
      await link('AP_53').waitFor();
      assert.equal(await page.locator('tr[data-new]').count(), 1);

      await link('AP_20').scrollIntoViewIfNeeded();
      const at = async () => (await link('AP_20').boundingBox())?.y ?? 0;
      const before = await at();
      await ledger.record();
      await ledger.record();
      await poll();
      await link('AP_55').waitFor();
      // A window scrolls by whole pixels, rows may be taller by a part of one.
      assert.ok(Math.abs((await at()) - before) < 1, `${before} became ${await at()}`);

      await page.getByRole('button', { name: 'Next page' }).click();
      await link('AP_5').waitFor();
      await ledger.record();
      await poll();
      await page.getByText('56 purchases').waitFor();
      await link('AP_5').waitFor();
      assert.equal(await link('AP_6').count(), 0, 'the page stays as it was');
    });

    test('restricted players: the newest change first, chosen ones are released together', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const players = Array.from({ length: 4 }, newPlayer) as [number, number, number, number];
      for (const [index, player] of players.entries()) {
        gate.now += 1_000;
        const end_date = dateText(gate.now + (9 - index) * DAY);
        await restrict(gate, app, player, { end_date });
      }
      const owner = await signIn(gate, await newOwner(gate));
      const operator = await newMember(gate, owner, app.gameIndex, 'operator');
      const { page, open, go, signIn: enter, screenshots } = await browser.visit();
      await enter(operator.email);
      await open(`/a/${app.appid}/players`);
      const table = page.getByRole('table', { name: 'Restricted players' });
      const order = () => table.locator('tbody').getByRole('link').allTextContents();
      await page.getByText('4 restricted players').waitFor();
      assert.deepEqual(await order(), players.toReversed().map(String));
      await table.getByRole('button', { name: 'Period' }).click();
      await page.waitForURL(/sort=end_date/);
      await page.locator('tbody:not([data-turning])').waitFor();
      assert.deepEqual(await order(), players.toReversed().map(String));
      await table.getByRole('button', { name: 'Last changed' }).click();
      await table.getByRole('button', { name: 'Last changed' }).click();
      await firstCells(page, 'Restricted players').getByText(String(players[0])).waitFor();

      await page.getByRole('checkbox', { name: 'Select all players on this page' }).check();
      await page.getByRole('button', { name: 'Release 4 players' }).waitFor();
      await page.getByRole('checkbox', { name: `Select player ${players[3]}` }).uncheck();
      await screenshots('players-selected');
      await page.getByRole('button', { name: 'Release 3 players' }).click();
      const dialog = page.getByRole('dialog', { name: 'Release 3 players?' });
      await dialog.getByRole('textbox', { name: 'Comment' }).fill('Amnesty');
      await admin(gate, 'POST', `/apps/${app.appid}/players/${players[0]}/release`, {});
      await dialog.getByRole('button', { name: 'Release 3 players' }).click();
      await page.getByText('Players released: 2. Not restricted any more: 1.').waitFor();
      await page.getByText('1 restricted player', { exact: true }).waitFor();
      assert.deepEqual(await order(), [String(players[3])]);
      // The notification leads to the list, which is undone with a click.
      await page.getByRole('link', { name: 'Undo', exact: true }).click();
      await page.getByRole('heading', { name: 'Release 2 rows' }).waitFor();
      await page.getByRole('button', { name: 'Undo list' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Check undo' }).click();
      await page.getByRole('heading', { name: 'Undo: restrict 2 rows' }).waitFor();

      await go(`/a/${app.appid}/players`);
      await page.getByRole('button', { name: 'Restrict player' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'Player ID' }).fill(String(players[0]));
      await form.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: '1 · Policy violation' }).click();
      await form.getByRole('button', { name: 'Restrict player', exact: true }).click();
      await page.getByRole('link', { name: 'Open player' }).click();
      await page.getByRole('heading', { name: `Player ${players[0]}` }).waitFor();
    });

    test('all who match are selected with their number, narrowed by who restricted them, and released as one list', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const players = Array.from({ length: 60 }, newPlayer);
      await Promise.all(players.map((player) => restrict(gate, app, player)));
      const email = await newOwner(gate);
      const owner = await signIn(gate, email);
      const kept = newPlayer();
      const period = { start_date: dateText(gate.now), end_date: dateText(gate.now + DAY) };
      const own = { status: 'B', block_type: 1, ...period };
      await owner.send('PUT', `/apps/${app.appid}/players/${kept}/restriction`, own);
      const { page, open, poll, signIn: enter } = await browser.visit();
      await enter(email);
      await open(`/a/${app.appid}/players`);
      await page.getByText('61 restricted players').waitFor();
      await page.getByRole('combobox', { name: 'Restricted by' }).click();
      await page.getByRole('option', { name: 'By console' }).click();
      await page.getByText('1 restricted player', { exact: true }).waitFor();
      await page.getByRole('cell', { name: email }).waitFor();
      await page.getByRole('combobox', { name: 'Restricted by' }).click();
      await page.getByRole('option', { name: 'By app server' }).click();
      await page.getByText('60 restricted players').waitFor();
      await page.getByRole('button', { name: 'Next page' }).and(page.locator(':enabled')).waitFor();
      await page.getByRole('checkbox', { name: 'Select all players on this page' }).check();
      await page.getByRole('button', { name: 'Release 50 players' }).waitFor();
      await page.getByRole('button', { name: 'Select all 60' }).click();
      await page.getByText('All 60 that match are selected.').waitFor();
      await page.getByRole('button', { name: 'Release 60 players' }).click();
      const dialog = page.getByRole('dialog', { name: 'Release 60 players?' });
      await dialog.getByText('does not notify the game server of releases').waitFor();
      await dialog.getByRole('button', { name: 'Release 60 players' }).click();
      await page.getByRole('heading', { name: 'Release 60 rows' }).waitFor();
      await gate.service.bulk.turn();
      await poll();
      await page.getByText('All rows are processed.').waitFor();
      await page.getByRole('button', { name: 'Undo list' }).waitFor();
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/restrictions`);
      assert.deepEqual(
        body.items.map(({ player_id }: { player_id: number }) => player_id),
        [kept],
      );
    });

    test('at every width nothing is cut or crowded, in English and Korean; each list has its file', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex } = ledger.app;
      await fill(gate, ledger);
      await admin(gate, 'PATCH', `/projects/${gameIndex}`, { name: 'A project with a long name' });
      const { page, open, go, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      const lists = {
        Purchases: [`/a/${appid}/purchases`, '구매'],
        Subscriptions: [`/a/${appid}/subscriptions`, '구독'],
        Refunds: [`/a/${appid}/refunds`, '환불'],
        'Refused verifications': [`/a/${appid}/refused`, '거부된 검증'],
        'Restricted players': [`/a/${appid}/players`, '제한된 플레이어'],
        'Audit log': [`/p/${gameIndex}/audit`, '감사 로그'],
      } as const;
      await open('/account');
      for (const [name, [path]] of Object.entries(lists)) {
        await go(path);
        await firstCells(page, name).getByRole('cell').first().waitFor();
        if (name !== 'Purchases')
          assert.ok((await exported(page, 'only')).split('\r\n').length > 2);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await page.evaluate(CROWDED), [], `${name} at ${width}`);
        }
      }
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      for (const [path, name] of Object.values(lists)) {
        await go(path);
        await firstCells(page, name).locator('td time').first().waitFor();
        assert.deepEqual(await page.evaluate(CROWDED), [], `${path} in Korean`);
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
