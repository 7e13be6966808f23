// Sales outside of Google Play, reported to it with Google's own client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, packageName, startPlay, startTime } from './google-play.ts';
import { problemsOf } from './vendor-types.ts';

const play = await startPlay();
const { externaltransactions: api } = play.api;
const parent = `applications/${packageName}`;

const eur = (priceMicros: string) => ({ priceMicros, currency: 'EUR' });
const newToken = async (more: object = {}): Promise<string> =>
  (await play.control('/google/external-tokens', more)).externalTransactionToken;
const sale = async (more: object = {}) => ({
  originalPreTaxAmount: eur('10000000'),
  originalTaxAmount: eur('2000000'),
  transactionTime: startTime,
  userTaxAddress: { regionCode: 'DE' },
  oneTimeTransaction: { externalTransactionToken: await newToken() },
  ...more,
});
const report = async (externalTransactionId: string, requestBody: object) =>
  (await api.createexternaltransaction({ parent, externalTransactionId, requestBody })).data;
const read = async (id: string) =>
  (await api.getexternaltransaction({ name: `${parent}/externalTransactions/${id}` })).data;
const refund = async (id: string, requestBody: object) =>
  (
    await api.refundexternaltransaction({
      name: `${parent}/externalTransactions/${id}`,
      requestBody: { refundTime: startTime, ...requestBody },
    })
  ).data;

test('a sale is reported once and read back without its token', async () => {
  const reported = await report('sale-1', await sale());
  assert.deepEqual(reported, {
    packageName,
    externalTransactionId: 'sale-1',
    originalPreTaxAmount: eur('10000000'),
    originalTaxAmount: eur('2000000'),
    currentPreTaxAmount: eur('10000000'),
    currentTaxAmount: eur('2000000'),
    oneTimeTransaction: {},
    transactionTime: startTime,
    createTime: startTime,
    transactionState: 'TRANSACTION_REPORTED',
    userTaxAddress: { regionCode: 'DE' },
  });
  assert.deepEqual(await read('sale-1'), reported);
  const again = await failure(report('sale-1', await sale()));
  assert.deepEqual([again.status, again.body.error.errors[0].reason], [409, 'alreadyExists']);
  const type = `With<Google.Schema$ExternalTransaction, 'externalTransactionId' | 'createTime' |
    'originalPreTaxAmount' | 'originalTaxAmount' | 'transactionState' | 'userTaxAddress'>`;
  assert.deepEqual(await problemsOf([{ of: 'sale', type, value: reported }]), []);
});

test('refunds take from the amounts, each once', async () => {
  await report('sale-2', await sale());
  const partialRefund = { refundId: 'r1', refundPreTaxAmount: eur('4000000') };
  const part = await refund('sale-2', { partialRefund });
  assert.deepEqual(
    [part.currentPreTaxAmount, part.currentTaxAmount, part.transactionState],
    [eur('6000000'), eur('1200000'), 'TRANSACTION_REPORTED'],
  );
  assert.equal((await failure(refund('sale-2', { partialRefund }))).status, 400);
  const tooMuch = { refundId: 'r2', refundPreTaxAmount: eur('6000000') };
  assert.equal((await failure(refund('sale-2', { partialRefund: tooMuch }))).status, 400);
  const whole = await refund('sale-2', { fullRefund: {} });
  assert.deepEqual(
    [whole.currentPreTaxAmount, whole.currentTaxAmount, whole.transactionState],
    [eur('0'), eur('0'), 'TRANSACTION_CANCELED'],
  );
  assert.equal((await failure(refund('sale-2', { fullRefund: {} }))).status, 400);
});

test('a renewal names the first sale of its series', async () => {
  const externalSubscription = { subscriptionType: 'RECURRING' };
  const externalTransactionToken = await newToken({ test: true });
  const first = await report(
    'sub-1',
    await sale({
      oneTimeTransaction: undefined,
      recurringTransaction: { externalTransactionToken, externalSubscription },
    }),
  );
  assert.deepEqual(first.recurringTransaction, { externalSubscription });
  assert.deepEqual(first.testPurchase, {});
  const recurringTransaction = { initialExternalTransactionId: 'sub-1', externalSubscription };
  const renewal = { oneTimeTransaction: undefined, recurringTransaction };
  const second = await report('sub-2', await sale(renewal));
  assert.deepEqual(second.recurringTransaction, recurringTransaction);
});

const REFUSALS: readonly (readonly [location: string, more: object])[] = [
  ['externalTransactionToken', { oneTimeTransaction: { externalTransactionToken: 'other' } }],
  ['transactionType', { oneTimeTransaction: undefined }],
  ['transactionTime', { transactionTime: '2026-03-02T00:00:00Z' }],
  ['userTaxAddress.regionCode', { userTaxAddress: {} }],
  ['originalPreTaxAmount.priceMicros', { originalPreTaxAmount: { currency: 'EUR' } }],
  ['originalTaxAmount.currency', { originalTaxAmount: { priceMicros: '1', currency: 'USD' } }],
  [
    'recurringTransaction.initialExternalTransactionId',
    {
      oneTimeTransaction: undefined,
      recurringTransaction: {
        initialExternalTransactionId: 'none',
        externalSubscription: { subscriptionType: 'RECURRING' },
      },
    },
  ],
];
for (const [location, more] of REFUSALS) {
  test(`a report is refused for its ${location}`, async () => {
    const { status, body } = await failure(report('refused', await sale(more)));
    assert.deepEqual([status, body.error.errors[0].location], [400, location]);
    assert.equal((await failure(read('refused'))).status, 404);
  });
}

test('another package does not know the sale, and a state file keeps it', async () => {
  const name = 'applications/com.example.other/externalTransactions/sale-1';
  assert.equal((await failure(api.getexternaltransaction({ name }))).status, 404);
  const saved = (await play.call('GET', '/control/export')).body;
  await play.control('/reset');
  const list = async () =>
    (await play.call('GET', '/control/google/external-transactions')).body.externalTransactions;
  assert.deepEqual(await list(), []);
  await play.control('/import', saved);
  assert.equal((await list()).length, 4);
});
