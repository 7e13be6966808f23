// GOOGLE when Google cannot be asked: outages, credentials that do not work, and the access token.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createLog } from '../../../src/start/log.ts';
import { placeIn } from '../../../src/storage/sealed.ts';
import { EITHER } from '../../support/databases.ts';
import { refusal } from '../shop.ts';
import { createGoogleApp, googleSuite, purchasesOf, verify } from './google-market.ts';

const lines: { level: number; msg: string; reason?: string }[] = [];
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });

const unavailable = refusal(
  { code: 5001, message: 'MARKET_UNAVAILABLE' },
  'The market could not be asked',
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.',
);

googleSuite(
  'GOOGLE that cannot be asked',
  (gate, google) => {
    beforeEach(() => {
      lines.length = 0;
    });
    /** Making a new account takes longer than most tests. */
    const endAccessTokens = () => {
      gate.now += 60 * 60_000;
    };
    const createApp = (setup?: Parameters<typeof createGoogleApp>[2]) =>
      createGoogleApp(gate, google, setup);

    describe('a market that could not be asked is neither a pass nor a refusal', () => {
      const faults: [string, string, object][] = [
        ['500', '500', { rate: 1 }],
        ['over quota', '429', { rate: 1 }],
        ['bytes that are not JSON', 'garbage', { rate: 1, path: 'androidpublisher' }],
        ['a reset connection', 'reset', { rate: 1 }],
        ['no sign-in', '500', { rate: 1, path: '/token' }],
        ['a strange token', 'garbage', { rate: 1, path: '/google/token' }],
      ];
      for (const [name, kind, more] of faults) {
        test(`${name}: MARKET_UNAVAILABLE, nothing recorded, and the same request passes later`, async () => {
          const app = await createApp();
          const { purchaseToken } = await google.buy();
          endAccessTokens();
          await google.fault('google', kind, more);
          const { status, body } = await verify(gate, app, purchaseToken);
          assert.equal(status, 500);
          assert.deepEqual(body, unavailable);
          assert.equal((await purchasesOf(gate, app)).length, 0);
          await google.clearFaults();
          const later = await verify(gate, app, purchaseToken);
          assert.deepEqual([later.status, later.body.data.serviceDuplicated], [200, false]);
        });
      }

      test('the quota of real buckets', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await google.control('/google/quota', { perMinute: 0 });
        const { body } = await verify(gate, app, purchaseToken);
        assert.deepEqual(body, unavailable);
      });

      test('one lost answer is asked for again', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await google.fault('google', 'reset', { count: 1, path: 'productsv2' });
        const { status } = await verify(gate, app, purchaseToken);
        assert.equal(status, 200);
      });

      test('an address that is not Google Play at all refuses nothing', async () => {
        const app = await createApp();
        google.intercept = (call) =>
          call.includes('/purchases/') ? { status: 404, body: '<html></html>' } : undefined;
        const { body } = await verify(gate, app, 'token');
        assert.deepEqual(body, unavailable);
      });
    });

    describe('credentials that do not work raise an alarm', () => {
      const alarmed = (reason: RegExp) =>
        lines.some((line) => line.level === 50 && reason.test(line.reason ?? ''));

      test('an account without rights (403)', async () => {
        const account = await google.newAccount({ permissions: false });
        const app = await createApp({ secrets: { service_account: account } });
        const { purchaseToken } = await google.buy();
        const { body } = await verify(gate, app, purchaseToken);
        assert.deepEqual(body, unavailable);
        assert.ok(alarmed(/^Google Play answered 403 permissionDenied$/));
      });
      test('an account that Google does not know', async () => {
        const { google: known } = await google.control('/credentials');
        const account = { ...known.serviceAccount, client_email: 'nobody@example.com' };
        const secrets = { service_account: JSON.stringify(account) };
        const app = await createApp({ secrets });
        const { body } = await verify(gate, app, 'token');
        assert.deepEqual(body, unavailable);
        assert.ok(alarmed(/rejects the sign-in of the service account \(HTTP 400, invalid_grant/));
      });
      test('a key that cannot be read', async () => {
        const account = { client_email: 'someone@example.com', private_key: 'none' };
        const app = await createApp();
        // Earlier releases saved such keys.
        const { storage, vault } = gate.service.context;
        const secrets = JSON.stringify({ service_account: JSON.stringify(account) });
        const key = { appid: app.appid, market: 'GOOGLE' };
        const place = placeIn('market_setting', 'sealed_secrets', key);
        await storage.db
          .updateTable('market_setting')
          .set({ sealed_secrets: vault.seal(secrets, place) })
          .where('appid', '=', app.appid)
          .execute();
        const { body } = await verify(gate, app, 'token');
        assert.deepEqual(body, unavailable);
        assert.ok(alarmed(/private key of the service account is not readable/));
      });
      test('a package that Google does not know is not the fault of the receipt', async () => {
        const app = await createApp();
        google.intercept = (call) =>
          call.includes('productsv2')
            ? { status: 404, body: '{"error":{"errors":[{"reason":"applicationNotFound"}]}}' }
            : undefined;
        const { body } = await verify(gate, app, 'token');
        assert.deepEqual(body, unavailable);
        assert.ok(alarmed(/applicationNotFound/));
      });
    });

    describe('access tokens', () => {
      const signIns = () => google.calls.filter((call) => call === 'POST /google/token').length;

      test('one sign-in serves verifications at the same time, and other apps of the account', async () => {
        const [one, other] = [await createApp(), await createApp()];
        endAccessTokens();
        const sales = await Promise.all(Array.from({ length: 8 }, () => google.buy()));
        const answers = await Promise.all(
          sales.map(({ purchaseToken }, index) =>
            verify(gate, index % 2 ? one : other, purchaseToken),
          ),
        );
        assert.ok(answers.every(({ status }) => status === 200));
        assert.equal(signIns(), 1);
      });

      test('is renewed shortly before its end', async () => {
        const app = await createApp();
        endAccessTokens();
        const check = async () => {
          const { purchaseToken } = await google.buy();
          assert.equal((await verify(gate, app, purchaseToken)).status, 200);
          return signIns();
        };
        assert.equal(await check(), 1);
        gate.now += 54 * 60_000;
        assert.equal(await check(), 1);
        gate.now += 60_000;
        assert.equal(await check(), 2);
      });

      test('that Google no longer takes is replaced at once', async () => {
        const app = await createApp();
        const before = await google.buy();
        await verify(gate, app, before.purchaseToken);
        await google.revokeAccessTokens();
        const { purchaseToken } = await google.buy();
        const { status } = await verify(gate, app, purchaseToken);
        assert.equal(status, 200);
        assert.deepEqual(lines, []);
      });

      test('who knows only the e-mail of an account does not get its token', async () => {
        const app = await createApp();
        const { purchaseToken } = await google.buy();
        await verify(gate, app, purchaseToken);
        const { google: known } = await google.control('/credentials');
        const { private_key } = JSON.parse(await google.newAccount());
        const thief = JSON.stringify({ ...known.serviceAccount, private_key });
        const other = await createApp({ secrets: { service_account: thief } });
        const { body } = await verify(gate, other, purchaseToken);
        assert.deepEqual(body, unavailable);
      });
    });
  },
  { kinds: EITHER, log },
);
