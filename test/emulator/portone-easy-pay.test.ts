// Easy pay at PortOne: through a card provider, which must be told whose, and NaverPay, which lists the goods.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startShop } from './shop.ts';

const shop = await startShop();
const { portone } = shop;
const { storeId } = shop.credentials.portone;

beforeEach(() => shop.control('/reset'));

const item = { categoryType: 'ETC', categoryId: 'ETC', uid: 'gems', name: 'Gems', count: 1 };
const naverpay = (productItems: unknown) => ({ bypass: { naverpay: { productItems } } });
const customer = { fullName: 'Kim', phoneNumber: '010-0000-0000', email: 'kim@example.com' };

async function prepare(channel: string, more: object) {
  const data = {
    ...{ storeId, paymentId: 'H1', orderName: 'Gems', totalAmount: 1_200, currency: 'KRW' },
    ...{ payMethod: 'EASY_PAY', channelKey: `channel-key-${channel}live` },
    ...more,
  };
  const body = JSON.stringify({ data, mobile: false });
  const response = await fetch(`${shop.url}/pay/portone/prepare`, { method: 'POST', body });
  const answer = (await response.json()) as Record<string, string>;
  return response.ok ? 'open' : `${answer.code}: ${answer.message}`;
}
async function paidWith() {
  await shop.control('/pg/orders/H1/pay');
  const payment = await portone.getPayment({ paymentId: 'H1' });
  assert.ok(payment.status === 'PAID');
  return [payment.channel.pgProvider, payment.method];
}
const method = (provider: string) => ({ type: 'PaymentMethodEasyPay', provider });

for (const [channel, pgProvider] of [
  ['', 'TOSSPAYMENTS'],
  ['inicis-', 'INICIS_V2'],
] as const) {
  test(`${pgProvider} must be told whose easy pay it is`, async () => {
    const missing = `PGProviderError: easyPay.easyPayProvider is required for EASY_PAY at ${pgProvider}.`;
    assert.equal(await prepare(channel, { customer }), missing);
    const other = { easyPay: { easyPayProvider: 'SOMEPAY' } };
    assert.equal(await prepare(channel, { customer, ...other }), missing);
    // The browser's package names them with and without their prefix.
    const named = { easyPay: { easyPayProvider: 'EASY_PAY_PROVIDER_TOSSPAY' } };
    assert.equal(await prepare(channel, { customer, ...named }), 'open');
    assert.deepEqual(await paidWith(), [pgProvider, method('TOSSPAY')]);
  });
}

test('KakaoPay needs nothing more', async () => {
  assert.equal(await prepare('kakaopay-', {}), 'open');
  assert.deepEqual(await paidWith(), ['KAKAOPAY', method('KAKAOPAY')]);
});

test('NaverPay needs what is bought, each with its category, id, name and number', async () => {
  const problem = 'PGProviderError: bypass.naverpay.productItems';
  assert.equal(await prepare('naverpay-', {}), `${problem} is required for NAVERPAY.`);
  assert.equal(await prepare('naverpay-', naverpay([])), `${problem} is required for NAVERPAY.`);
  for (const field of ['categoryType', 'categoryId', 'uid', 'name', 'count']) {
    const answer = await prepare('naverpay-', naverpay([item, { ...item, [field]: undefined }]));
    assert.equal(answer, `${problem}[1].${field} is required.`);
  }
  assert.equal(
    await prepare('naverpay-', { payMethod: 'CARD', ...naverpay([item]) }),
    'PGProviderError: NAVERPAY does not support CARD.',
  );
  assert.equal(await prepare('naverpay-', naverpay([item])), 'open');
  assert.deepEqual(await paidWith(), ['NAVERPAY', method('NAVERPAY')]);
});
