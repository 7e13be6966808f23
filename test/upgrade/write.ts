// Fills a running service with a small world that has one of everything, from outside: only public HTTP
// interfaces, so that any release can be filled. Two visits, five days apart: what takes days (dead
// letters, ends of restrictions and keys) has happened by the second.
import { until } from '../support/process.ts';
import { appServer, type Gate } from './gate.ts';
import type { Json } from './wire.ts';
import type { Handles, OpenSales, Person, Player, Sale } from './world.ts';
import {
  type Apps,
  CHESS_PROJECT,
  DRAGONS_PROJECT,
  KR,
  RACERS_PROJECT,
  rotateEarly,
  rotateLate,
  writeAdminTokens,
  writeApps,
  writeReceivers,
} from './write-apps.ts';
import { untilNoticesAreApplied, writeMarkets } from './write-markets.ts';
import { writeOpenOrders, writeOrders } from './write-orders.ts';
import { writePeople, writePeopleLate } from './write-people.ts';
import {
  openShop,
  writeOpenPurchases,
  writePurchases,
  writeSubscriptions,
} from './write-purchases.ts';
import { writeRestrictions, writeRestrictionsLate } from './write-restrictions.ts';

const ACCOUNTS = {
  production: 'a3b1c5d7-0000-4000-8000-00000000e001',
  sandbox: 'a3b1c5d7-0000-4000-8000-00000000e002',
} as const;

export interface FirstVisit {
  readonly apps: Apps;
  readonly people: { readonly owner: Person; readonly operator: Person };
  readonly players: readonly Player[];
  readonly sales: Sale[];
  readonly subscription: OpenSales['subscription'];
}

export async function writeFirst(gate: Gate, receiversUrl: string): Promise<FirstVisit> {
  const apps = await writeApps(gate);
  await writeReceivers(gate, receiversUrl);
  await rotateEarly(gate, apps);
  const people = await writePeople(gate);
  const players = await writeRestrictions(gate, apps);
  await writeMarkets(gate);
  const shop = await openShop(gate, apps, ACCOUNTS[gate.name]);
  await writePurchases(shop);
  await writeOrders(shop);
  const subscription = await writeSubscriptions(shop);
  await untilNoticesAreApplied(gate);
  await untilTold(gate);
  return { apps, people, players, sales: shop.sales, subscription };
}

export async function writeSecond(
  gate: Gate,
  before: FirstVisit,
  now: () => number,
): Promise<Handles> {
  const { apps, sales } = before;
  // The batches that were refused five days ago are dead letters now.
  for (const channel of ['restriction', 'purchase']) {
    const path = `/projects/${CHESS_PROJECT}/outbox/${channel}`;
    await until(async () => (await gate.admin('GET', path)).dead_letters > 0);
  }
  const people = await writePeopleLate(gate, before.people, now);
  const players = await writeRestrictionsLate(gate, apps, people);
  const shop = await openShop(gate, apps, ACCOUNTS[gate.name], sales);
  const { buyers, ...orders } = await writeOpenOrders(shop);
  const purchases = await writeOpenPurchases(shop);
  const tokens = await rotateLate(gate, apps);
  const adminTokens = await writeAdminTokens(gate);
  await untilTold(gate);
  return {
    publicUrl: gate.url,
    ...adminTokens,
    people,
    keys: apps.keys,
    clients: apps.clients,
    tokens,
    players: [...before.players, ...players],
    buyers: Object.values(buyers),
    sales,
    open: { ...orders, ...purchases, subscription: before.subscription },
    cursor: await takeCursor(gate, tokens.after[KR] ?? ''),
  };
}

/** What goes to receivers that accept has arrived; what waits behind a refusal has been tried. */
async function untilTold(gate: Gate): Promise<void> {
  for (const channel of ['restriction', 'purchase']) {
    const read = (project: number) =>
      gate.admin('GET', `/projects/${project}/outbox/${channel}`) as Promise<Json>;
    await until(async () => (await read(DRAGONS_PROJECT)).waiting === 0);
    await until(async () => (await read(CHESS_PROJECT)).batch?.attempts > 0);
    if (!(await read(RACERS_PROJECT)).paused) throw new Error('the line of racers is not paused');
  }
}

/** A page of the purchase history, and what its cursor leads to. */
async function takeCursor(gate: Gate, token: string): Promise<Handles['cursor']> {
  const first = { providerId: 'APPLE', startDate: '2026-11-01T00:00:00Z', size: 3 };
  const window = { ...first, endDate: '2026-11-09T10:59:59Z' };
  const headers = appServer(KR, token);
  const page = await gate.pay('transactions', headers, window);
  const request = { ...window, cursor: page.meta.page.nextCursor };
  const { data: rest } = await gate.pay('transactions', headers, request);
  return { appid: KR, request, rest };
}
