// Sales outside of the App Store: the token of the app, the report about it, and Apple's question without one.
import assert from 'node:assert/strict';
import { createPrivateKey, sign } from 'node:crypto';
import { test } from 'node:test';
import { freshMarkets } from '../support/fresh-markets.ts';
import { startAppStore } from './apple-store.ts';
import { openReceiver } from './webhook-receiver.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const dayMs = 86_400_000;
const store = await startAppStore({ now: () => start, state: await freshMarkets() });
const bundleId = 'com.tollgate.demo';
const requestIdentifier = '5f1a2f4c-8d7f-4b5c-9a3e-0b1c2d3e4f50';

/** Apple's library does not know this API; its calls carry the same token. */
function bearer(): string {
  const { privateKey, keyId, issuerId } = store.credentials;
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuerId, iat, exp: iat + 300, aud: 'appstoreconnect-v1', bid: bundleId };
  const content = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
async function call(method: string, path: string, body?: object, environment = 'production') {
  const address = `${store.url}/apple/${environment}/externalPurchase/v1/reports${path}`;
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${bearer()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
  return { status: response.status, body: (await response.json()) as any };
}
const issue = async (environment = 'Production') =>
  store.control('/apple/external-tokens', { environment });

const sale = {
  lineItemId: 'line-1',
  creationDate: start,
  eventType: 'BUY',
  productType: 'ONE_TIME_BUY',
  productIdentifier: 'gems',
  quantity: 1,
  pricingCurrency: 'EUR',
  reportingCurrency: 'EUR',
  amountTaxExclusive: 10_000,
  amountTaxInclusive: 12_000,
  netAmountTaxExclusive: 10_000,
  taxAmount: 2_000,
  taxCountry: 'DEU',
};
const refund = {
  ...{ ...sale, lineItemId: 'line-2', eventType: 'REFUND', referenceLineItemId: 'line-1' },
};
let reports = 0;
const newReport = (externalPurchaseId: string, more: object = {}) => ({
  requestIdentifier: requestIdentifier.replace(/..$/, String(10 + reports++)),
  externalPurchaseId,
  status: 'LINE_ITEM',
  lineItems: [sale],
  ...more,
});
const problems = async (report: object) => {
  const { status, body } = await call('PUT', '', report);
  assert.equal(status, 400);
  return body.errors.map(({ field, error }: Record<string, string>) => `${field} ${error}`);
};

test('a sale is reported, read back, corrected, refunded', async () => {
  const { externalPurchaseId, token } = await issue();
  assert.deepEqual(JSON.parse(Buffer.from(token, 'base64url').toString()), {
    externalPurchaseId,
    appAppleId: 1_234_567_890,
    bundleId,
    tokenCreationDate: start,
  });
  const report = newReport(externalPurchaseId);
  const taken = { status: 200, body: { requestIdentifier: report.requestIdentifier } };
  assert.deepEqual(await call('PUT', '', report), taken);
  // Sent again after a lost answer.
  assert.deepEqual(await call('PUT', '', report), taken);
  const path = `/${report.requestIdentifier}`;
  assert.deepEqual(await call('GET', path), { status: 200, body: report });
  assert.equal((await call('GET', path, undefined, 'sandbox')).status, 404);
  assert.deepEqual(await problems({ ...report, status: 'NO_LINE_ITEM' }), [
    'requestIdentifier DuplicateValueError',
  ]);
  assert.deepEqual(await problems(newReport(externalPurchaseId)), [
    'lineItemId DuplicateValueError',
  ]);
  const corrected = { ...sale, restatement: true, erroneouslySubmitted: true };
  const more = newReport(externalPurchaseId, { lineItems: [corrected, refund] });
  assert.equal((await call('PUT', '', more)).status, 200);
  assert.deepEqual(
    await problems(newReport(externalPurchaseId, { status: 'NO_LINE_ITEM', lineItems: undefined })),
    ['status LineItemStatusRegressionError'],
  );
  const listed = (await store.call('GET', '/control/apple/external-reports')).body.reports;
  assert.deepEqual(listed, [
    { environment: 'Production', bundleId, reportedAt: start, ...report },
    { environment: 'Production', bundleId, reportedAt: start, ...more },
  ]);
});

test('a token without a sale, unknown, or twice is reported without items', async () => {
  for (const status of ['NO_LINE_ITEM', 'UNRECOGNIZED_TOKEN', 'DUPLICATE_TOKEN']) {
    const { externalPurchaseId } = await issue();
    const report = newReport(externalPurchaseId, { status });
    assert.deepEqual(await problems(report), ['lineItems LineItemsNotAllowedForStatusError']);
    // Nothing was taken: the same identifier serves again.
    assert.equal((await call('PUT', '', { ...report, lineItems: undefined })).status, 200);
  }
});

test('what is wrong is named, and nothing of the report is taken', async () => {
  await store.control('/reset');
  const { externalPurchaseId } = await issue();
  const of = (lineItem: object) => newReport(externalPurchaseId, { lineItems: [lineItem] });
  const wrong: readonly (readonly [report: object, problem: string])[] = [
    [newReport('other'), 'externalPurchaseId InvalidValueError'],
    [
      newReport((await issue('Sandbox')).externalPurchaseId),
      'externalPurchaseId InvalidValueError',
    ],
    [
      { ...newReport(externalPurchaseId), requestIdentifier: '1' },
      'requestIdentifier InvalidValueError',
    ],
    [newReport(externalPurchaseId, { status: 'SOLD' }), 'status InvalidValueError'],
    [newReport(externalPurchaseId, { lineItems: [] }), 'lineItems MissingLineItemsForStatusError'],
    [of({ ...sale, lineItemId: '' }), 'lineItemId InvalidValueError'],
    [
      of({ ...sale, reportingCurrency: 'XAU', exchangeRate: 2 }),
      'reportingCurrency InvalidValueError',
    ],
    [of({ ...sale, pricingCurrency: 'UYU' }), 'exchangeRate InvalidValueError'],
    [of({ ...sale, exchangeRate: 1 }), 'exchangeRate InvalidValueError'],
    [of({ ...sale, creationDate: start + 1 }), 'creationDate InvalidValueError'],
    [of({ ...sale, netAmountTaxExclusive: 10_001 }), 'netAmountTaxExclusive InvalidValueError'],
    [of({ ...sale, taxCountry: 'XXX' }), 'taxCountry InvalidValueError'],
    [of({ ...sale, taxCountry: 'DE' }), 'taxCountry InvalidValueError'],
    [of({ ...sale, quantity: 0 }), 'quantity InvalidValueError'],
    [of({ ...sale, taxAmount: 1 }), 'amountTaxInclusive AmountMismatchError'],
    [of(refund), 'referenceLineItemId ReferencedLineItemNotFoundError'],
    [of({ ...sale, restatement: true }), 'lineItemId RestatedLineItemNotFoundError'],
    [
      of({ ...sale, erroneouslySubmitted: true }),
      'erroneouslySubmitted ErroneouslySubmittedNotRestatementError',
    ],
  ];
  for (const [report, problem] of wrong) assert.deepEqual(await problems(report), [problem]);
  const { body } = await store.call('GET', '/control/apple/external-reports');
  assert.deepEqual(body.reports, []);
});

test('ten days after an unreported token Apple asks for it, once', async () => {
  await store.control('/reset');
  const receiver = await openReceiver();
  const environment = 'Sandbox';
  await store.control('/apple/notifications', { environment, url: receiver.url });
  const silent = await issue(environment);
  const told = await issue(environment);
  const report = newReport(told.externalPurchaseId);
  assert.equal((await call('PUT', '', report, 'sandbox')).status, 200);
  const saved = (await store.call('GET', '/control/export')).body;
  await store.control('/import', saved);
  store.clock.advance(10 * dayMs - 1);
  assert.equal(receiver.pending(), 0);
  store.clock.advance(1);
  const { signedPayload } = JSON.parse((await receiver.next()).body);
  const { subtype, externalPurchaseToken } =
    await store.verifySandbox.verifyAndDecodeNotification(signedPayload);
  assert.equal(subtype, 'UNREPORTED');
  assert.deepEqual(externalPurchaseToken, {
    externalPurchaseId: silent.externalPurchaseId,
    tokenCreationDate: start,
    appAppleId: 1_234_567_890,
    bundleId,
  });
  assert.match(silent.externalPurchaseId, /^SANDBOX_/);
  // A token that nobody knows is answered too.
  const asked = await store.control('/apple/external-purchases', { environment });
  const answer = newReport(asked.externalPurchaseId, {
    status: 'UNRECOGNIZED_TOKEN',
    lineItems: undefined,
  });
  assert.equal((await call('PUT', '', answer, 'sandbox')).status, 200);
  store.clock.advance(20 * dayMs);
  const { body } = await store.call('GET', '/control/apple/notifications');
  assert.equal(body.notifications.length, 2);
});
