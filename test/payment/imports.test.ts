// Imported purchases: known from then on, so that no verification grants them a second time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { ADMIN_TOKEN, admin, newestAudit } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, type Gate, type TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { openGoogleShop } from './google-shop.ts';
import { ACCOUNT, openAppleShop, PRODUCT } from './shop.ts';
import { MONTH, openSubscriptionShop, PLAN } from './subscription-shop.ts';

const OTHER = 'a3b1c5d7-0000-4000-8000-00000000e0ff';

async function send(gate: Gate, { appid }: TestApp, lines: readonly object[], more: object = {}) {
  const numbered = lines.map((fields, index) => ({ line: index + 1, ...fields }));
  const body = { ...more, lines: numbered };
  const answer = await admin(gate, 'POST', `/apps/${appid}/purchases/import`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const recorded = async (gate: Gate, { appid }: TestApp) => {
  const { db } = gate.service.context.storage;
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('number')
    .execute();
};

async function everything(gate: Gate) {
  const { db } = gate.service.context.storage;
  const tables = [
    'purchase',
    'purchase_cancellation',
    'subscription',
    'outbox',
    'job',
    'audit_log',
    'activity_count',
  ] as const;
  return Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
  );
}

const hearEvents = async (gate: Gate, { gameIndex }: TestApp) =>
  expectDone(
    await registerReceiver(gate.service.context, SYSTEM, {
      game_index: gameIndex,
      channel: 'purchase',
      url: 'https://game.example/events',
    }),
  );

marketSuite(
  'imported purchases',
  (gate, markets) => {
    test('the record keeps what the other system knew; the rest is empty', async () => {
      const shop = await openAppleShop(gate, markets);
      await hearEvents(gate, shop.app);
      const line = {
        provider: 'APPLE',
        store_transaction_id: '2000000123456789',
        product_id: PRODUCT,
        quantity: 3,
        amount: '9.9',
        currency: 'USD',
        account_uuid: ACCOUNT.toUpperCase(),
        purchase_date: '2025-03-01T10:00:00Z',
        verified_date: '2025-03-01T10:00:05Z',
        cancel_date: '2025-03-02T00:00:00Z',
        delivery_date: '2025-03-01T10:00:06Z',
        payload: 'slot 7',
        server_id: 'eu-1',
      };
      const bare = { provider: 'STEAM', store_transaction_id: '77', product_id: 'hat' };
      const before = await everything(gate);
      assert.deepEqual(await send(gate, shop.app, [line, bare], { dry_run: true }), {
        dry_run: true,
        new: 2,
        extended: 0,
        unchanged: 0,
        refused: 0,
        items: [
          { line: 1, outcome: 'new' },
          { line: 2, outcome: 'new' },
        ],
      });
      assert.deepEqual(await everything(gate), before);

      const items = [
        { line: 1, outcome: 'new', service_transaction_id: 'AP_1' },
        { line: 2, outcome: 'new', service_transaction_id: 'ST_2' },
      ];
      const counts = { dry_run: false, extended: 0, refused: 0 };
      assert.deepEqual(await send(gate, shop.app, [line, bare], { file: 'receipts.csv' }), {
        ...counts,
        new: 2,
        unchanged: 0,
        items,
      });
      const [apple, steam] = await recorded(gate, shop.app);
      const empty = {
        account_compare: 9,
        price_verify_key: null,
        market_result: null,
        verified_at: gate.now,
        request_type: 1,
        app_version: null,
        country: null,
        language: null,
        project_info: null,
        kind: 'consumable',
        claimed: 1,
        claimed_by: null,
        subscription_id: null,
        payment_key: null,
        ownership: null,
        permanent: null,
        consumption: null,
        chain_hash: null,
        test: 0,
      };
      const {
        transaction_id: _one,
        receipt_hash: _hash,
        ...first
      } = apple as NonNullable<typeof apple>;
      assert.deepEqual(first, {
        ...empty,
        game_index: shop.app.gameIndex,
        appid: shop.app.appid,
        provider: 'APPLE',
        unique_key: '2000000123456789',
        number: 1,
        provider_transaction_id: '2000000123456789',
        store_transaction_id: '2000000123456789',
        product_id: PRODUCT,
        quantity: 3,
        price: '9.90',
        currency: 'USD',
        cancel_state: 1,
        cancel_said_at: Date.UTC(2025, 2, 2),
        account_uuid: ACCOUNT,
        payload: 'slot 7',
        receipt: '2000000123456789',
        purchased_at: Date.UTC(2025, 2, 1, 10),
        purchase_date_source: 'STORE_PAYMENT',
        server_id: 'eu-1',
        delivery: 1,
        delivery_at: Date.UTC(2025, 2, 1, 10, 0, 6),
        claimed_at: Date.UTC(2025, 2, 1, 10, 0, 5),
      });
      const { transaction_id: _two, ...second } = steam as NonNullable<typeof steam>;
      assert.deepEqual(second, {
        ...empty,
        game_index: shop.app.gameIndex,
        appid: shop.app.appid,
        provider: 'STEAM',
        unique_key: '77',
        number: 2,
        provider_transaction_id: '77',
        store_transaction_id: null,
        product_id: 'hat',
        quantity: 1,
        price: null,
        currency: null,
        cancel_state: 0,
        cancel_said_at: null,
        account_uuid: '',
        payload: null,
        receipt: '',
        receipt_hash: '',
        purchased_at: null,
        purchase_date_source: 'VERIFIED',
        server_id: null,
        delivery: null,
        delivery_at: null,
        claimed_at: null,
      });
      assert.deepEqual(await newestAudit(gate, 1, 'purchase.import'), [
        {
          at: new Date(gate.now).toISOString(),
          actor_kind: 'admin',
          actor: 'TOLLGATE_ADMIN_TOKEN',
          action: 'purchase.import',
          game_index: shop.app.gameIndex,
          target: `apps/${shop.app.appid}/purchases`,
          before: null,
          after: { file: 'receipts.csv', lines: '1-2', new: 2 },
        },
      ]);

      // Nothing is sent, counted or done at the market; a repetition changes nothing.
      const { db } = gate.service.context.storage;
      for (const table of ['outbox', 'job', 'activity_count'] as const) {
        assert.deepEqual(
          await db.selectFrom(table).selectAll().where('appid', '=', shop.app.appid).execute(),
          [],
        );
      }
      const after = await everything(gate);
      const other = { ...line, product_id: 'another', cancel_date: undefined };
      const again = items.map((item) => ({ ...item, outcome: 'unchanged' }));
      for (const dry_run of [true, false]) {
        assert.deepEqual(await send(gate, shop.app, [other, bare], { dry_run }), {
          ...counts,
          dry_run,
          new: 0,
          unchanged: 2,
          items: again,
        });
      }
      assert.deepEqual(await everything(gate), after);
      assert.deepEqual((await recorded(gate, shop.app))[0], apple);

      for (const id of ['AP_1', 'ST_2']) {
        const shown = await admin(gate, 'GET', `/apps/${shop.app.appid}/purchases/${id}`);
        assert.equal(shown.status, 200);
        const timeline = await admin(
          gate,
          'GET',
          `/apps/${shop.app.appid}/purchases/${id}/timeline`,
        );
        assert.equal(timeline.status, 200);
      }
    });

    test('events are sent only when asked', async () => {
      const shop = await openAppleShop(gate, markets);
      await hearEvents(gate, shop.app);
      const line = { provider: 'APPLE', store_transaction_id: '1', product_id: PRODUCT };
      await send(gate, shop.app, [line]);
      await send(gate, shop.app, [{ ...line, store_transaction_id: '2' }], { send_events: true });
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('appid', '=', shop.app.appid)
        .execute();
      assert.deepEqual(
        rows.map((row) => JSON.parse(row.payload).data.storeTransactionId),
        ['2'],
      );
    });

    test('APPLE: each form of an imported purchase is a duplicate, with and without a key of the API', async () => {
      for (const asks of [false, true]) {
        const shop = await openAppleShop(gate, markets, { asks });
        const bought = await shop.buy({ appAccountToken: ACCOUNT });
        const line = {
          provider: 'APPLE',
          store_transaction_id: bought.transactionId,
          product_id: PRODUCT,
          amount: '9.99',
          currency: 'USD',
          account_uuid: ACCOUNT,
          payload: 'slot 7',
        };
        await send(gate, shop.app, [line]);
        const { signedTransaction: signedAgain } = await markets.control(
          `/apple/transactions/${bought.transactionId}`,
        );
        const forms = [
          bought.signedTransaction,
          signedAgain,
          ...(asks ? [bought.transactionId] : []),
        ];
        for (const receipt of forms) {
          const { status, body } = await shop.verify(receipt, { price: 9.99, currency: 'USD' });
          const {
            serviceReceiptVerifyResult: result,
            serviceAccountUuidCompare: compare,
            ...data
          } = body.data;
          assert.deepEqual(
            [status, data],
            [
              200,
              {
                serviceCurrency: 'USD',
                serviceDuplicated: true,
                serviceGameServerPriceVerifyKey: null,
                servicePayload: 'slot 7',
                servicePrice: 9.99,
                serviceProductId: PRODUCT,
                serviceProviderId: 'APPLE',
                serviceProviderTransactionId: bought.transactionId,
                servicePurchaseCancelState: 0,
                servicePurchaseTest: 'N',
                serviceQuantity: 1,
                serviceReceipt: receipt,
                serviceStoreTransactionId: bought.transactionId,
                serviceTransactionId: 'AP_1',
              },
            ],
          );
          // A bare id is found before the market is asked.
          const isBare = receipt === bought.transactionId;
          assert.equal(compare, isBare ? 9 : 1);
          assert.equal(result?.transactionId, isBare ? undefined : bought.transactionId);
        }
        const others = await shop.verify(bought.signedTransaction, { accountUuid: OTHER });
        assert.equal(others.body.data.servicePayload, null);
        assert.equal(others.body.data.serviceAccountUuidCompare, 2);
        const wrong = await shop.verify(bought.signedTransaction, { price: 1 });
        assert.equal(wrong.body.outcome.message, 'PRICE_VERIFY_FAIL');
        assert.equal((await recorded(gate, shop.app)).length, 1);
        assert.equal(
          (await shop.verify((await shop.buy()).signedTransaction)).body.data.serviceDuplicated,
          false,
        );
      }
    });

    test('APPLE: a refund that the App Store shows cancels an imported purchase', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const bought = await shop.buy();
      await send(gate, shop.app, [
        { provider: 'APPLE', store_transaction_id: bought.transactionId, product_id: PRODUCT },
      ]);
      await shop.refund(bought);
      const { body } = await shop.verify(bought.signedTransaction);
      const { serviceDuplicated, servicePurchaseCancelState } = body.data;
      assert.deepEqual([serviceDuplicated, servicePurchaseCancelState], [true, 1]);
    });

    test('APPLE: ids of the sandbox are not those of production', async () => {
      const shop = await openAppleShop(gate, markets);
      const bought = await shop.buy({ environment: 'Sandbox' });
      const line = {
        provider: 'APPLE',
        store_transaction_id: bought.transactionId,
        product_id: PRODUCT,
      };
      await send(gate, shop.app, [{ ...line, test: 1 }]);
      const { body } = await shop.verify(bought.signedTransaction);
      assert.deepEqual([body.data.serviceDuplicated, body.data.servicePurchaseTest], [true, 'Y']);
      const [row] = await recorded(gate, shop.app);
      assert.equal(row?.unique_key, `sandbox ${bought.transactionId}`);
    });

    test('GOOGLE: known by its order, or only by its purchase token, whatever the form of the receipt', async () => {
      for (const known of ['order', 'token', 'both'] as const) {
        const shop = await openGoogleShop(gate, markets);
        const bought = (await shop.buy()) as {
          purchaseToken: string;
          orderId: string;
          purchaseData: string;
          signature: string;
        };
        const line = {
          provider: 'GOOGLE',
          product_id: PRODUCT,
          ...(known !== 'token' && { store_transaction_id: bought.orderId }),
          ...(known !== 'order' && { purchase_token: bought.purchaseToken }),
        };
        await send(gate, shop.app, [line]);
        const first = await shop.verifyGems(bought);
        assert.equal(first.serviceDuplicated, true, known);
        // As if another form of the receipt came: only the market's answer says which purchase it is.
        const { db } = gate.service.context.storage;
        await db
          .updateTable('purchase')
          .set({ receipt_hash: '' })
          .where('appid', '=', shop.app.appid)
          .execute();
        const second = await shop.verifyGems(bought);
        assert.equal(second.serviceDuplicated, true, known);
        assert.equal(second.serviceAccountUuidCompare, 1);
        assert.equal((await recorded(gate, shop.app)).length, 1);
        // The other system has acknowledged it.
        assert.deepEqual(
          await db.selectFrom('job').selectAll().where('appid', '=', shop.app.appid).execute(),
          [],
        );
        const next = (await shop.buy()) as typeof bought;
        assert.equal((await shop.verifyGems(next)).serviceDuplicated, false);
        const already = await send(gate, shop.app, [
          {
            provider: 'GOOGLE',
            product_id: PRODUCT,
            store_transaction_id: next.orderId,
            purchase_token: next.purchaseToken,
          },
        ]);
        assert.deepEqual([already.new, already.unchanged], [0, 1]);
      }
    });

    test('a cycle of a subscription is known, and the subscription with it', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const apple = await shop.subscribeApple();
      const google = await shop.subscribeGoogle();
      const common = {
        product_id: PLAN,
        account_uuid: ACCOUNT,
        expires_date: new Date(gate.now + MONTH).toISOString(),
      };
      const lines = [
        {
          ...common,
          provider: 'APPLE',
          store_transaction_id: apple.transactionId,
          subscription_id: apple.originalTransactionId,
        },
        {
          ...common,
          provider: 'GOOGLE',
          store_transaction_id: google.orderId,
          subscription_id: google.purchaseToken,
        },
      ];
      const before = await everything(gate);
      assert.equal((await send(gate, shop.app, lines, { dry_run: true })).new, 2);
      assert.deepEqual(await everything(gate), before);
      assert.equal((await send(gate, shop.app, lines)).new, 2);
      const after = await everything(gate);
      assert.equal((await send(gate, shop.app, lines)).unchanged, 2);
      assert.deepEqual(await everything(gate), after);
      const status = await shop.status();
      assert.deepEqual(status.map((each) => each.status).sort(), ['active', 'active']);
      for (const [provider, receipt] of [
        ['APPLE', apple.signedTransaction],
        ['GOOGLE', google.purchaseToken],
      ] as const) {
        const { status: code, body } = await shop.verify(provider, receipt);
        assert.deepEqual([code, body.data.serviceDuplicated], [200, true]);
      }
      assert.equal((await recorded(gate, shop.app)).length, 2);
      // The next cycle is granted by Tollgate.
      const renewed = await shop.apple(apple, 'renew');
      const next = await shop.verify('APPLE', renewed.signedTransaction);
      assert.equal(next.body.data.serviceDuplicated, false);
    });

    test('a line that cannot be a purchase is refused with its field', async () => {
      const shop = await openAppleShop(gate, markets);
      const apple = { provider: 'APPLE', store_transaction_id: '5', product_id: PRODUCT };
      const google = { provider: 'GOOGLE', product_id: PRODUCT };
      const plan = { ...apple, subscription_id: '4' };
      const wrong: [object, string, string][] = [
        [
          { provider: 'APPLE', product_id: 'x' },
          'store_transaction_id',
          'Add the transaction id, which identifies the purchase.',
        ],
        [
          google,
          'store_transaction_id',
          'Add the order id, or the purchase token as purchase_token.',
        ],
        [
          { ...google, store_transaction_id: 'abc.AO-J1' },
          'store_transaction_id',
          'abc.AO-J1 is no order id of Google Play (GPA.…). If it is the purchase token, name it purchase_token.',
        ],
        [
          { ...apple, amount: '1' },
          'currency',
          'Add the currency of the amount, or leave both out.',
        ],
        [{ ...apple, currency: 'XXY' }, 'currency', 'XXY is no ISO 4217 currency code.'],
        [
          { ...apple, purchase_date: '2025-02-30T00:00:00Z' },
          'purchase_date',
          'This date or time does not exist.',
        ],
        [
          { ...apple, cancel_state: 0, cancel_date: '2025-02-20T00:00:00Z' },
          'cancel_state',
          'cancel_state is 0, but there is a cancel_date.',
        ],
        [
          { ...plan, provider: 'PG' },
          'kind',
          'Only APPLE, GOOGLE, AMAZON and CUSTOM have subscriptions.',
        ],
        [
          { ...apple, kind: 'subscription' },
          'subscription_id',
          'Add the original transaction id (APPLE, AMAZON, CUSTOM) or the purchase token (GOOGLE) of the subscription.',
        ],
        [plan, 'account_uuid', 'A subscription needs its account_uuid or player_id.'],
        [
          { ...google, subscription_id: 'token', purchase_token: 'token' },
          'store_transaction_id',
          'Add the order id of the paid period.',
        ],
      ];
      const report = await send(
        gate,
        shop.app,
        wrong.map(([line]) => line),
      );
      assert.deepEqual(
        report.items,
        wrong.map(([, field, reason], index) => ({
          line: index + 1,
          outcome: 'refused',
          field,
          reason,
        })),
      );
      assert.deepEqual(await recorded(gate, shop.app), []);
    });

    test('an app of another project stays as it is', async () => {
      const [one, other] = [await openAppleShop(gate, markets), await gate.createApp()];
      const bought = await one.buy();
      await send(gate, other, [
        { provider: 'APPLE', store_transaction_id: bought.transactionId, product_id: PRODUCT },
      ]);
      const { body } = await one.verify(bought.signedTransaction);
      assert.equal(body.data.serviceDuplicated, false);
    });

    test('many imports and verifications at once: nothing is granted that was imported', async () => {
      const shop = await openAppleShop(gate, markets);
      const bought = await Promise.all(Array.from({ length: 40 }, () => shop.buy()));
      const lines = bought.map(({ transactionId }) => ({
        provider: 'APPLE',
        store_transaction_id: transactionId,
        product_id: PRODUCT,
      }));
      const [reports, answers] = await Promise.all([
        Promise.all([1, 2, 3].map(() => send(gate, shop.app, lines))),
        Promise.all(bought.map(({ signedTransaction }) => shop.verify(signedTransaction))),
      ]);
      const granted = answers.filter(({ body }) => !body.data.serviceDuplicated).length;
      const imported = reports.reduce((sum, each) => sum + each.new, 0);
      assert.equal(granted + imported, 40);
      assert.equal((await recorded(gate, shop.app)).length, 40);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
