// The table in docs/console.md of what a support agent wants to know: every line of it is walked, in so many actions.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ADMIN_TOKEN, admin, asAdmin } from '../../admin/caller.ts';
import { newOwner, signIn } from '../../admin/visitor.ts';
import { startGameServer } from '../../outbox/game-server.ts';
import { openLedger } from '../../payment/queries/records.ts';
import {
  DAY,
  dateText,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
} from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import type { Gate } from '../../support/harness.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/console.md', import.meta.url), 'utf8');
const MOST_ACTIONS = 3;

/** Question and number of actions of each line. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const [, table = ''] = text.split('| A support agent wants to know |');
  const lines = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return new Map(
    lines.map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells[1] ?? '', Number(cells[3])];
    }),
  );
}

/** A browser that counts what is done in it. */
function agent(page: Page) {
  let actions = 0;
  const act = async (work: () => Promise<unknown>) => {
    actions += 1;
    await work();
  };
  return {
    page,
    takeActions(): number {
      const taken = actions;
      actions = 0;
      return taken;
    },
    click: (target: Locator) => act(() => target.click()),
    open: (name: string) =>
      act(() => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()),
    /** Ctrl-K, paste, Enter. */
    find: (id: string, hit: string) =>
      act(async () => {
        await page.keyboard.press('Control+k');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('combobox').fill(id);
        await dialog.getByRole('option', { name: hit }).first().waitFor();
        await page.keyboard.press('Enter');
      }),
    part: (name: string) => page.getByRole('region', { name, exact: true }),
    sees: (text: string) => page.getByRole('main').getByText(text).first().waitFor(),
    act,
  };
}

type Agent = ReturnType<typeof agent>;

/** A player with everything that support asks about. */
async function playOut(gate: Gate, serverUrl: string) {
  const ledger = await openLedger(gate);
  const { app } = ledger;
  const { appid, gameIndex: game_index } = app;
  await registerType(gate, app, POLICY_TYPE);
  const connection = { url: serverUrl, key: 'game-server-key-of-the-tests' };
  await admin(gate, 'PUT', `/projects/${game_index}/receivers/restriction`, connection);
  const [player, other, did, account] = [newPlayer(), newPlayer(), newPlayer(), randomUUID()];
  const login = (player_id: number, more = {}) =>
    gate.post('/auth/v1/login', { appid, player_id, did, ...more }, ledger.server);
  await login(other);
  await login(player, { account_uuid: account });
  await restrict(gate, app, other, { end_date: dateText(gate.now + 9 * DAY) });
  gate.now += 1_000;
  await admin(gate, 'PUT', `/apps/${appid}/players/${player}/restriction`, {
    status: 'B',
    block_type: 1,
    start_date: dateText(gate.now),
    end_date: dateText(gate.now + DAY),
    comment: 'Ticket 7',
  });
  const bought = await ledger.record({ account_uuid: account, market_result: '{}' });
  await ledger.record({ account_uuid: account, refunded: true });
  const { db } = gate.service.context.storage;
  const order = {
    game_index,
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
  await db.insertInto('purchase_order').values(order).execute();
  const subscription = {
    game_index,
    appid,
    provider: 'APPLE' as const,
    account_uuid: account,
    status: 'active' as const,
    test: 0 as const,
    cycle_key: 'c',
    cycle_at: gate.now,
    cycle_said_at: gate.now,
    said_at: gate.now,
    created_at: gate.now,
    updated_at: gate.now,
    grace_until: null,
    refunded_at: null,
  };
  const plan = (name: string, days: number) => ({
    ...subscription,
    subscription_id: name,
    original_transaction_id: name,
    product_id: name,
    auto_renew_product_id: name,
    expires_at: gate.now + days * DAY,
  });
  await db
    .insertInto('subscription')
    .values([plan('vip.monthly', 20), plan('vip.weekly', 5)])
    .execute();
  const refused = {
    game_index,
    appid,
    refused_id: 'r'.repeat(22),
    first_at: gate.now,
    last_at: gate.now,
    times: 1,
    kind: 'consumable' as const,
    provider: 'APPLE' as const,
    account_uuid: account,
    product_id: 'gem_1200',
    transaction_id: null,
    price: null,
    currency: null,
    outcome: 'INVALID_RECEIPT',
    reason: 'The receipt is of another app.',
    answer: null,
    receipt_hash: 'h'.repeat(43),
  };
  await db.insertInto('refused_verification').values(refused).execute();
  await admin(gate, 'POST', `/apps/${appid}/players/${player}/notes`, { text: 'Be kind.' });
  const query = `action=restrict&status=P&block_type=1&start_date=${dateText(gate.now)}&end_date=${dateText(gate.now)}`;
  const list = await gate.send('POST', `/admin/v1/apps/${appid}/bulk?${query}`, `${newPlayer()}`, {
    ...asAdmin,
    'content-type': 'text/csv',
  });
  await admin(gate, 'POST', `/apps/${appid}/bulk/${list.body.job_id}/apply`);
  await gate.service.bulk.turn();
  return { app, player, other, did, account, bought };
}

type World = Awaited<ReturnType<typeof playOut>> & { readonly email: string };
type Walk = (agent: Agent, world: World) => Promise<void>;

const toPlayer =
  (check: (agent: Agent, world: World) => Promise<unknown>): Walk =>
  async (a, w) => {
    await a.find(String(w.player), `Player ${w.player}`);
    await check(a, w);
  };

const WALKS: Readonly<Record<string, Walk>> = {
  'Who is this? (player id, support code, account, device, order, transaction)': async (a, w) => {
    await a.find(w.account, `Player ${w.player}`);
    await a.sees(`Player ${w.player}`);
  },
  'Is the player restricted, why, until when, and who did it?': toPlayer(async (a) => {
    await a.part('Current restriction').getByText('In effect').waitFor();
    await a.part('Current restriction').getByText('Ticket 7').waitFor();
    await a.part('Current restriction').getByText('TOLLGATE_ADMIN_TOKEN').waitFor();
  }),
  'What did the player buy, spend and get back?': toPlayer(async (a) => {
    await a.part('Spending').getByText('$19.98').first().waitFor();
    await a.part('Purchases').getByRole('link', { name: 'AP_1' }).waitFor();
  }),
  'Does the player owe anything after refunds?': toPlayer((a) =>
    a.part('Debt').getByText('Owed').waitFor(),
  ),
  'What happened to this purchase?': async (a, w) => {
    await a.find(w.bought.provider_transaction_id, 'AP_1');
    await a.part('Timeline').getByText('Verified and recorded').waitFor();
  },
  'Whose purchase is it?': async (a, w) => {
    await a.find('AP_1', 'AP_1');
    await a.click(a.page.getByRole('link', { name: String(w.player) }));
    await a.part('Spending').waitFor();
  },
  'The player paid, but the item is missing': toPlayer(async (a) => {
    await a.click(a.page.getByRole('button', { name: 'Restore order H770001' }));
    await a.page.getByRole('dialog').getByRole('button', { name: 'Restore purchase' }).waitFor();
    await a.page.keyboard.press('Escape');
  }),
  'The game never reported the delivery of a purchase': async (a, w) => {
    await a.find(w.bought.provider_transaction_id, 'AP_1');
    await a.sees('Undelivered');
    await a.click(a.page.getByRole('button', { name: 'Mark as delivered' }));
    await a.page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).waitFor();
    await a.page.keyboard.press('Escape');
  },
  'Is the subscription active, and until when?': toPlayer((a) =>
    a.part('Subscriptions').getByText('vip.monthly').first().waitFor(),
  ),
  'Which accounts and devices does the player use, and who else uses them?': toPlayer(
    async (a, w) => {
      await a.part('Accounts').getByText(w.account).waitFor();
      await a
        .part('Devices')
        .getByRole('link', { name: String(w.other) })
        .waitFor();
    },
  ),
  'When did the player log in?': toPlayer(async (a) => {
    await a.click(a.part('Devices').getByRole('button', { name: 'Show logins' }));
    await a.page.getByRole('table', { name: 'Login history' }).waitFor();
  }),
  'Did the game server get the notification, and what did it answer?': toPlayer((a) =>
    a.part('Current restriction').getByText('HTTP 200 · result_code 0').waitFor(),
  ),
  'What do colleagues know about the player?': toPlayer((a) =>
    a.part('Notes').getByText('Be kind.').waitFor(),
  ),
  'The player wants a copy of the data, or to be erased': toPlayer(async (a) => {
    await a.part('Personal data').getByRole('link', { name: 'Export data' }).waitFor();
    await a.click(a.part('Personal data').getByRole('button', { name: 'Erase player' }));
    await a.page.getByRole('dialog').getByText('Notes').waitFor();
    await a.page.keyboard.press('Escape');
  }),
  'Who works on this project?': async (a, w) => {
    await a.find(w.email, w.email);
    await a.page.waitForURL(/members|projects/);
  },
  'My purchase failed: why?': async (a, w) => {
    await a.open('Refused');
    await a.act(async () => {
      await a.page.getByRole('combobox', { name: 'Search by' }).click();
      await a.page.getByRole('option', { name: 'Player ID' }).click();
    });
    await a.act(async () => {
      await a.page.getByRole('textbox', { name: 'Search for' }).fill(String(w.player));
      await a.page.keyboard.press('Enter');
    });
    await a.sees('The receipt is of another app.');
  },
  'Who was restricted lately?': async (a, w) => {
    await a.open('Players');
    await a.page.getByRole('link', { name: String(w.player) }).waitFor();
  },
  'Whose restriction ends next?': async (a, w) => {
    await a.open('Players');
    await a.click(a.page.getByRole('button', { name: /^Period / }));
    await a.page.locator('tbody tr').first().getByText(String(w.player)).waitFor();
  },
  'What was refunded this week?': async (a) => {
    await a.open('Refunds');
    await a.click(a.page.getByText('7 d', { exact: true }));
    await a.page.waitForURL(/span=7d/);
    await a.page.getByRole('link', { name: 'AP_2' }).waitFor();
  },
  'Who is behind a wave of refunds?': async (a, w) => {
    await a.open('Refunds');
    await a.click(a.page.getByText('By player', { exact: true }));
    const row = a.page.getByRole('row', { name: String(w.player) });
    await row.getByText('$9.99').waitFor();
  },
  'Which subscriptions end next?': async (a) => {
    await a.open('Subscriptions');
    await a.click(a.page.getByRole('button', { name: 'Paid until' }));
    await a.page.locator('tbody tr').first().getByRole('link', { name: 'vip.monthly' }).waitFor();
    await a.click(a.page.getByRole('button', { name: 'Paid until' }));
    await a.page.locator('tbody tr').first().getByRole('link', { name: 'vip.weekly' }).waitFor();
  },
  'Who changed this, and what was it before?': async (a) => {
    await a.open('Audit log');
    await a.click(a.page.getByRole('button', { name: /^Show details: Restriction/ }).first());
    await a.page.getByRole('dialog').getByText('TOLLGATE_ADMIN_TOKEN').waitFor();
    await a.page.keyboard.press('Escape');
  },
  'What did this list do, and how is it undone?': async (a) => {
    await a.open('Bulk');
    await a.click(a.page.getByRole('link', { name: 'Restrict 1 rows' }));
    await a.click(a.page.getByRole('button', { name: 'Undo list' }));
    await a.page.getByRole('dialog').getByText('Nobody is released before').waitFor();
    await a.page.keyboard.press('Escape');
  },
};

browserSuite(
  'what support wants to know',
  (gate, browser) => {
    before(() => gate.service.start());

    test('every line of the table in docs/console.md leads to its answer in at most three actions', async (t) => {
      const lines = linesOf(DOCUMENT);
      assert.deepEqual([...lines.keys()], Object.keys(WALKS));
      const server = await startGameServer();
      t.after(() => server.close());
      const world = await playOut(gate, server.url);
      await server.arrival(3);
      const email = await newOwner(gate);
      await signIn(gate, email);
      const visit = await browser.visit();
      await visit.signIn(email);
      const walker = agent(visit.page);
      const overview = `/a/${world.app.appid}/overview`;
      await visit.open(overview);
      for (const [question, actions] of lines) {
        await visit.go(overview);
        await visit.page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
        await WALKS[question]?.(walker, { ...world, email });
        assert.equal(walker.takeActions(), actions, question);
        assert.ok(actions <= MOST_ACTIONS, question);
      }
    });
  },
  { adminToken: ADMIN_TOKEN, relay: { enabled: true, allowPrivateTargets: true } },
);
