// What is kept of a market: credentials that it refuses, and that it does not answer, until it is well again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import type { TestApp } from '../../support/harness.ts';
import { setUpMarket } from '../../support/markets.ts';
import { createGoogleApp, googleSuite, PACKAGE, verify } from './google-market.ts';

const MINUTE = 60_000;
const DENIED = 'Google Play answered 403 permissionDenied';
const RIGHT = 'View financial data, orders, and cancellation survey responses';
const noAnswer = { status: 403, body: '{"error":{"errors":[{"reason":"permissionDenied"}]}}' };

googleSuite(
  'states of a market',
  (gate, google) => {
    const iso = (at: number): string => new Date(at).toISOString();
    const flush = () => gate.service.payment.marketStates.flush();
    const recordOf = async ({ appid }: TestApp) =>
      (await admin(gate, 'GET', `/apps/${appid}/markets/GOOGLE`)).body;
    const missing = (since: number, at = since) => ({
      since: iso(since),
      at: iso(at),
      code: 'missing_right',
      details: { right: 'view_orders', reason: DENIED, app: PACKAGE },
      text: `The service account may not read purchases of ${PACKAGE} (${DENIED}). Grant it “${RIGHT}” in the Play Console, or correct the package name.`,
    });

    test('credentials that the market refuses stay refused until a call with them works', async () => {
      const app = await createGoogleApp(gate, google);
      const fine = await recordOf(app);
      assert.equal('refused' in fine, false);
      const { purchaseToken } = await google.buy();
      google.intercept = (call) => (call.includes('productsv2') ? noAnswer : undefined);
      const began = gate.now;
      await verify(gate, app, purchaseToken);
      await flush();
      assert.deepEqual(await recordOf(app), { ...fine, refused: missing(began) });

      gate.now += 10 * MINUTE;
      await verify(gate, app, purchaseToken);
      await flush();
      assert.deepEqual((await recordOf(app)).refused, missing(began), 'nothing is written');
      gate.now += 60 * MINUTE;
      await verify(gate, app, purchaseToken);
      await flush();
      assert.deepEqual((await recordOf(app)).refused, missing(began, gate.now));

      google.intercept = () => undefined;
      assert.equal((await verify(gate, app, purchaseToken)).status, 200);
      await flush();
      assert.deepEqual(await recordOf(app), fine);
    });

    test('a right that is missing for one call is not forgotten because another call works', async () => {
      const app = await createGoogleApp(gate, google);
      google.intercept = (call) => (call.includes(':acknowledge') ? noAnswer : undefined);
      const { purchaseToken } = await google.buy();
      assert.equal((await verify(gate, app, purchaseToken)).status, 200);
      await gate.service.payment.jobs.turn();
      await flush();
      const { refused } = await recordOf(app);
      assert.equal(refused.details.right, 'manage_orders');
      const other = await google.buy();
      await verify(gate, app, other.purchaseToken);
      await flush();
      assert.deepEqual((await recordOf(app)).refused, refused);
      google.intercept = () => undefined;
      gate.now += 60 * MINUTE;
      await gate.service.payment.jobs.turn();
      await flush();
      assert.equal('refused' in (await recordOf(app)), false);
    });

    test('what a check finds is kept, and ends with a check or with other settings', async () => {
      const permissions = false;
      const account = await google.newAccount({ permissions });
      const app = await createGoogleApp(gate, google, { secrets: { service_account: account } });
      const path = `/apps/${app.appid}/markets/GOOGLE`;
      const began = gate.now;
      google.intercept = (call) => (call.includes('productsv2') ? noAnswer : undefined);
      await admin(gate, 'POST', `${path}/check`);
      assert.deepEqual((await recordOf(app)).refused, missing(began));
      google.intercept = () => undefined;
      await setUpMarket(gate, app, 'GOOGLE', { package_name: PACKAGE }, {});
      assert.equal('refused' in (await recordOf(app)), false);
      await admin(gate, 'POST', `${path}/check`);
      assert.equal((await recordOf(app)).refused.code, 'missing_right');
      const right = { service_account: await google.newAccount() };
      await setUpMarket(gate, app, 'GOOGLE', { package_name: PACKAGE }, right);
      await admin(gate, 'POST', `${path}/check`);
      assert.equal('refused' in (await recordOf(app)), false);
    });

    test('a market that gives no answer for a minute is failing until it answers', async () => {
      const app = await createGoogleApp(gate, google);
      const { purchaseToken } = await google.buy();
      await google.fault('google', '500', { rate: 1 });
      const began = gate.now;
      await verify(gate, app, purchaseToken);
      await flush();
      assert.equal('failing_since' in (await recordOf(app)), false);
      gate.now += MINUTE;
      await flush();
      assert.equal((await recordOf(app)).failing_since, iso(began));
      await google.clearFaults();
      gate.now += MINUTE;
      assert.equal((await verify(gate, app, purchaseToken)).status, 200);
      const other = await gate.secondService();
      await other.payment.marketStates.flush();
      assert.equal(
        (await recordOf(app)).failing_since,
        iso(began),
        'the other one has seen nothing',
      );
      await flush();
      assert.equal('failing_since' in (await recordOf(app)), false);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
