// Data that an earlier release wrote opens with this one: every record is there, and life goes on.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { KINDS, type Kind, oneFor } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { differences } from './contained.ts';
import {
  fixtureFolder,
  type Opened,
  openPlace,
  type Place,
  restoreFixture,
  shiftedBy,
  unpack,
} from './fixture.ts';
import { bearer, openGate } from './gate.ts';
import * as life from './life.ts';
import { readWorld, verifyAgain } from './read.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { type Json, parseExactly, send } from './wire.ts';

const ENVIRONMENTS = ['production', 'sandbox'] as const;
const RELEASES = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What a release answered, as this one would: some paths have moved, and some things are gone. */
function answersOf(names: readonly string[], all: Json): Json {
  const today = (path: string): string =>
    path
      .replace(/\/game-server$/, '/receivers/restriction')
      .replace(/(\/projects\/\d+)\/events$/, '$1/receivers/purchase');
  const moved = (answers: Json): Json =>
    Object.fromEntries(
      Object.entries(answers).map(([path, body]) => [today(path), withoutCounters(path, body)]),
    );
  return Object.fromEntries(names.map((name) => [name, withoutRepeats(moved(all[name]))]));
}

/** Refunds and ends were counted when Tollgate learned of them, reversed ones too, on the clock of the last day. */
function withoutCounters(path: string, body: Json): Json {
  if (!path.includes('/overview?')) return body;
  const isGone = /^(purchase\.(refunded|restored)|subscription\.ended)/;
  const { from: _, series, ...rest } = body;
  const kept = Object.entries(series).filter(([name]) => !isGone.test(name));
  return { ...rest, series: Object.fromEntries(kept) };
}

/** Steam took the money of these orders while the answer was lost: now such a sale is found after the start. */
function withoutFound(value: Json, orders: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value;
  if (Array.isArray(value)) {
    return value
      .filter((each) => !orders.includes(each?.store_transaction_id))
      .map((each) => withoutFound(each, orders));
  }
  return Object.fromEntries(
    Object.entries<Json>(value).map(([name, each]) => [
      name,
      // They are counted, too, on a day without another sale at Steam.
      STEAM_SERIES.test(name)
        ? { ...each, points: each.points.slice(0, 1) }
        : withoutFound(each, orders),
    ]),
  );
}

const STEAM_SERIES = /^purchase\.(amount|verified) STEAM/;

function withoutRepeats(value: Json): Json {
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value;
  if (Array.isArray(value)) {
    return value.filter((each) => each?.kind !== 'purchase.repeated').map(withoutRepeats);
  }
  const { repeats: _, ...rest } = value;
  return Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, withoutRepeats(each)]),
  );
}

// Both databases at once: much of the time is waiting for processes to start.
describe('upgrades', { concurrency: true }, () => {
  for (const release of RELEASES) for (const kind of KINDS) upgradeFrom(release, kind);
});

function upgradeFrom(release: string, kind: Kind): void {
  const folder = fixtureFolder(release, kind);

  describe(`data of ${release} (${kind})`, { concurrency: false }, () => {
    // The tables of both environments are the same: all is read, and life goes on, in one of them.
    const names = oneFor(kind, ENVIRONMENTS);
    let place: Place;
    let opened: Opened;
    let receivers: Receivers;
    let expected: { readonly answers: Json; readonly again: Json };
    before(async () => {
      expected = parseExactly(unpack(folder, 'expected.json').toString('utf8'));
      receivers = await startReceivers();
      place = await restoreFixture(folder, kind);
      // The first start brings the tables up to date.
      opened = await openPlace(place);
    });
    after(async () => {
      await opened?.stop();
      await place?.drop();
      await receivers?.close();
    });

    const inEach = async (check: (each: life.Life) => Promise<void>): Promise<void> => {
      for (const name of names) {
        const handles = place.world.environments[name];
        const { adminToken } = handles;
        const { emulatorUrl, urls, now } = opened;
        const gate = openGate({ name, url: urls[name], emulatorUrl, adminToken });
        await check({ gate, handles, now });
      }
    };

    const of = (all: Json): Json => Object.fromEntries(names.map((name) => [name, all[name]]));

    test('every record is as the release that wrote it showed it', async () => {
      const actual = await readWorld(place.world, opened.urls, names);
      const orders = names.map((name) => place.world.environments[name].open.charging.orderId);
      const known = withoutFound(actual, orders);
      assert.deepEqual(differences(answersOf(names, expected.answers), known), []);
    });

    test('both environments have their projects', async () => {
      for (const name of ENVIRONMENTS) {
        const { adminToken } = place.world.environments[name];
        const url = `${opened.urls[name]}/admin/v1/projects`;
        const { items } = (await send('GET', url, undefined, bearer(adminToken))).body;
        const was = expected.answers[name]['/admin/v1/projects (all pages)'];
        assert.deepEqual(differences(was, items), []);
      }
    });

    test('it starts a second time, and sends notifications now', async () => {
      await opened.stop();
      opened = await openPlace(place, { relay: 'on' });
    });

    test('purchases that were verified before are duplicates with the same values', async () => {
      const actual = await verifyAgain(place.world, opened.urls, names);
      const changed = differences(of(expected.again), actual).map((line) => line.split(':')[0]);
      // Since 0.2 it includes the grace period, in which one App Store subscription is.
      const graced = names.map((name) => `.${name}[24].data.serviceExpiresDate`);
      assert.deepEqual(changed, graced);
    });

    test('keys, clients, tokens and market credentials still work, ended ones do not', () =>
      inEach(life.credentialsWork));

    test('people sign in with their passwords, codes and invitations', () =>
      inEach(life.peopleSignIn));

    test('a cursor of the purchase history goes on where it stopped', () =>
      inEach(life.historyGoesOn));

    test('orders that were open are paid, verified and charged once', () =>
      inEach(life.openSalesEnd));

    test('a subscription renews', () => inEach(life.subscriptionRenews));

    test('a new purchase takes the next number', () => inEach(life.newPurchase));

    test('players are released and restricted, and types get new numbers', () =>
      inEach(life.restrictionsGoOn));

    test('a bulk job that was ready is applied', () => inEach(life.bulkJobGoesOn));

    test('notifications that waited or were given up arrive', () =>
      inEach((each) => life.notificationsArrive(each, receivers)));
  });

  if (kind === 'sqlite')
    test(`npm start keeps the keys of a data folder of ${release}`, async () => {
      const place = await restoreFixture(folder, kind);
      const ports = [await freePort(), await freePort(), await freePort()].map(String);
      const [PORT = '', SANDBOX_PORT = '', EMULATOR_PORT = ''] = ports;
      const running = await startProcess(
        {
          ...place.variables,
          ...shiftedBy(place.offset),
          PORT,
          SANDBOX_PORT,
          EMULATOR_PORT,
          TOLLGATE_MASTER_KEY: '',
        },
        ['--demo'],
      );
      try {
        await running.prints('Tollgate is running.');
        const was = parseExactly(unpack(folder, 'demo.json').toString('utf8'));
        const demo = JSON.parse(readFileSync(join(place.folder, 'demo.json'), 'utf8'));
        const addressed = (file: Json): Json => ({
          ...file,
          production: { ...file.production, url: running.url },
          sandbox: { ...file.sandbox, url: running.sandboxUrl },
          emulator: {},
          console: { ...file.console, url: '' },
        });
        assert.deepEqual(differences(addressed(was), addressed(demo)), []);
        for (const url of [running.url, running.sandboxUrl]) {
          const list = await send(
            'GET',
            `${url}/admin/v1/projects`,
            undefined,
            bearer(was.admin_token),
          );
          assert.equal(list.body.items.length, 5);
        }
      } finally {
        await running.stop();
        await place.drop();
      }
    });
}
