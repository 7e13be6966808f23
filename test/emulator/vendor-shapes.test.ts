// Every kind of answer of the emulated markets, held against the types of the vendors' own packages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotificationTypeV2, Subtype } from '@apple/app-store-server-library';
import { freshMarkets } from '../support/fresh-markets.ts';
import { startAppStore } from './apple-store.ts';
import { day, packageName, startPlay } from './google-play.ts';
import { startShop } from './shop.ts';
import { problemsOf, type Shape } from './vendor-types.ts';
import { openReceiver } from './webhook-receiver.ts';

const shapes: Shape[] = [];
const keep = (of: string, type: string, value: unknown) => shapes.push({ of, type, value });

/** Google's types, with the fields that its documentation always shows. */
const google = {
  order: `With<Google.Schema$Order, 'orderId' | 'purchaseToken' | 'state' | 'createTime' |
    'lastEventTime' | 'total' | 'tax' | 'lineItems' | 'orderHistory'>`,
  product: `With<Google.Schema$ProductPurchase, 'kind' | 'purchaseTimeMillis' | 'purchaseState' |
    'consumptionState' | 'acknowledgementState' | 'regionCode'>`,
  productV2: `With<Google.Schema$ProductPurchaseV2, 'kind' | 'productLineItem' |
    'purchaseStateContext' | 'acknowledgementState' | 'regionCode'>`,
  subscription: `With<Google.Schema$SubscriptionPurchaseV2, 'kind' | 'etag' | 'lineItems' |
    'subscriptionState' | 'acknowledgementState' | 'regionCode'>`,
  voided: `With<Google.Schema$VoidedPurchasesListResponse, 'pageInfo'>`,
};

test('Google Play', async () => {
  const play = await startPlay();
  const { orders, purchases } = play.api;
  const readOrder = async (of: string, orderId: string) =>
    keep(`order: ${of}`, google.order, (await orders.get({ packageName, orderId })).data);
  const readProduct = async (of: string, productId: string, token: string) => {
    const { data } = await purchases.products.get({ packageName, productId, token });
    keep(`product: ${of}`, google.product, data);
    const second = await purchases.productsv2.getproductpurchasev2({ packageName, token });
    keep(`product v2: ${of}`, google.productV2, second.data);
  };
  const readSubscription = async (of: string, token: string) => {
    const { data } = await purchases.subscriptionsv2.get({ packageName, token });
    keep(`subscription: ${of}`, google.subscription, data);
  };

  const products = [{ productId: 'sword' }, { productId: 'gems', quantity: 3 }];
  const account = { obfuscatedExternalAccountId: 'a', obfuscatedExternalProfileId: 'p' };
  const sales: Record<string, object> = {
    several: { products, ...account },
    test: { productId: 'sword', test: true },
    pending: { productId: 'sword', state: 'pending' },
    'pre-order': { productId: 'sword', preorderReleaseTime: play.clock.now() + day },
  };
  for (const [of, sale] of Object.entries(sales)) {
    const { purchaseToken, orderId } = await play.control('/google/purchases', sale);
    await readProduct(of, 'sword', purchaseToken);
    await readOrder(of, orderId);
    if (of !== 'several') continue;
    const refund = `/google/purchases/${purchaseToken}/refund`;
    for (const body of [{ productId: 'sword' }, { amountMicros: 1 }, {}]) {
      await play.control(refund, body);
      await readOrder('refunded', orderId);
    }
    await readProduct('refunded', 'sword', purchaseToken);
  }

  const subscribe = (more: object = {}) => play.control('/google/subscriptions', more);
  const base = await subscribe({ ...account, addOns: [{ productId: 'extra' }] });
  await readSubscription('add-on', base.purchaseToken);
  await readOrder('add-on', base.orderId);
  const path = `/google/subscriptions/${base.purchaseToken}`;
  await play.control(`${path}/remove-item`, { productId: 'extra' });
  for (const step of ['grace', 'hold', 'recover', 'pause', 'resume', 'cancel']) {
    await play.control(`${path}/${step}`);
    await readSubscription(step, base.purchaseToken);
  }
  const again = await play.control(`${path}/sign-up-again`);
  await readSubscription('signed up again', again.purchaseToken);
  await readSubscription('ended by a new token', base.purchaseToken);
  for (const mode of ['DEFERRED', 'WITHOUT_PRORATION']) {
    const old = await subscribe();
    const { purchaseToken } = await play.control(
      `/google/subscriptions/${old.purchaseToken}/replace`,
      { productId: 'gold', mode },
    );
    await readSubscription(mode, purchaseToken);
  }
  const revoked = await subscribe({ prepaid: true });
  await readSubscription('prepaid', revoked.purchaseToken);
  await play.advance(day);
  const etag = (await purchases.subscriptionsv2.get({ packageName, token: again.purchaseToken }))
    .data.etag;
  const { data: deferred } = await purchases.subscriptionsv2.defer({
    packageName,
    token: again.purchaseToken,
    requestBody: { deferralContext: { deferDuration: '86400s', etag: etag ?? '' } },
  });
  keep(
    'deferral',
    "With<Google.Schema$DeferSubscriptionPurchaseResponse, 'itemExpiryTimeDetails'>",
    deferred,
  );
  const { data: cancelled } = await purchases.subscriptionsv2.cancel({
    packageName,
    token: again.purchaseToken,
    requestBody: {
      cancellationContext: { cancellationType: 'DEVELOPER_REQUESTED_STOP_PAYMENTS' },
    },
  });
  keep('cancellation', 'Google.Schema$CancelSubscriptionPurchaseResponse', cancelled);
  await readSubscription('cancelled by the developer', again.purchaseToken);
  await play.control(`/google/subscriptions/${revoked.purchaseToken}/revoke`, { prorated: true });
  await readOrder('prorated', revoked.orderId);
  const list = await purchases.voidedpurchases.list({ packageName, type: 1, maxResults: 1 });
  keep('voided purchases', google.voided, list.data);
  const batch = await orders.batchget({ packageName, orderIds: [base.orderId, revoked.orderId] });
  keep('batch', "With<Google.Schema$BatchGetOrdersResponse, 'orders'>", batch.data);
});

const apple = {
  transaction: `With<Apple.JWSTransactionDecodedPayload, 'transactionId' | 'originalTransactionId' |
    'bundleId' | 'productId' | 'purchaseDate' | 'originalPurchaseDate' | 'quantity' | 'type' |
    'inAppOwnershipType' | 'signedDate' | 'environment' | 'transactionReason' | 'storefront' |
    'storefrontId' | 'price' | 'currency' | 'appTransactionId'>`,
  renewal: `With<Apple.JWSRenewalInfoDecodedPayload, 'originalTransactionId' | 'autoRenewProductId' |
    'productId' | 'autoRenewStatus' | 'signedDate' | 'environment' | 'recentSubscriptionStartDate'>`,
  notification: `With<Apple.ResponseBodyV2DecodedPayload, 'notificationType' | 'notificationUUID' |
    'version' | 'signedDate'>`,
  data: "With<Apple.Data, 'environment' | 'bundleId' | 'bundleVersion'>",
  appData: `With<Apple.AppData, 'environment' | 'bundleId' | 'appAppleId' |
    'signedAppTransactionInfo'>`,
  download: `With<Apple.AppTransaction, 'receiptType' | 'bundleId' | 'applicationVersion' |
    'receiptCreationDate' | 'originalPurchaseDate' | 'originalApplicationVersion' |
    'appTransactionId' | 'originalPlatform'>`,
};

test('the App Store', async () => {
  const store = await startAppStore({ state: await freshMarkets() });
  const api = store.production;
  const receiver = await openReceiver();
  await store.control('/apple/notifications', { url: receiver.url });
  const decode = (jws: string | undefined) =>
    JSON.parse(Buffer.from(jws?.split('.')[1] ?? '', 'base64url').toString());

  let expected = 0;
  const act = async (id: string, step: string, body: object = {}, notifications = 1) => {
    expected += notifications;
    return store.control(`/apple/transactions/${id}/${step}`, body);
  };
  const buy = async (type: string) => {
    expected += 1;
    return store.control('/apple/transactions', { type });
  };
  const unlock = await buy('Non-Consumable');
  const monthly = await buy('Auto-Renewable Subscription');
  const gems = await buy('Consumable');
  await act(unlock.transactionId, 'restore', {}, 0);
  await act(unlock.transactionId, 'share');
  await act(monthly.transactionId, 'share');
  await act(monthly.transactionId, 'renew');
  await act(monthly.transactionId, 'fail-renewal', { graceMs: day });
  await act(monthly.transactionId, 'recover');
  await act(monthly.transactionId, 'cancel');
  await act(gems.transactionId, 'request-consumption');
  const half = { revocationType: 'REFUND_PRORATED', revocationPercentage: 50_000 };
  await act(gems.transactionId, 'refund', half);
  await act(unlock.transactionId, 'refund', {}, 2);
  await store.control('/apple/rescinded-consents');
  await store.control('/apple/external-purchases');
  expected += 2;

  for (let received = 0; received < expected; received++) {
    const notification = decode(JSON.parse((await receiver.next()).body).signedPayload);
    const { notificationType, subtype, data, appData } = notification;
    const of = `${notificationType} ${subtype ?? ''}`;
    // Apple's types let every text pass for a type.
    assert.ok(Object.hasOwn(NotificationTypeV2, notificationType), of);
    assert.ok(subtype === undefined || Object.hasOwn(Subtype, subtype), of);
    keep(of, apple.notification, notification);
    if (data) {
      keep(`${of}, data`, apple.data, data);
      keep(`${of}, transaction`, apple.transaction, decode(data.signedTransactionInfo));
      if (data.signedRenewalInfo) {
        keep(`${of}, renewal`, apple.renewal, decode(data.signedRenewalInfo));
      }
    }
    if (appData) {
      keep(of, apple.appData, appData);
      keep(`${of}, download`, apple.download, decode(appData.signedAppTransactionInfo));
    }
  }

  const id = monthly.transactionId;
  const history = await api.getTransactionHistory(id, null, {});
  keep(
    'history',
    "With<Apple.HistoryResponse, 'revision' | 'hasMore' | 'bundleId' | 'signedTransactions'>",
    history,
  );
  const status = await api.getAllSubscriptionStatuses(id);
  keep('statuses', "With<Apple.StatusResponse, 'environment' | 'bundleId' | 'data'>", status);
  const refunds = await api.getRefundHistory(gems.transactionId, null);
  keep(
    'refunds',
    "With<Apple.RefundHistoryResponse, 'signedTransactions' | 'revision' | 'hasMore'>",
    refunds,
  );
  const found = await api.lookUpOrderId(gems.orderId);
  keep('order', "With<Apple.OrderLookupResponse, 'status' | 'signedTransactions'>", found);
  const { transactionId: extended } = await buy('Auto-Renewable Subscription');
  const extension = { extendByDays: 1, extendReasonCode: 0, requestIdentifier: 'r' };
  keep(
    'extension',
    `With<Apple.ExtendRenewalDateResponse, 'originalTransactionId' | 'webOrderLineItemId' |
      'success' | 'effectiveDate'>`,
    await api.extendSubscriptionRenewalDate(extended, extension),
  );
  const now = store.clock.now();
  keep(
    'notification history',
    "With<Apple.NotificationHistoryResponse, 'hasMore' | 'notificationHistory'>",
    await api.getNotificationHistory(null, { startDate: now - day, endDate: now + day }),
  );
});

test('Stripe', async () => {
  const { stripe, control } = await startShop();
  /** As it came: the package adds how it was answered. */
  const raw = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (name, each) => (name === 'lastResponse' ? undefined : each)));
  const pay = async (orderId: string) => {
    const { id } = await stripe.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      metadata: { orderId },
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    keep('intent', 'Stripe.PaymentIntent', raw(intent));
    return id;
  };
  const readRefund = async (of: string, id: string) => {
    const refund = raw(await stripe.refunds.retrieve(id));
    keep(`refund: ${of}`, 'Stripe.Refund', refund);
    keep(
      `status of a refund: ${of}`,
      "'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'",
      refund.status,
    );
  };
  const payment_intent = await pay('H1');
  for (const step of ['succeed', 'fail', 'cancel']) {
    await control('/stripe/settings', { refundStatus: 'pending' });
    const { id } = await stripe.refunds.create({ payment_intent, amount: 100 });
    await readRefund('pending', id);
    await control(`/pg/orders/H1/refund/${step}`);
    await readRefund(step, id);
  }
  await pay('H2');
  await control('/pg/orders/H2/fraud-warning');
  await control('/pg/orders/H2/dispute');
  const [dispute] = (await stripe.disputes.list()).data;
  await stripe.disputes.update(String(dispute?.id), { evidence: { receipt: 'file_1' } });
  await control('/pg/orders/H2/dispute/win');
  const answered = raw(await stripe.disputes.retrieve(String(dispute?.id)));
  keep('dispute', 'Stripe.Dispute', answered);
  keep('status of a dispute', "Named<Stripe.Dispute['status']>", answered.status);
  const warnings = await stripe.radar.earlyFraudWarnings.list();
  keep('warnings', 'Stripe.Radar.EarlyFraudWarning[]', raw(warnings.data));

  for (const [orderId, step] of [
    ['H3', 'succeed'],
    ['H4', 'fail'],
  ] as const) {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: orderId,
      success_url: 'https://shop.example/paid',
      customer_email: 'kim@example.com',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: 999, product_data: { name: 'Gems' } },
        },
      ],
    });
    await control(`/pg/orders/${orderId}/pay`, { delayed: true });
    await control(`/pg/orders/${orderId}/payment/${step}`);
    const expand = ['line_items', 'payment_intent.latest_charge'];
    const session = raw(await stripe.checkout.sessions.retrieve(id, { expand }));
    keep(`session: ${step}`, 'Stripe.Checkout.Session', session);
  }
  const events = await stripe.events.list({ limit: 100 });
  const types = new Set(events.data.map(({ type }) => type));
  for (const event of events.data) {
    keep(event.type, `Extract<Stripe.Event, { type: '${event.type}' }>`, raw(event));
  }
  for (const type of [
    ...['refund.updated', 'refund.failed', 'charge.refund.updated', 'charge.dispute.updated'],
    ...['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'],
  ]) {
    assert.ok(types.has(type as (typeof events.data)[number]['type']), type);
  }
});

const portoneTypes: Record<string, string> = {
  READY: 'Portone.ReadyPayment',
  VIRTUAL_ACCOUNT_ISSUED: 'Portone.VirtualAccountIssuedPayment',
  PAID: 'Portone.PaidPayment',
  FAILED: 'Portone.FailedPayment',
  PARTIAL_CANCELLED: 'Portone.PartialCancelledPayment',
  CANCELLED: 'Portone.CancelledPayment',
};

test('PortOne', async () => {
  const { portone, control, call, url, credentials } = await startShop();
  const receiver = await openReceiver();
  await control('/portone/webhooks', { url: receiver.url });
  await control('/portone/settings', { pgResponseBytes: 100 });
  // The package hides what it does not know: this reads what was sent.
  const read = async (of: string, paymentId: string) => {
    const response = await fetch(`${url}/portone/payments/${paymentId}`, {
      headers: { authorization: `PortOne ${credentials.portone.secret}` },
    });
    const payment = (await response.json()) as { status: string };
    keep(`payment: ${of}`, portoneTypes[payment.status] ?? 'never', payment);
    return payment.status;
  };
  const steps: Record<string, readonly (readonly [action: string, body: object])[]> = {
    H1: [
      ['pay', {}],
      ['dispute', {}],
      ['dispute/win', {}],
      ['refund', { amount: 100, status: 'REQUESTED' }],
      ['refund/fail', {}],
      ['refund', { amount: 100 }],
      ['refund', {}],
    ],
    H2: [
      ['pay', { delayed: true }],
      ['payment/succeed', {}],
    ],
    H3: [['cancel', {}]],
  };
  const seen = new Set<string>();
  for (const [paymentId, actions] of Object.entries(steps)) {
    await portone.preRegisterPayment({ paymentId, totalAmount: 1_100, currency: 'KRW' });
    await control(`/pg/orders/${paymentId}/pay`, { confirm: 'manual' });
    seen.add(await read('opened', paymentId));
    for (const [action, body] of actions) {
      await control(`/pg/orders/${paymentId}/${action}`, body);
      seen.add(await read(action, paymentId));
    }
  }
  assert.deepEqual([...seen].sort(), Object.keys(portoneTypes).sort());
  const { cancellation } = await portone.cancelPayment({ paymentId: 'H2', reason: 'A wish' });
  keep('cancellation', 'Portone.SucceededPaymentCancellation', cancellation);
  const { body: sent } = await call('GET', '/control/portone/webhooks');
  for (const _ of sent.notifications) {
    const webhook = JSON.parse((await receiver.next()).body);
    const type = `Extract<PortoneWebhook.Webhook, { type: '${webhook.type}' }>`;
    keep(webhook.type, type, webhook);
  }
});

test('no answer differs from what its vendor would send', async () => {
  assert.ok(shapes.length > 130, `${shapes.length} shapes`);
  assert.deepEqual(await problemsOf(shapes), []);
});
