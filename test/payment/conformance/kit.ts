// The conformance kit: the same cases for every market, on one service and one emulator per database.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, test } from 'node:test';
import { MARKET_CODES, marketOf } from '../../../src/payment/markets/markets.ts';
import type { Service } from '../../../src/service.ts';
import { createLog } from '../../../src/start/log.ts';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { findInDatabase } from '../../players/filled-player.ts';
import { EITHER, kindsOf } from '../../support/databases.ts';
import type { Gate } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import type { Case, Kit } from './case.ts';
import { ACTIONS } from './cases/actions.ts';
import { DUPLICATES } from './cases/duplicates.ts';
import { NOTICES } from './cases/notices.ts';
import { OUTAGES } from './cases/outages.ts';
import { PRIVACY } from './cases/privacy.ts';
import { REFUNDS } from './cases/refunds.ts';
import { SUBSCRIPTIONS } from './cases/subscriptions.ts';
import { VERIFICATION } from './cases/verification.ts';
import { ABILITIES, type Abilities, type Driver, type Notice, type Stage } from './driver.ts';
import { openStage } from './stage.ts';
import { tableOf } from './table.ts';

/** Those that move the clock come last: webhooks are signed by the time of the wall. */
const GROUPS: readonly (readonly Case[])[] = [
  VERIFICATION,
  DUPLICATES,
  REFUNDS,
  NOTICES,
  OUTAGES,
  ACTIONS,
  SUBSCRIPTIONS,
  PRIVACY,
];

const caseApplies = ({ needs = [] }: Case, driver: Driver): boolean =>
  needs.every((ability) => driver[ability] !== undefined);

/**
 * A group runs on one database and the next group on the other; at the next market it is the other way round,
 * so that half of the markets take each statement to each database.
 */
function casesOf(driver: Driver, turn: number, kind: Gate['kind']): readonly Case[] {
  const here = GROUPS.filter((_, group) =>
    kindsOf(driver.name, EITHER, turn + group).includes(kind),
  );
  return here.flat().filter((each) => caseApplies(each, driver));
}

export function conform(drivers: readonly Driver[]): void {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  test('every market has a driver', () => {
    const driven = new Set(drivers.map(({ market }) => market));
    assert.deepEqual([...driven].sort(), [...MARKET_CODES].sort());
  });
  test('docs/adding-a-market.md has the table of what each market can do', () => {
    const page = readFileSync(new URL('../../../docs/adding-a-market.md', import.meta.url), 'utf8');
    const table = tableOf(drivers);
    assert.ok(page.includes(table), `Put this into the page:\n\n${table}`);
  });
  for (const driver of drivers) {
    test(`${driver.name}: description and driver agree on what it can do`, () => agree(driver));
  }
  marketSuite(
    'conformance',
    (gate, markets) => {
      const hidden: string[] = [];
      const catcher = createCatcher();
      let second: Promise<Service> | undefined;
      const shared = {
        markets,
        hidden,
        log: () => lines.join(''),
        second: () => {
          second ??= gate.secondService();
          return second;
        },
      };
      before(() => catcher.listen());
      after(() => catcher.close());
      for (const [turn, driver] of drivers.entries()) {
        const cases = casesOf(driver, turn, gate.kind);
        if (cases.length === 0) continue;
        describe(driver.name, () => runCases(gate, driver, cases, { ...shared, catcher }));
      }
      test('no row holds a secret or who bought', async () => {
        assert.ok(hidden.length > 0);
        const found = await findInDatabase(gate, hidden);
        // Notifications are kept as they came, until their retention ends.
        const kept = drivers.flatMap(({ personal = [] }) => personal);
        const asCame = kept.map((text) => `market_notice.body: ${text}`);
        assert.deepEqual(
          found.filter((each) => !asCame.includes(each)),
          [],
        );
      });
    },
    { adminToken: ADMIN_TOKEN, log },
  );
}

interface Shared extends Omit<Kit, 'driver' | 'stage' | 'catchNotices'> {
  readonly catcher: Catcher;
}

function runCases(
  gate: Gate,
  driver: Driver,
  cases: readonly Case[],
  { catcher, ...shared }: Shared,
): void {
  const { markets } = shared;
  const { notices } = driver;
  const kit = {
    ...shared,
    driver: driver as Driver & Abilities,
    stage: {} as Stage,
    async catchNotices() {
      catcher.caught.length = 0;
      await markets.control(`${notices?.control}/release`, {});
      await markets.control(`${notices?.control}/hold`, {});
      return [...catcher.caught];
    },
  };
  before(async () => {
    gate.now = Date.now();
    kit.stage = await openStage(gate, markets, driver);
    if (!notices) return;
    await notices.register(kit.stage, catcher.url());
    await markets.control(`${notices.control}/hold`, {});
  });
  afterEach(async () => {
    await markets.clearFaults();
    await kit.stage.closeOthers();
  });
  for (const each of cases) test(each.name, () => each.run(kit));
}

const names = Object.keys(ABILITIES) as (keyof Abilities)[];

function agree(driver: Driver): void {
  const { notices, subscriptions, actions, required } = marketOf(driver.market);
  assert.equal(driver.subscriptions !== undefined, subscriptions !== undefined);
  assert.equal(driver.notices !== undefined, notices !== undefined);
  assert.equal(driver.actions !== undefined, actions !== undefined);
  if (required !== undefined) assert.ok(required in driver.setUp({}, '').secrets);
  const missing = names.filter((name) => driver[name] === undefined);
  assert.deepEqual(Object.keys(driver.lacks).sort(), missing.sort());
}

interface Catcher {
  readonly caught: Notice[];
  listen(): Promise<void>;
  url(): string;
  close(): void;
}

/** Where the markets send their notifications to. */
function createCatcher(): Catcher {
  const caught: Notice[] = [];
  const server: Server = createServer(async (request, response) => {
    const { 'content-type': type, authorization, ...others } = request.headers;
    const signed = Object.entries(others).filter(([name]) =>
      /signature|webhook-|^paypal-/.test(name),
    );
    const headers = Object.fromEntries([
      ['content-type', type ?? 'application/json'],
      ...(authorization === undefined ? [] : [['authorization', authorization]]),
      ...signed,
    ]);
    caught.push({ body: await text(request), headers });
    response.end();
  });
  return {
    caught,
    listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
