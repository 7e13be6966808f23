// Every page of the console opens on the service as it is now, and hinders nobody, also when its stories in browser/ are not told again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepDisputes } from '../../src/payment/ledger/disputes.ts';
import { insertRows } from '../../src/storage/rows.ts';
import type { SubscriptionTable } from '../../src/storage/schema.ts';
import { ADMIN_TOKEN, asAdmin } from '../admin/caller.ts';
import { newOwner } from '../admin/visitor.ts';
import { openLedger } from '../payment/queries/records.ts';
import { subscriptionScene } from '../payment/scenes.ts';
import { generation2 } from '../restriction/generations.ts';
import { newPlayer, POLICY_TYPE, registerType, restrict } from '../restriction/players.ts';
import { browserSuite } from '../support/browser.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { until } from '../support/process.ts';

const PAGES = join(import.meta.dirname, '../../console/src/pages.ts');
const SCOPE = /^ {2}(installation|project|app): \[\n(.*?)^ {2}\],$/gms;
const ROUTE = /path: '([^']+)'(,\s+hasTabs: true)?/g;
const PREFIXES = { installation: '', project: '/p/:gameIndex', app: '/a/:appid' } as const;
const FAILURES = 'main [role=alert]:has(button), main :text-is("Page not found")';
/** Shapes of what is on its way. */
const COMING = 'main .mantine-Skeleton-root[data-visible]';

/** The same on each page of who is signed in. */
const AROUND = ['.mantine-AppShell-header', '.mantine-AppShell-navbar'];
/** Who is not signed in sees these. */
const OPEN = ['/sign-in', '/password-reset#t', '/invitation#t', '/password-reset'];

/** Subjects of one page beside the first, by its address. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  '/a/:appid/figures': [
    'payers',
    'subscriptions',
    'cohorts',
    'verification',
    'restrictions',
    'definitions',
  ],
  '/p/:gameIndex/figures': ['definitions'],
  '/a/:appid/appeals': ['figures'],
  '/a/:appid/disputes': ['figures', 'texts'],
  '/a/:appid/measures': ['flags', 'effects'],
  '/a/:appid/settings': ['clients', 'markets', 'products', 'servers', 'consent', 'general'],
};

const patterns = [...readFileSync(PAGES, 'utf8').matchAll(SCOPE)].flatMap(
  ([, scope = '', pages = '']) =>
    [...pages.matchAll(ROUTE)].flatMap(([, path = '', hasTabs]) => {
      const address = `${PREFIXES[scope as keyof typeof PREFIXES]}${path}`;
      const tabs = hasTabs ? (TABS[address] ?? assert.fail(address)) : [];
      return [address, ...tabs.map((tab) => `${address}/${tab}`)];
    }),
);

/** Something to see on each page: a value for every parameter of their addresses. */
async function fill(gate: Gate): Promise<Record<string, string>> {
  const ledger = await openLedger(gate);
  const { app } = ledger;
  const blockType = await registerType(gate, app, POLICY_TYPE);
  const player = newPlayer();
  await restrict(gate, app, player);
  await ledger.record();
  await ledger.record({ refunded: true });
  const { row } = subscriptionScene({ game_index: app.gameIndex, appid: app.appid });
  const subscription = { ...row, subscription_id: 'sub-1' } as unknown as SubscriptionTable;
  await insertRows(gate.service.context.storage.db, 'subscription', [subscription]);
  return {
    gameIndex: String(app.gameIndex),
    appid: app.appid,
    blockType: String(blockType),
    playerId: String(player),
    serviceId: 'AP_1',
    provider: 'APPLE',
    subscriptionId: 'sub-1',
    jobId: await newJob(gate, app, player),
    ruleId: 'new',
    appealId: await newAppeal(gate, app, player, blockType),
    disputeId: await newDispute(gate, app, player),
  };
}

async function newDispute(gate: Gate, { appid, gameIndex }: TestApp, player: number) {
  const order = { game_index: gameIndex, appid, order_id: 'H1', player_id: player };
  const dispute = {
    ...{
      id: 'du_1',
      state: 'open' as const,
      inquiry: false,
      reason: 'fraudulent',
      networkReason: '10.4',
    },
    ...{ amount: '9.99', currency: 'USD', openedAt: gate.now, dueAt: gate.now + 86_400_000 },
    submissions: 0,
  } as const;
  const { db } = gate.service.context.storage;
  await keepDisputes(db, { ...order, gateway: 'STRIPE' }, [dispute], gate.now);
  return dispute.id;
}

async function newAppeal(
  gate: Gate,
  app: TestApp,
  player_id: number,
  blockType: number,
): Promise<string> {
  const path = `/admin/v1/apps/${app.appid}/types/${blockType}/appeals`;
  await gate.send('PUT', path, { allowed: true }, asAdmin);
  const fields = { player_id, text: 'It was my brother.' };
  return (await generation2.call(gate, app, '/game/block/appeal', fields)).body.data.appeal_id;
}

async function newJob(gate: Gate, { appid }: TestApp, player: number): Promise<string> {
  const path = `/admin/v1/apps/${appid}/bulk?action=release`;
  const headers = { ...asAdmin, 'content-type': 'text/csv' };
  return (await gate.send('POST', path, `${player}\n`, headers)).body.job_id;
}

browserSuite(
  'every page of the console',
  (gate, browser) => {
    test('what it reads is answered, and shown so that everybody can use it', async () => {
      assert.ok(patterns.length > 30, `${patterns.length} pages`);
      const values = await fill(gate);
      const { page, go, open, signIn, hindrances } = await browser.visit();
      const refused: string[] = [];
      let asked = 0;
      page.on('request', () => {
        asked += 1;
      });
      const answered = (): void => {
        asked -= 1;
      };
      page.on('requestfinished', answered).on('requestfailed', answered);
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
      });
      const wrong: Record<string, string[]> = {};
      await open('/sign-in');
      for (const path of OPEN) {
        await go(path);
        await page.getByRole('main').getByRole('heading').first().waitFor();
        const problems = await hindrances();
        if (problems.length > 0) wrong[path] = problems;
      }
      refused.length = 0;
      await signIn(await newOwner(gate));
      await open('/projects');
      const coming = page.locator(COMING).filter({ visible: true });
      for (const pattern of patterns) {
        const path = pattern.replace(/:(\w+)/g, (_, name) => values[name] ?? assert.fail(name));
        await go(path);
        await page.getByRole('main').getByRole('heading').first().waitFor();
        await until(async () => asked === 0 && (await coming.count()) === 0);
        const failures = await page.locator(FAILURES).allInnerTexts();
        const known = pattern === patterns[0] ? [] : AROUND;
        const problems = [...refused.splice(0), ...failures, ...(await hindrances(known))];
        if (problems.length > 0) wrong[path] = problems;
      }
      assert.deepEqual(wrong, {});
    });
  },
  { adminToken: ADMIN_TOKEN },
);
