// PortOne's channels, disputes and list of payments, read by the official package, and the browser's request.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { start, startShop } from './shop.ts';

const shop = await startShop();
const { portone } = shop;
const { storeId } = shop.credentials.portone;

beforeEach(() => shop.control('/reset'));

const register = (paymentId: string) =>
  portone.preRegisterPayment({ paymentId, totalAmount: 1200, currency: 'KRW' });
const act = (paymentId: string, action: string, body = {}) =>
  shop.control(`/pg/orders/${paymentId}/${action}`, body);
const REQUEST = {
  storeId,
  channelKey: 'channel-key-live',
  paymentId: 'H1',
  orderName: 'Gems',
  totalAmount: 1200,
  currency: 'KRW',
  payMethod: 'CARD',
};
const prepare = async (more: object, mobile = false) => {
  const body = JSON.stringify({ data: { ...REQUEST, ...more }, mobile });
  const response = await fetch(`${shop.url}/pay/portone/prepare`, { method: 'POST', body });
  const answer = (await response.json()) as Record<string, string>;
  return { status: response.status, body: answer };
};

test('one store has live and test channels', async () => {
  for (const [paymentId, channel] of [
    ['H1', 'LIVE'],
    ['H2', 'TEST'],
  ] as const) {
    await register(paymentId);
    const { test: isTest } = await act(paymentId, 'pay', { channel });
    const payment = await portone.getPayment({ paymentId });
    assert.ok(payment.status === 'PAID');
    assert.deepEqual([payment.storeId, payment.channel.type], [storeId, channel]);
    assert.equal(isTest, channel === 'TEST');
  }
});

test('a dispute is resolved without a winner; who loses it has the payment cancelled', async () => {
  await register('H1');
  await act('H1', 'pay');
  await act('H1', 'dispute', { reason: 'not mine' });
  const disputed = await portone.getPayment({ paymentId: 'H1' });
  assert.ok(disputed.status === 'PAID');
  const at = new Date(start).toISOString();
  const [dispute] = disputed.disputes;
  assert.deepEqual(disputed.disputes, [
    {
      status: 'UNRESOLVED',
      pgDisputeId: dispute?.pgDisputeId,
      reason: 'not mine',
      createdAt: at,
    },
  ]);
  await act('H1', 'dispute/win');
  const won = await portone.getPayment({ paymentId: 'H1' });
  assert.ok(won.status === 'PAID');
  assert.deepEqual([won.disputes[0]?.status, won.disputes[0]?.resolvedAt], ['RESOLVED', at]);
  await act('H1', 'dispute');
  await act('H1', 'dispute/lose');
  assert.equal((await portone.getPayment({ paymentId: 'H1' })).status, 'CANCELLED');
});

test('payments are listed by status, time and kind of money, in pages', async () => {
  for (const paymentId of ['H1', 'H2', 'H3']) {
    await register(paymentId);
    await act(paymentId, 'pay', paymentId === 'H3' ? { channel: 'TEST' } : {});
  }
  await act('H2', 'refund');
  const list = async (filter: object, page = {}) => {
    const { items } = await portone.getPayments({ filter, page });
    return items.map((item) => ('id' in item ? item.id : ''));
  };
  const oldest = { sortBy: 'REQUESTED_AT', sortOrder: 'ASC' };
  assert.deepEqual(await list(oldest), ['H1', 'H2', 'H3']);
  assert.deepEqual(await list({ ...oldest, status: ['CANCELLED'] }), ['H2']);
  assert.deepEqual(await list({ ...oldest, isTest: true }), ['H3']);
  assert.deepEqual(await list({ until: new Date(start - 1).toISOString() }), []);
  const pages = [0, 1, 2, 3].map((number) => list(oldest, { number, size: 1 }));
  assert.deepEqual((await Promise.all(pages)).flat().sort(), ['H1', 'H2', 'H3']);
  await assert.rejects(list({ storeId: 'store-other' }));
});

const REFUSALS: readonly [more: object, code: string, message: string][] = [
  [{ payMethod: undefined }, 'RequestParseFailed', 'payMethod is required.'],
  [{ totalAmount: '1200' }, 'RequestParseFailed', 'totalAmount must be an integer of at least 1.'],
  [{ storeId: 'store-other' }, 'StoreNotFound', 'There is no store store-other.'],
  [{ channelKey: 'other' }, 'ChannelNotFound', 'There is no channel with this key.'],
  [
    { channelKey: 'channel-key-kakaopay-live' },
    'PGProviderError',
    'KAKAOPAY does not support CARD.',
  ],
  [
    { channelKey: 'channel-key-inicis-live', customer: { fullName: 'Kim' } },
    'PGProviderError',
    'INICIS_V2 requires customer.phoneNumber, customer.email.',
  ],
  [
    { payMethod: 'VIRTUAL_ACCOUNT' },
    'PGProviderError',
    'virtualAccount.accountExpiry is required for VIRTUAL_ACCOUNT.',
  ],
  [{ totalAmount: 1 }, 'AmountNotEqualToPredefined', 'totalAmount was registered otherwise.'],
];
for (const [more, code, message] of REFUSALS) {
  test(`the browser's request is refused: ${message}`, async () => {
    await register('H1');
    const answer = await prepare(more);
    assert.deepEqual([answer.status, answer.body.code, answer.body.message], [400, code, message]);
  });
}

test('the window is a frame at a desk and a page on a phone, which needs a way back', async () => {
  await register('H1');
  assert.equal((await prepare({})).body.windowType, 'IFRAME');
  assert.equal((await prepare({}, true)).body.code, 'RequestParseFailed');
  const phone = await prepare({ redirectUrl: 'https://shop.example/back' }, true);
  assert.equal(phone.body.windowType, 'REDIRECTION');
  await act('H1', 'pay');
  assert.equal((await prepare({})).body.code, 'PaymentAlreadyPaid');
});
