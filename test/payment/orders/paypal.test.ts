// PayPal: the buyer approves, Tollgate captures, once, also when nobody asks; what only PayPal has.
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { setProduct } from '../../../src/tenants/products.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { marketSuite, setUpMarket } from '../../support/markets.ts';
import type { Sale, Stage } from '../conformance/driver.ts';
import { paypal, stripe } from '../conformance/drivers/gateways.ts';
import { openStage } from '../conformance/stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TAIPEI = 'tea.1';

marketSuite(
  'PayPal orders',
  (gate, markets) => {
    let stage: Stage;
    before(async () => {
      stage = await openStage(gate, markets, paypal);
      // The list of events begins now.
      await gate.service.payment.pollers.turn();
    });
    afterEach(() => markets.clearFaults());

    const open = (at = stage): Promise<Sale> => paypal.sellUnpaid?.(at) as Promise<Sale>;
    const act = ({ id }: Sale, step: string, fields = {}) =>
      markets.control(`/pg/orders/${id}/${step}`, fields);
    const shown = ({ id }: Sale) => markets.control(`/pg/orders/${id}`);
    const verdict = async (sale: Sale, at = stage) => {
      const { status, body } = await at.verify(sale);
      return [status, body.outcome?.message ?? body.data?.servicePurchaseCancelState];
    };
    const orderOf = ({ id }: Sale) =>
      gate.service.context.storage.db
        .selectFrom('purchase_order')
        .selectAll()
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow();
    const jobsOf = ({ id }: Sale) =>
      gate.service.context.storage.db
        .selectFrom('job')
        .select('job_id')
        .where('job_id', '=', `order.watch ${id}`)
        .execute();
    const later = async (ms: number) => {
      gate.now += ms;
      await gate.service.payment.jobs.turn();
    };
    /** Reads the list of events. */
    const poll = async () => {
      gate.now += 11 * MINUTE;
      await gate.service.payment.pollers.turn();
    };
    const visit = ({ id }: Sale, at = stage) =>
      gate.send('GET', `/payment/v1/order/return/${at.app.appid}/${id}?token=T&PayerID=P`);

    test('a buyer who returns has paid: the visit captures', async () => {
      const sale = await open();
      assert.match(String((await visit(sale)).body), /not received/);
      gate.now += 4_000;
      await act(sale, 'pay');
      assert.equal((await shown(sale)).status, 'APPROVED');
      assert.match(String((await visit(sale)).body), /Payment received/);
      const { status, paymentId } = await shown(sale);
      assert.equal(status, 'COMPLETED COMPLETED');
      const { state, store_transaction_id } = await orderOf(sale);
      assert.deepEqual([state, store_transaction_id], ['paid', paymentId]);
    });

    test('a capture whose answer is lost is settled by reading, and made once', async () => {
      const sale = await open();
      await act(sale, 'pay');
      await markets.fault('paypal', 'lost', { rate: 1, path: '/capture' });
      assert.deepEqual(await verdict(sale), [500, 'MARKET_UNAVAILABLE']);
      const { paymentId, status } = await shown(sale);
      assert.equal(status, 'COMPLETED COMPLETED');
      await markets.clearFaults();
      gate.now += MINUTE;
      assert.deepEqual(await verdict(sale), [200, 0]);
      assert.equal((await shown(sale)).paymentId, paymentId);
    });

    test('an order that another process has captured meanwhile is paid', async () => {
      const sale = await open();
      await act(sale, 'pay');
      const second = await gate.secondService();
      const answers = await Promise.all([stage.verify(sale), stage.verify(sale, {}, second)]);
      assert.deepEqual(answers.map(({ body }) => body.data?.serviceDuplicated).sort(), [
        false,
        true,
      ]);
    });

    test('a buyer who approves and never returns is charged, and the sale waits for its game', async () => {
      const sale = await open();
      await act(sale, 'pay');
      await later(9 * MINUTE);
      assert.equal((await orderOf(sale)).state, 'open');
      await later(2 * MINUTE);
      assert.equal((await orderOf(sale)).state, 'paid');
      const rows = await stage.purchases();
      const row = rows.find(({ unique_key }) => unique_key === sale.id);
      assert.equal(row?.claimed, 0);
      assert.deepEqual(await jobsOf(sale), []);
    });

    test('an order that nobody approves is left alone after some hours', async () => {
      const sale = await open();
      for (let hour = 0; hour < 8; hour += 1) await later(HOUR);
      assert.deepEqual(await jobsOf(sale), []);
      assert.equal((await orderOf(sale)).state, 'open');
    });

    test('a lost webhook of an approval is found in the list of events', async () => {
      const sale = await open();
      await poll();
      await act(sale, 'pay');
      await poll();
      assert.equal((await orderOf(sale)).state, 'paid');
    });

    test('a payment under review is pending, and paid when it is through', async () => {
      const sale = await open();
      await act(sale, 'pay', { delayed: true });
      assert.deepEqual(await verdict(sale), [400, 'PAYMENT_PENDING']);
      assert.equal((await shown(sale)).status, 'COMPLETED PENDING');
      // Asked once a day, while the list of events says nothing.
      await later(7 * HOUR);
      await act(sale, 'payment/succeed');
      await later(DAY);
      assert.equal((await orderOf(sale)).state, 'paid');
      assert.deepEqual(await verdict(sale), [200, 0]);
    });

    test('a payment that is denied after days: the app server is told', async () => {
      const sale = await open();
      await act(sale, 'pay', { delayed: true });
      assert.deepEqual(await verdict(sale), [400, 'PAYMENT_PENDING']);
      await stage.events();
      await act(sale, 'payment/fail');
      await poll();
      assert.deepEqual(await stage.events(), ['purchase.payment_failed']);
      assert.deepEqual(await verdict(sale), [400, 'INVALID_RECEIPT']);
    });

    test('a declined card costs nothing, and the buyer may approve again', async () => {
      const sale = await open();
      await act(sale, 'pay', { declined: true });
      assert.deepEqual(await verdict(sale), [400, 'PAYMENT_PENDING']);
      gate.now += MINUTE;
      await act(sale, 'pay');
      assert.deepEqual(await verdict(sale), [200, 0]);
    });

    test('another amount than ordered buys nothing, and opens the alert', async () => {
      const sale = await open();
      await act(sale, 'pay', { amount: 1 });
      assert.deepEqual(await verdict(sale), [400, 'PRICE_VERIFY_FAIL']);
      const { mismatch, state } = await orderOf(sale);
      const { reason, amount } = JSON.parse(mismatch ?? '');
      assert.deepEqual([state, reason, amount], ['open', 'amount', '0.01']);
    });

    test('three currencies are charged in whole units; others PayPal refuses, with its debug id', async () => {
      const { appid } = stage.app;
      const product = { name: 'Tea', kind: 'consumable', steam_item_id: 1002 } as const;
      const prices = [
        { currency: 'TWD', amount: '300.00' },
        { currency: 'HUF', amount: '990.50' },
        { currency: 'KRW', amount: '1000' },
      ];
      const input = { appid, product_id: TAIPEI, ...product, prices, descriptions: { en: 'Tea' } };
      expectDone(await setProduct(gate.service.context, SYSTEM, input));
      const player = await stage.login('0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a02');
      const order = (currency: string) =>
        gate.post('/payment/v1/order/pay-page-url', { productId: TAIPEI, currency }, player);

      const { orderId } = (await order('TWD')).body.data;
      await markets.control(`/pg/orders/${orderId}/pay`, {});
      const { book } = gate.service.payment.orders;
      const known = await book.find(stage.app, orderId);
      const sale = { receipt: known ? book.receiptOf(known) : '' };
      const { data } = (await stage.verify(sale, { productId: TAIPEI })).body;
      assert.deepEqual([data.servicePrice, data.serviceCurrency], [300, 'TWD']);

      const half = await order('HUF');
      assert.deepEqual([half.status, half.body.outcome?.message], [400, 'FORBIDDEN_REQUEST']);
      assert.match(half.body.detail, /PayPal cannot charge 990\.50 HUF/);
      const won = await order('KRW');
      assert.match(won.body.detail, /CURRENCY_NOT_SUPPORTED \(debug id \w+\)/);
    });

    test('a token that ends early is renewed', async () => {
      const sale = await paypal.sell(stage);
      await fetch(`${markets.url}/control/paypal/access-tokens`, { method: 'DELETE' });
      assert.deepEqual(await verdict(sale), [200, 0]);
    });

    test('an app that may not read disputes still sells, and its owner is told', async () => {
      const other = await stage.another();
      const sale = await paypal.sell(other);
      assert.deepEqual(await verdict(sale, other), [200, 0]);
      await markets.control('/paypal/settings', { readsDisputes: false });
      await act(sale, 'refund');
      assert.deepEqual(await verdict(sale, other), [200, 1]);
      await gate.service.payment.marketStates.flush();
      await markets.control('/paypal/settings', { readsDisputes: true });
      const { refused } = (await admin(gate, 'GET', `/apps/${other.app.appid}/markets/PG`)).body;
      assert.match(refused.text, /403 PERMISSION_DENIED \(debug id \w+\)/);
    });

    test('an inquiry is only told; a claim cancels until it is decided', async () => {
      const sale = await paypal.sell(stage);
      await verdict(sale);
      await poll();
      await stage.events();
      const told = async (step: string, fields = {}) => {
        await act(sale, step, fields);
        await poll();
        return [await stage.events(), await stage.cancelState(sale)];
      };
      const asks = await told('dispute', { inquiry: true });
      assert.deepEqual(asks, [['purchase.refund_requested'], 0]);
      assert.deepEqual(await told('dispute/escalate'), [['purchase.disputed'], 1]);
      assert.deepEqual(await told('dispute/lose'), [['purchase.dispute_lost'], 1]);
    });

    test('a reversal is a refund', async () => {
      const sale = await paypal.sell(stage);
      await verdict(sale);
      await poll();
      await stage.events();
      await act(sale, 'refund', { reversed: true });
      await poll();
      assert.deepEqual(await stage.events(), ['purchase.refunded']);
    });

    test('of a webhook nothing about the buyer is stored', async () => {
      const bodies = await gate.service.context.storage.db
        .selectFrom('market_notice')
        .select(['kind', 'body'])
        .where('appid', '=', stage.app.appid)
        .execute();
      const kinds = new Set(bodies.map(({ kind }) => kind));
      assert.ok(kinds.has('CHECKOUT.ORDER.APPROVED') && kinds.has('CUSTOMER.DISPUTE.CREATED'));
      const personal = /Kim|buyer@example|010-1234|payer|messages/;
      assert.deepEqual(
        bodies.filter(({ body }) => personal.test(body)),
        [],
      );
    });

    test('after a change of the gateway, an order at PayPal is still captured', async () => {
      const other = await stage.another();
      const sale = await open(other);
      const credentials = await markets.control('/credentials');
      const { settings, secrets } = stripe.setUp(credentials, other.app.appid);
      await setUpMarket(gate, other.app, 'PG', settings, secrets);
      await act(sale, 'pay');
      await later(11 * MINUTE);
      assert.equal((await orderOf(sale)).state, 'paid');
      assert.deepEqual(await verdict(sale, other), [200, 0]);
    });

    test('settings without a client id are refused', async () => {
      const path = `/apps/${stage.app.appid}/markets/PG`;
      const body = { settings: { gateway: 'PAYPAL' }, secrets: { api_secret: 'secret' } };
      const { status, body: answer } = await admin(gate, 'PUT', path, body);
      assert.deepEqual([status, answer.errors?.[0]?.field], [400, 'settings.client_id']);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
