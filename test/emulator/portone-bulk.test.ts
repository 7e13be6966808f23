// PortOne's payments as large as real ones: with the provider's answer and their webhooks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop, startTime } from './shop.ts';

const shop = await startShop();
const { portone, credentials } = shop;

async function pay(paymentId: string) {
  await portone.preRegisterPayment({ paymentId, totalAmount: 1_200, currency: 'KRW' });
  await shop.control(`/pg/orders/${paymentId}/pay`);
}

test('a page of a hundred payments has more than 1 MiB, and the package reads it', async () => {
  assert.deepEqual(await shop.control('/portone/settings', { pgResponseBytes: 12_000 }), {
    pgResponseBytes: 12_000,
  });
  for (let index = 0; index < 100; index++) await pay(`H${index}`);
  const query = { page: { number: 0, size: 100 }, filter: {} };
  const response = await fetch(
    `${shop.url}/portone/payments?requestBody=${encodeURIComponent(JSON.stringify(query))}`,
    { headers: { authorization: `PortOne ${credentials.portone.secret}` } },
  );
  assert.ok((await response.arrayBuffer()).byteLength > 1024 * 1024);
  const { items, page } = await portone.getPayments(query);
  assert.deepEqual([items.length, page.totalCount], [100, 100]);
});

test('a payment carries its answer and its webhooks while the setting says so', async () => {
  await shop.control('/reset');
  await pay('H1');
  const plain = await portone.getPayment({ paymentId: 'H1' });
  assert.ok(plain.status === 'PAID');
  assert.deepEqual([plain.pgResponse, plain.webhooks], [undefined, undefined]);
  await shop.control('/portone/settings', { pgResponseBytes: 200 });
  const full = await portone.getPayment({ paymentId: 'H1' });
  assert.ok(full.status === 'PAID');
  const { pgResponse = '', webhooks, ...rest } = full;
  assert.deepEqual(rest, plain);
  assert.deepEqual([pgResponse.length, JSON.parse(pgResponse).resultCode], [200, '0000']);
  const { storeId } = credentials.portone;
  const data = { storeId, paymentId: 'H1', transactionId: full.transactionId };
  assert.deepEqual(webhooks, [
    {
      paymentStatus: 'PAID',
      id: `wh_${full.transactionId}`,
      status: 'SUCCEEDED',
      url: 'https://shop.example/webhooks',
      isAsync: false,
      currentExecutionCount: 1,
      maxExecutionCount: 6,
      request: {
        header: '{"content-type":"application/json"}',
        body: JSON.stringify({ timestamp: startTime, data }),
        requestedAt: startTime,
      },
      response: { code: '200', header: '{}', body: '', respondedAt: startTime },
      triggeredAt: startTime,
    },
  ]);
});
