// Withdrawn consent that the App Store did not report, or not like this: refused, and nobody is restricted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { type Family, newDownload, openFamily } from '../consent/parent.ts';
import { newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import type { Forgery } from './gallery.ts';

const read = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
const write = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

marketSuite(
  'forged consent notifications',
  (gate, markets) => {
    /** An app with a player on a download, restricted as soon as consent is withdrawn. */
    async function openChild() {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, id] = [newPlayer(), newDownload()];
      await family.logIn(player, { app_transaction_id: id });
      return { family, player, id };
    }

    const bodies = async ({ app }: Family): Promise<string[]> => {
      const { db } = gate.service.context.storage;
      const rows = await db
        .selectFrom('market_notice')
        .select('body')
        .where('appid', '=', app.appid)
        .execute();
      return rows.map(({ body }) => body);
    };

    const jobs = ({ app }: Family) =>
      gate.service.context.storage.db
        .selectFrom('job')
        .select('kind')
        .where('appid', '=', app.appid)
        .execute();

    /** What the emulated App Store says of a download, wrong in one way. */
    const told = (more: object) => (family: Family, id: string) => family.withdraw(id, more);
    const sent = async (family: Family, body: string) => [
      (await gate.post(`/market/v1/apple/${family.app.appid}`, body)).status,
    ];

    /** A notification about another download, genuine. */
    async function genuine(): Promise<string> {
      const { family, id } = await openChild();
      assert.deepEqual(await family.withdraw(id), [200]);
      const [body = ''] = await bodies(family);
      return body;
    }

    type Attempt = (family: Family, id: string) => Promise<number[]>;
    const CASES: Record<Forgery<'consentNotices'>, Attempt> = {
      async 'a changed download in the notification'(family, id) {
        const other = await openChild();
        await other.family.withdraw(other.id);
        const [header, payload, signature] = JSON.parse(
          (await bodies(other.family))[0] ?? '',
        ).signedPayload.split('.');
        const { appData, ...rest } = read(payload);
        const { bundleId } = family;
        const changed = write({ ...rest, appData: { ...appData, bundleId, appTransactionId: id } });
        return sent(family, JSON.stringify({ signedPayload: `${header}.${changed}.${signature}` }));
      },
      'an app transaction without a signature (alg none)': told({ forgery: 'alg-none' }),
      'an app transaction with another algorithm (HS256)': told({ forgery: 'hs256' }),
      'an app transaction under another root': told({ forgery: 'other-root' }),
      'an app transaction that was changed': told({ forgery: 'payload-changed' }),
      'an app transaction whose signature is truncated': told({ forgery: 'truncated' }),
      'an app transaction under an expired chain': told({ forgery: 'expired-chain' }),
      'an app transaction of another app': told({ appTransaction: { bundleId: 'com.other' } }),
      'an app transaction of another App Apple ID': told({ appTransaction: { appAppleId: 42 } }),
      'an app transaction without an App Apple ID': told({ appTransaction: { appAppleId: null } }),
      'an app transaction of the sandbox': told({ appTransaction: { receiptType: 'Sandbox' } }),
      'an app transaction without an id': told({ appTransaction: { appTransactionId: '' } }),
      'a purchase instead of an app transaction': told({
        appTransaction: {
          ...{ transactionId: '1', productId: 'gems.100', type: 'Consumable' },
          receiptType: null,
        },
      }),
      async "another app's notification"(family) {
        return sent(family, await genuine());
      },
    };

    for (const [name, attempt] of Object.entries(CASES)) {
      test(`${name}: 400, and the player plays on`, async () => {
        const { family, player, id } = await openChild();
        assert.deepEqual(await attempt(family, id), [400]);
        assert.deepEqual(await jobs(family), []);
        await gate.service.followUps.turn();
        assert.deepEqual(await bodies(family), []);
        assert.deepEqual(await family.events(), []);
        assert.equal((await family.consent(player)).withdrawn, false);
        const { access_token } = await family.logIn(player, { app_transaction_id: id });
        assert.equal(typeof access_token, 'string');
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
