// The form that buys at a market.
import { showReceipt } from './answer.js';
import { control, element, run } from './control.js';

const purchases = {
  async apple({ kind, productId, price, currency, account, sandbox }) {
    const subscribed = kind === 'subscription';
    const { transactionId } = await control('POST', '/apple/transactions', {
      ...(subscribed && { type: 'Auto-Renewable Subscription' }),
      ...(productId && { productId }),
      ...(account && { appAccountToken: account }),
      price: Math.round(price * 1000),
      currency,
      environment: sandbox ? 'Sandbox' : 'Production',
    });
    const path = `/apple/transactions/${transactionId}`;
    const { payload } = await control('GET', path);
    await showReceipt({
      providerId: 'APPLE',
      path,
      field: 'signedTransaction',
      productId: payload.productId,
      account: account || undefined,
      subscribed,
    });
  },
  async google({ kind, productId, price, currency, account, sandbox }) {
    const subscribed = kind === 'subscription';
    const path = subscribed ? '/google/subscriptions' : '/google/purchases';
    const purchase = await control('POST', path, {
      ...(productId && { productId }),
      ...(account && { obfuscatedExternalAccountId: account }),
      priceMicros: Math.round(price * 1_000_000),
      currency,
      test: sandbox,
    });
    await showReceipt({
      providerId: 'GOOGLE',
      path: `/google/purchases/${encodeURIComponent(purchase.purchaseToken)}`,
      field: 'purchaseToken',
      productId: purchase.productId,
      account: account || undefined,
      subscribed,
    });
  },
  steam: ({ productId, price, currency, sandbox }) =>
    control('POST', '/steam/orders', {
      ...(productId && { description: productId }),
      amount: Math.round(price * 100),
      currency,
      environment: sandbox ? 'sandbox' : 'production',
    }),
  async onestore({ productId, price, currency, sandbox }) {
    const purchase = await control('POST', '/onestore/purchases', {
      ...(productId && { productId }),
      price: String(price),
      currency,
      environment: sandbox ? 'SANDBOX' : 'COMMERCIAL',
    });
    await showReceipt({
      providerId: 'ONESTORE',
      path: `/onestore/purchases/${purchase.purchaseToken}`,
      field: 'purchaseToken',
      productId: purchase.productId,
      subscribed: false,
    });
  },
  async amazon({ kind, productId, sandbox }) {
    const subscribed = kind === 'subscription';
    const purchase = await control('POST', '/amazon/purchases', {
      ...(productId && { productId }),
      ...(subscribed && { productType: 'SUBSCRIPTION' }),
      environment: sandbox ? 'sandbox' : 'production',
    });
    await showReceipt({
      providerId: 'AMAZON',
      path: `/amazon/purchases/${purchase.receiptId}`,
      field: 'receipt',
      productId: purchase.productId,
      subscribed,
    });
  },
  async samsung({ productId, price, currency, sandbox }) {
    const purchase = await control('POST', '/samsung/purchases', {
      ...(productId && { itemId: productId }),
      price: String(price),
      currency,
      mode: sandbox ? 'TEST' : 'PRODUCTION',
    });
    await showReceipt({
      providerId: 'SAMSUNG',
      path: `/samsung/purchases/${purchase.purchaseId}`,
      field: 'purchaseId',
      productId: purchase.itemId,
      subscribed: false,
    });
  },
};

element('buy').addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  const wanted = { ...fields, price: Number(fields.price), sandbox: fields.sandbox === 'on' };
  run(() => purchases[fields.market](wanted));
});
