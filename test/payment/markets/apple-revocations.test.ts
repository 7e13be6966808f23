// OCSP: Apple is asked in the background whether the certificates that signed a receipt are revoked.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Service } from '../../../src/service.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { inject, suite } from '../../support/harness.ts';
import { addressesOf, emulateMarkets } from '../../support/markets.ts';
import { appleRequest, openAppleShop, PATH } from '../shop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const emulated = emulateMarkets();
const { markets } = emulated;
const WORKING = { path: '/apple/ocsp', rate: 1 };

suite(
  'revoked certificates of Apple',
  (gate) => {
    after(() => emulated.close());
    afterEach(() => gate.stopOthers());
    beforeEach(async () => {
      await markets.clearFaults();
      for (const certificate of ['leaf', 'intermediate']) await say(certificate, 'good');
      await markets.control('/apple/ocsp', { forged: false });
      await gate.service.context.storage.db.deleteFrom('certificate_status').execute();
    });

    const say = (certificate: string, state: string) =>
      markets.control('/apple/ocsp', { certificate, state });
    const asked = async (): Promise<number> => (await markets.control('/apple/ocsp')).asked;

    /** An app, and a process that has seen no chain yet. */
    async function open() {
      const shop = await openAppleShop(gate, markets);
      let service = await gate.secondService();
      const verify = async (of: Service = service) => {
        const { signedTransaction } = await shop.buy();
        const request = appleRequest(signedTransaction);
        // Tokens last for an hour.
        const authorization = `Bearer ${await gate.token(shop.app)}`;
        const headers = { ...shop.headers, authorization };
        const { status, body } = await inject(of, 'POST', PATH, request, headers);
        await of.payment.revocations?.idle();
        return status === 200 ? 'verified' : body.outcome.message;
      };
      const restart = async () => {
        service = await gate.secondService();
      };
      const alerts = async () => {
        gate.now += MINUTE_MS;
        await gate.service.alerts.turn();
        const { body } = await admin(
          gate,
          'GET',
          `/projects/${shop.app.gameIndex}/alerts?state=open`,
        );
        return body.items
          .filter(({ kind }: { kind: string }) => kind === 'certificate_status')
          .map(({ title, text }: { title: string; text: string }) => [title, text]);
      };
      return { shop, verify, restart, alerts };
    }

    for (const certificate of ['leaf', 'intermediate']) {
      test(`a revoked ${certificate}: refused as soon as that is known, also after a restart`, async () => {
        const { shop, verify, restart, alerts } = await open();
        assert.equal(await verify(), 'verified');
        assert.deepEqual(await alerts(), []);
        await say(certificate, 'revoked');
        // The last answer holds for half a day.
        assert.equal(await verify(), 'verified');
        gate.now += 12 * HOUR_MS;
        await verify();
        assert.equal(await verify(), 'INVALID_RECEIPT');
        assert.deepEqual(await alerts(), [
          [
            `A certificate of the App Store for ${shop.app.appid} is revoked`,
            'Receipts that were signed with it are refused: somebody else may have its key.',
          ],
        ]);
        await restart();
        await verify();
        const before = await asked();
        assert.equal(await verify(), 'INVALID_RECEIPT');
        assert.equal(await asked(), before, 'a revocation is for good');
      });
    }

    test('an answer is asked for once in its time, by all processes together', async () => {
      const { verify, restart } = await open();
      const before = await asked();
      for (let count = 0; count < 3; count++) await verify();
      await restart();
      await verify();
      assert.equal((await asked()) - before, 2, 'leaf and intermediate');
      gate.now += 12 * HOUR_MS;
      await verify();
      assert.equal((await asked()) - before, 4);
    });

    test('while nobody answers, receipts are accepted, and an alert opens until somebody does', async () => {
      const { shop, verify, alerts } = await open();
      await markets.fault('apple', '500', WORKING);
      assert.equal(await verify(), 'verified');
      const since = new Date(gate.now).toISOString().slice(0, 16).replace('T', ' ');
      assert.deepEqual(await alerts(), []);
      gate.now += HOUR_MS;
      assert.equal(await verify(), 'verified');
      assert.deepEqual(await alerts(), [
        [
          `Nobody says whether certificates of the App Store for ${shop.app.appid} are revoked`,
          `Since ${since} UTC, the responder gives no answer. Receipts are accepted meanwhile; Tollgate keeps asking.`,
        ],
      ]);
      await markets.clearFaults();
      gate.now += HOUR_MS;
      assert.equal(await verify(), 'verified');
      assert.deepEqual(await alerts(), []);
    });

    test('an answer that the issuer did not sign proves nothing', async () => {
      const { verify } = await open();
      await say('leaf', 'revoked');
      await markets.control('/apple/ocsp', { forged: true });
      await verify();
      assert.equal(await verify(), 'verified');
      const rows = await gate.service.context.storage.db
        .selectFrom('certificate_status')
        .select(['revoked', 'failing_since'])
        .execute();
      assert.deepEqual(rows, [
        { revoked: 0, failing_since: gate.now },
        { revoked: 0, failing_since: gate.now },
      ]);
    });

    test('a responder that does not know a certificate has not revoked it', async () => {
      const { verify } = await open();
      await say('leaf', 'unknown');
      await verify();
      assert.equal(await verify(), 'verified');
    });
  },
  {
    kinds: EITHER,
    adminToken: ADMIN_TOKEN,
    ...emulated.options,
    async prepare(gate) {
      await emulated.options.prepare?.(gate);
      const addresses = await addressesOf(markets);
      return { markets: { ...addresses, appleOcsp: `${markets.url}/apple/ocsp` } };
    },
  },
);
