// The token of a buyer who came from an app: taken with the order, refused when it is another app's, reported without a sale.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { PAY_PAGE, wrongField } from '../orders/order-shop.ts';
import { openExternalShop } from './external-shop.ts';

const DAY_MS = 86_400_000;
const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

marketSuite(
  'tokens of external sales',
  (gate, markets) => {
    test('the order keeps the token', async () => {
      const shop = await openExternalShop(gate, markets);
      const { externalPurchaseId, token } = await shop.appleVisit();
      const order = await shop.order(await shop.open({ externalPurchaseToken: token }));
      assert.deepEqual(
        [order?.external_market, order?.external_token, order?.external_token_at],
        ['APPLE', externalPurchaseId, gate.now],
      );
      const externalTransactionToken = await shop.googleVisit();
      const other = await shop.order(await shop.open({ externalTransactionToken }));
      assert.deepEqual(
        [other?.external_market, other?.external_token],
        ['GOOGLE', externalTransactionToken],
      );
    });

    test('what is wrong with a token is said', async () => {
      const shop = await openExternalShop(gate, markets);
      const { token } = await shop.appleVisit();
      const content = JSON.parse(Buffer.from(token, 'base64url').toString());
      const { bundleId } = content;
      const of = (more: object) => encode({ ...content, ...more });
      const malformed =
        'is not a token of StoreKit (base64url of JSON with externalPurchaseId). Send it as the app got it';
      const undated = 'has no tokenCreationDate in the past. Send it as the app got it';
      const wrong: readonly (readonly [token: string, message: string])[] = [
        ['not base64url!', malformed],
        [encode([]), malformed],
        [of({ externalPurchaseId: 'two words' }), malformed],
        [of({ bundleId: 'x' }), `is for another app: its bundle id is not ${bundleId}`],
        [of({ appAppleId: 1 }), 'is for another app: its App Apple ID is not 1234567890'],
        [of({ appAppleId: undefined }), 'is for another app: its App Apple ID is not 1234567890'],
        [of({ tokenCreationDate: gate.now + DAY_MS }), undated],
        [of({ tokenCreationDate: undefined }), undated],
        [
          of({ tokenExpirationDate: gate.now }),
          `expired at ${new Date(gate.now).toISOString()}. Get a new one from StoreKit`,
        ],
      ];
      for (const [externalPurchaseToken, message] of wrong) {
        const { body } = await shop.payPage({ externalPurchaseToken });
        assert.deepEqual(body, wrongField(PAY_PAGE, 'externalPurchaseToken', message));
      }
      const both = { externalPurchaseToken: token, externalTransactionToken: 'x' };
      assert.deepEqual(
        (await shop.payPage(both)).body,
        wrongField(
          PAY_PAGE,
          'externalTransactionToken',
          'cannot be sent with externalPurchaseToken. Send the token of the app that the buyer came from',
        ),
      );
      const sandbox = of({ externalPurchaseId: 'SANDBOX_1', appAppleId: undefined });
      assert.equal((await shop.payPage({ externalPurchaseToken: sandbox })).status, 200);
    });

    test('an app that reports nothing takes no tokens', async () => {
      const off = { report_external_sales: false, accept_sandbox: false };
      const shop = await openExternalShop(gate, markets, {
        apple: off,
        google: { report_external_sales: false },
      });
      const { token } = await shop.appleVisit();
      for (const [market, fields] of [
        ['APPLE', { externalPurchaseToken: token }],
        ['GOOGLE', { externalTransactionToken: 'x' }],
      ] as const) {
        const [field = ''] = Object.keys(fields);
        assert.deepEqual(
          (await shop.payPage(fields)).body,
          wrongField(
            PAY_PAGE,
            field,
            `is not accepted: report_external_sales is off in the ${market} settings of the app. Switch it on in the console or with the admin API`,
          ),
        );
      }
    });

    test('a token without a sale is reported after the wait; a late sale is reported still', async () => {
      const shop = await openExternalShop(gate, markets, { apple: { external_no_sale_days: 2 } });
      const { externalPurchaseId, token } = await shop.appleVisit();
      await shop.open({ externalPurchaseToken: token });
      gate.now += 2 * DAY_MS - 1;
      await shop.work();
      assert.deepEqual(await shop.reports(externalPurchaseId), []);
      gate.now += 1;
      await shop.work();
      const [report] = await shop.reports(externalPurchaseId);
      assert.deepEqual([report?.kind, report?.state], ['no_sale', 'sent']);
      await shop.sell({ externalPurchaseToken: token });
      await shop.work();
      assert.deepEqual(
        (await shop.atApple()).map(({ status }) => status),
        ['NO_LINE_ITEM', 'LINE_ITEM'],
      );
    });

    test('who comes back with another token and buys: the first one is a duplicate', async () => {
      const shop = await openExternalShop(gate, markets);
      const first = await shop.appleVisit();
      await shop.open({ externalPurchaseToken: first.token });
      gate.now += 60_000;
      const second = await shop.appleVisit();
      await shop.sell({ externalPurchaseToken: second.token });
      await shop.work();
      gate.now += 6 * DAY_MS;
      await shop.work();
      assert.deepEqual(
        (await shop.atApple()).map((each) => [each.status, each.externalPurchaseId]),
        [
          ['LINE_ITEM', second.externalPurchaseId],
          ['DUPLICATE_TOKEN', first.externalPurchaseId],
        ],
      );
    });

    test('Apple asks about a token: nobody knows it, it led to no sale, or to one', async () => {
      const shop = await openExternalShop(gate, markets, { apple: { external_no_sale_days: 8 } });
      const sold = await shop.appleVisit();
      await shop.sell({ externalPurchaseToken: sold.token });
      gate.now += 60_000;
      const [unknown, unsold] = [await shop.appleVisit(), await shop.appleVisit()];
      await shop.open({ externalPurchaseToken: unsold.token });
      await shop.work();
      for (const each of [unknown, unsold, sold, unknown]) {
        assert.equal(await shop.ask(each.externalPurchaseId), 200);
        await shop.work();
      }
      assert.deepEqual(
        (await shop.atApple()).map((each) => [each.status, each.externalPurchaseId]),
        [
          ['LINE_ITEM', sold.externalPurchaseId],
          ['UNRECOGNIZED_TOKEN', unknown.externalPurchaseId],
          ['NO_LINE_ITEM', unsold.externalPurchaseId],
        ],
      );
    });
  },
  { kinds: EITHER },
);
