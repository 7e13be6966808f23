// Bulk work at the console: 1,020 rows with some bad ones are checked, applied while one is away, and released.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import {
  DAY,
  dateText,
  POLICY_TYPE,
  registerType,
  restrict,
  restrictionOf,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import { START } from '../../support/harness.ts';

const ROWS = 1_020;
const FIRST = 9_007_199_254_740_993n;
const [FROM, TO] = [dateText(START), dateText(START + DAY)];
const playerAt = (row: number): bigint => FIRST + BigInt(row);

/** Row 10 names no player, 11 has no such type, 12 has a script for a status, 13 is the player of row 1. */
function lineAt(row: number): string {
  const player = row === 13 ? playerAt(1) : playerAt(row);
  if (row === 10) return `nobody,B,1,${FROM},${TO}`;
  if (row === 11) return `${player},B,9,${FROM},${TO}`;
  if (row === 12) return `${player},<script>alert(1)</script>,1,${FROM},${TO}`;
  return `${player},B,1,${FROM},${TO}`;
}

const list = (): string =>
  [
    'player_id,status,block_type,start_date,end_date',
    ...Array.from({ length: ROWS }, (_, index) => lineAt(index + 1)),
  ].join('\n');

/** The lines of the file behind a button. */
async function download(page: Page, name: string): Promise<string[]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const file = await (await coming).path();
  return (await readFile(file, 'utf8')).trimEnd().split('\r\n');
}

const tile = (page: Page, name: string) => page.getByRole('button', { name });

/** The other rows of the page before are gone then. */
async function showInvalid(page: Page): Promise<void> {
  await tile(page, '3 Invalid').click();
  await page.getByRole('cell', { name: 'New' }).first().waitFor({ state: 'detached' });
}

browserSuite(
  'bulk work at the console',
  (gate, browser) => {
    test('1,020 rows are checked, applied while nobody looks, and told row by row in a file', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      await restrict(gate, app, playerAt(2));
      await restrict(gate, app, playerAt(3), { end_date: dateText(START + 2 * DAY) });
      const { page, open, poll, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/bulk`);
      await page.getByText('No lists yet').waitFor();
      await screenshots('bulk');
      await page.getByRole('button', { name: 'Check list' }).click();
      await page.getByText('Paste a list or choose a file.').waitFor();
      await page.getByRole('radiogroup').getByText('File').click();
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('main').getByRole('button', { name: 'Players' }).click();
      const file = { name: 'raid.csv', mimeType: 'text/csv', buffer: Buffer.from(list()) };
      await (await choosing).setFiles(file);
      await page.getByRole('textbox', { name: 'Comment' }).fill('<b>Raid</b>');
      await page.getByRole('button', { name: 'Check list' }).click();

      await page.getByRole('heading', { name: 'Restrict 1,020 rows' }).waitFor();
      await page.getByText('<b>Raid</b>').waitFor();
      for (const name of [
        '1,020 All rows',
        '1,014 New',
        '1 Changed',
        '1 Already restricted',
        '1 Unknown type',
        '3 Invalid',
      ]) {
        await tile(page, name).waitFor();
      }
      await showInvalid(page);
      await page.getByText('status must be P or B.').waitFor();
      await page.getByText('The player is already in row 1.').waitFor();
      assert.equal(await page.getByRole('row').count(), 4);
      await screenshots('bulk-dry-run');
      const dryRun = await download(page, 'Download dry run');
      assert.equal(dryRun.length, ROWS + 1);
      assert.equal(
        dryRun[11],
        `11,${playerAt(11)},B,9,${FROM},${TO},unknown_type,,,"${lineAt(11)}"`,
      );

      await page.getByRole('button', { name: 'Apply list', exact: true }).click();
      await page.getByText('1,015 players will be restricted').waitFor();
      await page.getByText('No game server is registered, so no notifications are sent.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply list' }).click();
      await page.getByText('0 of 1,020 rows').waitFor();
      await page.getByText('You can close this page').waitFor();
      await page.getByRole('link', { name: 'Restriction types' }).click();
      await page.getByRole('link', { name: 'Policy violation', exact: true }).waitFor();
      await gate.service.bulk.turn();
      await page.getByRole('link', { name: 'Bulk' }).click();
      const job = page.getByRole('row').filter({ hasText: 'Restrict 1,020 rows' });
      await job.getByText('Applied', { exact: true }).waitFor();
      await job.getByRole('link').click();
      await page.getByText('1,020 of 1,020 rows').waitFor();
      await page.getByText('All rows are processed.').waitFor();
      await showInvalid(page);
      await screenshots('bulk-done');

      const results = await download(page, 'Download results');
      const counts = new Map<string, number>();
      for (const line of results.slice(1)) {
        const [, result = ''] = /,([a-z_]+),"[^"]*"$/.exec(line) ?? [];
        counts.set(result, (counts.get(result) ?? 0) + 1);
      }
      assert.deepEqual(Object.fromEntries(counts), {
        registered: 1_014,
        changed: 1,
        unchanged: 1,
        unknown_type: 1,
        invalid: 3,
      });
      assert.equal((await restrictionOf(gate, app, playerAt(ROWS))).end_date, TO);

      // Undone: those whom the list restricted, but not whom somebody has changed since.
      await restrict(gate, app, playerAt(20), { end_date: dateText(START + 2 * DAY) });
      await page.getByRole('button', { name: 'Undo list' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Check undo' }).click();
      await page.getByRole('heading', { name: 'Undo: release 1,014 rows' }).waitFor();
      await tile(page, '1,013 To release').waitFor();
      await tile(page, '1 Changed since').waitFor();
      await screenshots('bulk-undo');
      assert.equal((await restrictionOf(gate, app, playerAt(ROWS))).end_date, TO, 'not yet');
      await page.getByRole('button', { name: 'Apply list', exact: true }).click();
      await page
        .getByText('1,013 players will be released. Tollgate does not notify the game server')
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply list' }).click();
      await page.getByText('0 of 1,014 rows').waitFor();
      await gate.service.bulk.turn();
      await poll();
      await page.getByText('All rows are processed.').waitFor();
      assert.equal(await restrictionOf(gate, app, playerAt(ROWS)), null);
      assert.notEqual(await restrictionOf(gate, app, playerAt(20)), null);
      await page.getByRole('link', { name: 'Original list' }).click();
      await page.getByRole('heading', { name: 'Restrict 1,020 rows' }).waitFor();
    });

    test('a pasted list of ids is released while one watches, and the list is removed', async () => {
      const app = await gate.createApp();
      await registerType(gate, app, POLICY_TYPE);
      const players = [1, 2, 3].map(playerAt);
      for (const player of players) await restrict(gate, app, player);
      const { page, open, poll, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/a/${app.appid}/bulk`);
      await page.getByRole('radiogroup').getByText('Release').click();
      const text = [...players, playerAt(4)].join('\n');
      await page.getByRole('textbox', { name: 'Players' }).fill(text);
      await page.getByRole('button', { name: 'Check list' }).click();
      await tile(page, '3 To release').waitFor();
      await tile(page, '1 Not restricted').waitFor();
      await page.getByRole('button', { name: 'Apply list', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply list' }).click();
      await page.getByText('0 of 4 rows').waitFor();
      await gate.service.bulk.turn();
      await poll();
      await page.getByText('All rows are processed.').waitFor();
      await page.getByRole('cell', { name: 'Released' }).nth(2).waitFor();
      assert.equal(await restrictionOf(gate, app, playerAt(1)), null);
      await page.getByRole('button', { name: 'Remove list' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No lists yet').waitFor();
      const { body } = await admin(gate, 'GET', `/apps/${app.appid}/bulk`);
      assert.deepEqual(body.items, []);
    });

    test('what is no list is refused with a sentence; a viewer is offered nothing to do', async () => {
      const app = await gate.createApp();
      const email = await newOwner(gate);
      const { page, open, signIn: enter } = await browser.visit();
      await enter(email);
      await open(`/a/${app.appid}/bulk`);
      await page.getByRole('textbox', { name: 'Players' }).fill('player_id,colour\n1,red');
      await page.getByRole('button', { name: 'Check list' }).click();
      await page.getByText('The column colour is unknown').waitFor();
      const viewer = await newMember(gate, await signIn(gate, email), app.gameIndex, 'viewer');
      const other = await browser.visit();
      await other.signIn(viewer.email);
      await other.open(`/a/${app.appid}/bulk`);
      await other.page.getByText('No lists yet').waitFor();
      assert.equal(await other.page.getByRole('button', { name: 'Check list' }).count(), 0);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
