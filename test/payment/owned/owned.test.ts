// POST /payment/v1/owned: permanent products, running subscriptions, and what operators granted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { setProduct } from '../../../src/tenants/products.ts';
import { ADMIN_TOKEN, admin, problem as adminProblem, newestAudit } from '../../admin/caller.ts';
import { expectDone } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT, newAccount, PATH } from '../shop.ts';
import { MONTH } from '../subscription-shop.ts';

const OWNED = '/payment/v1/owned';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

marketSuite(
  'POST /payment/v1/owned',
  (gate, markets) => {
    const iso = (at: number) => new Date(at).toISOString();

    async function openShop() {
      const shop = await openGoogleShop(gate, markets);
      const { appid } = shop.app;
      const verify = (providerId: string, serviceReceipt: string, fields: object) =>
        gate.post(
          PATH,
          { accountUuid: ACCOUNT, serviceReceipt, providerId, requestType: 1, ...fields },
          shop.headers,
        );
      return {
        ...shop,
        async owned(body: object = { accountUuid: ACCOUNT }, headers?: Record<string, string>) {
          const authorization = `Bearer ${await gate.token(shop.app)}`;
          return (await gate.post(OWNED, body, headers ?? { 'x-app-id': appid, authorization }))
            .body.data;
        },
        setPermanent: async (product_id: string) =>
          expectDone(
            await setProduct(gate.service.context, SYSTEM, {
              appid,
              product_id,
              name: 'Unlock',
              kind: 'permanent',
              prices: [],
            }),
          ),
        sellGoogle: async (productId: string) => {
          const bought = await shop.buy({ productId });
          await verify('GOOGLE', bought.purchaseToken, { productId });
          return bought;
        },
        sellApple: async (fields: object) => {
          const bought = await markets.control('/apple/transactions', {
            environment: 'Production',
            bundleId: shop.bundleId,
            productId: 'unlock',
            type: 'Non-Consumable',
            price: 4_990,
            currency: 'USD',
            ...fields,
          });
          await verify('APPLE', bought.signedTransaction, { productId: 'unlock' });
          return bought;
        },
        login: async (player_id: number, account_uuid: string) => {
          const server = { authorization: shop.headers.authorization as string };
          const answer = await gate.post(
            '/auth/v1/login',
            { appid, player_id, account_uuid },
            server,
          );
          return { 'x-app-id': appid, authorization: `Bearer ${answer.body.access_token}` };
        },
      };
    }

    test('a permanent product is owned, by the word of the studio or of the market; a consumable is not', async () => {
      const shop = await openShop();
      await shop.setPermanent('map');
      await shop.sellGoogle('map');
      await shop.sellGoogle('gems.100');
      await shop.sellApple({});
      assert.deepEqual(await shop.owned(), [
        {
          productId: 'map',
          providerId: 'GOOGLE',
          since: iso(gate.now),
          until: null,
          ownership: 'PURCHASED',
        },
        {
          productId: 'unlock',
          providerId: 'APPLE',
          since: iso(gate.now),
          until: null,
          ownership: 'PURCHASED',
        },
      ]);
      assert.deepEqual(await shop.owned({ accountUuid: newAccount() }), []);
    });

    test('a product that becomes permanent is owned by those who bought it before', async () => {
      const shop = await openShop();
      await shop.sellGoogle('map');
      assert.deepEqual(await shop.owned(), []);
      await shop.setPermanent('map');
      assert.equal((await shop.owned()).length, 1);
    });

    test('what was taken back is not owned any more', async () => {
      const shop = await openShop();
      await shop.setPermanent('map');
      const bought = await shop.sellGoogle('map');
      await shop.act(bought, 'refund');
      await shop.poll();
      assert.deepEqual(await shop.owned(), []);
    });

    test('a running subscription is owned until its end', async () => {
      const shop = await openShop();
      const bought = await shop.subscribeApple();
      await shop.verify('APPLE', bought.signedTransaction);
      const start = gate.now;
      const [subscription, ...others] = await shop.owned();
      assert.deepEqual(others, []);
      assert.deepEqual(subscription, {
        productId: 'vip.monthly',
        providerId: 'APPLE',
        since: iso(start),
        until: iso(start + MONTH),
        ownership: 'PURCHASED',
      });
      await shop.apple(bought, 'cancel');
      await shop.pass(MONTH - DAY);
      assert.equal((await shop.owned()).length, 1);
      await shop.pass(2 * DAY);
      assert.deepEqual(await shop.owned(), []);
    });

    test('a renewal that no notification told is found at the market', async () => {
      const shop = await openShop();
      const [apple, google] = [await shop.subscribeApple(), await shop.subscribeGoogle()];
      await shop.verify('APPLE', apple.signedTransaction);
      const start = gate.now;
      await shop.pass(DAY);
      await shop.verify('GOOGLE', google.purchaseToken);
      await gate.service.payment.jobs.turn();
      const running = (providerId: string, until: number) => ({
        productId: 'vip.monthly',
        providerId,
        since: iso(start),
        until: iso(until),
        ownership: 'PURCHASED',
      });
      const turns = () =>
        gate.service.context.storage.db
          .selectFrom('turn')
          .select('subject')
          .where('appid', '=', shop.app.appid)
          .where('work', '=', 'recheck')
          .execute();
      const both = (until: number) => [running('APPLE', until), running('GOOGLE', until)];
      await shop.pass(MONTH - DAY - 1);
      await markets.fault('google', '429', { rate: 1 });
      assert.deepEqual(await shop.owned(), both(start + MONTH));
      assert.deepEqual(await turns(), []);

      await shop.login(7, ACCOUNT);
      await shop.pass(1);
      const renewed = start + 2 * MONTH;
      assert.deepEqual(await shop.owned({ targetPlayerId: 7 }), [running('APPLE', renewed)]);
      await markets.clearFaults();
      assert.deepEqual(await shop.owned(), [running('APPLE', renewed)]);
      await shop.pass(MINUTE);
      assert.deepEqual(await shop.owned(), both(renewed));
    });

    test('the app server names an account or a player, a user token neither', async () => {
      const shop = await openShop();
      await shop.sellApple({});
      const user = await shop.login(7, ACCOUNT);
      const own = await shop.owned({}, user);
      assert.deepEqual(
        own.map(({ productId }: { productId: string }) => productId),
        ['unlock'],
      );
      assert.deepEqual(await shop.owned({ targetPlayerId: 7 }), own);
      assert.deepEqual(await shop.owned({ targetPlayerId: 8 }), []);
      const nobody = await gate.post(OWNED, {}, shop.headers);
      assert.deepEqual(
        [nobody.status, nobody.body.detail],
        [400, 'Send accountUuid or targetPlayerId.'],
      );
      for (const body of [{ accountUuid: ACCOUNT }, { targetPlayerId: 7 }]) {
        assert.equal(
          (await gate.post(OWNED, body, user)).body.outcome.message,
          'FORBIDDEN_REQUEST',
        );
      }
    });

    test('a grant is owned from its day until its end or its revocation, and is no sale', async () => {
      const shop = await openShop();
      const { appid, gameIndex } = shop.app;
      const path = `/apps/${appid}/grants`;
      const sent = { account_uuid: ACCOUNT.toUpperCase(), product_id: 'map', reason: ' sorry ' };
      const added = await admin(gate, 'POST', path, sent);
      const { grant_id } = added.body;
      const grant = {
        grant_id,
        account_uuid: ACCOUNT,
        product_id: 'map',
        reason: 'sorry',
        granted_by: 'TOLLGATE_ADMIN_TOKEN',
        granted_at: iso(gate.now),
        ends_at: null,
        revoked_at: null,
      };
      assert.deepEqual([added.status, added.body], [201, grant]);
      const entry = {
        productId: 'map',
        providerId: null,
        since: iso(gate.now),
        until: null,
        ownership: 'GRANTED',
      };
      assert.deepEqual(await shop.owned(), [entry]);

      const ends_at = iso(gate.now + DAY);
      const timed = { player_id: '7', product_id: 'pass', reason: 'trial', ends_at };
      await shop.login(7, ACCOUNT);
      assert.equal((await admin(gate, 'POST', path, timed)).status, 201);
      assert.deepEqual(await shop.owned(), [
        entry,
        { ...entry, productId: 'pass', until: ends_at },
      ]);
      gate.now += DAY;
      assert.deepEqual(await shop.owned(), [entry]);

      assert.equal((await admin(gate, 'DELETE', `${path}/${grant_id}`)).status, 204);
      assert.equal((await admin(gate, 'DELETE', `${path}/${grant_id}`)).status, 204);
      assert.deepEqual(await shop.owned(), []);
      const revoked = { ...grant, revoked_at: iso(gate.now) };
      const listed = await admin(gate, 'GET', `${path}?account_uuid=${ACCOUNT}`);
      assert.deepEqual(
        listed.body.items.map(({ product_id, revoked_at }: typeof grant) => [
          product_id,
          revoked_at,
        ]),
        [
          ['pass', null],
          ['map', revoked.revoked_at],
        ],
      );
      const [entryOfLog, before] = await newestAudit(gate, 2, 'grant.revoke');
      assert.equal(before, undefined);
      assert.deepEqual(entryOfLog, {
        at: iso(gate.now),
        actor_kind: 'admin',
        actor: 'TOLLGATE_ADMIN_TOKEN',
        game_index: gameIndex,
        action: 'grant.revoke',
        target: `apps/${appid}/accounts/${ACCOUNT}/grants/${grant_id}`,
        before: grant,
        after: revoked,
      });
      const { db } = gate.service.context.storage;
      const sold = await db.selectFrom('purchase').select('number').where('appid', '=', appid);
      assert.deepEqual(await sold.execute(), []);
    });

    test('a grant needs somebody, an end in the future, and a grant that exists', async () => {
      const shop = await openShop();
      const path = `/apps/${shop.app.appid}/grants`;
      const grant = { product_id: 'map', reason: 'sorry' };
      const nobody = 'Say who gets it: an account of the player, or player_id.';
      assert.deepEqual(
        (await admin(gate, 'POST', path, grant)).body,
        adminProblem('invalid_request', path, nobody, [{ field: 'account_uuid', message: nobody }]),
      );
      const past = 'The end is in the past.';
      const ended = { ...grant, account_uuid: ACCOUNT, ends_at: iso(gate.now) };
      assert.deepEqual(
        (await admin(gate, 'POST', path, ended)).body,
        adminProblem('invalid_request', path, past, [{ field: 'ends_at', message: past }]),
      );
      const unknown = `${path}/01a1df14-1e00-709a-82bd-2a7bba808b74`;
      assert.equal((await admin(gate, 'DELETE', unknown)).status, 404);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
