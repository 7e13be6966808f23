// What the history tests share: an app with recorded purchases, and the calls that list them.
import { randomUUID } from 'node:crypto';
import { timeOrderedId } from '../../../src/base/ids.ts';
import type { NewPurchase } from '../../../src/payment/ledger/numbers.ts';
import type { RecordedPurchase } from '../../../src/payment/ledger/purchases.ts';
import type { PurchaseName } from '../../../src/payment/ledger/purchases-store.ts';
import { type Cancellation, refundIf } from '../../../src/payment/markets/cancellation.ts';
import type { Service } from '../../../src/service.ts';
import type { PurchaseTable } from '../../../src/storage/schema.ts';
import { type Answer, type Gate, inject, type TestApp } from '../../support/harness.ts';
import { ACCOUNT, PRODUCT } from '../shop.ts';

export const TRANSACTIONS = '/payment/v1/transactions';
export const DAY = 86_400_000;

export const iso = (at: number): string => new Date(at).toISOString();

type Headers = Record<string, string>;

interface Fields extends Partial<NewPurchase> {
  readonly refunded?: boolean;
}

export interface Ledger {
  readonly app: TestApp;
  readonly server: Headers;
  /** Through the same door as every verified purchase. */
  record(fields?: Fields, service?: Service): Promise<PurchaseTable>;
  /** What a market says of a refund or dispute. */
  report(purchase: PurchaseName, report: Cancellation): Promise<unknown>;
  /** Purchases at APPLE of the last 29 days, unless the fields say otherwise. */
  list(fields?: object, headers?: Headers, service?: Service): Promise<Answer>;
  login(playerId: number | bigint, accountUuid?: string): Promise<Headers>;
}

export async function openLedger(gate: Gate, known?: TestApp): Promise<Ledger> {
  const app = known ?? (await gate.createApp());
  const { appid } = app;
  const server = { 'x-app-id': appid, authorization: `Bearer ${await gate.token(app)}` };
  return {
    app,
    server,
    async record({ refunded = false, ...fields } = {}, { context, payment } = gate.service) {
      const purchase = newPurchase({ appid, ...fields }, context.clock());
      const cancellations = refundIf(refunded);
      const update = { appid: purchase.appid, purchases: [{ purchase, cancellations }] };
      const [recorded] = (await payment.ledger.apply(update)).purchases;
      return (recorded as RecordedPurchase).purchase;
    },
    report: ({ provider, unique_key }, report) =>
      gate.service.payment.ledger.apply({
        appid,
        cancellations: [{ purchase: { provider, unique_key }, report }],
      }),
    list: (fields = {}, headers = server, service = gate.service) =>
      inject(
        service,
        'POST',
        TRANSACTIONS,
        { providerId: 'APPLE', startDate: iso(gate.now - 29 * DAY), ...fields },
        headers,
      ),
    async login(player_id, account_uuid) {
      const answer = await gate.post('/auth/v1/login', { appid, player_id, account_uuid }, server);
      return { 'x-app-id': appid, authorization: `Bearer ${answer.body.access_token}` };
    },
  };
}

export function newPurchase(
  fields: Partial<NewPurchase> & Pick<NewPurchase, 'appid'>,
  now: number,
): NewPurchase {
  const id = fields.provider_transaction_id ?? randomUUID();
  return {
    provider: 'APPLE',
    unique_key: id,
    payment_key: null,
    transaction_id: timeOrderedId(now),
    provider_transaction_id: id,
    store_transaction_id: id,
    product_id: PRODUCT,
    quantity: 1,
    price: '9.99',
    currency: 'USD',
    test: 0,
    account_uuid: ACCOUNT,
    account_compare: 1,
    payload: null,
    price_verify_key: null,
    receipt: id,
    receipt_hash: id,
    market_result: null,
    purchased_at: now,
    purchase_date_source: 'STORE_PAYMENT',
    request_type: 1,
    app_version: null,
    country: null,
    language: null,
    server_id: null,
    project_info: null,
    delivery: null,
    delivery_at: null,
    kind: 'consumable',
    claimed: 1,
    claimed_by: null,
    claimed_at: now,
    subscription_id: null,
    ownership: null,
    permanent: null,
    consumption: null,
    ...fields,
  };
}

/** A purchase as the history shows it. */
export const itemOf = (row: PurchaseTable) => ({
  providerId: row.provider,
  purchaseAmount: row.price ?? '',
  purchaseCurrency: row.currency ?? '',
  purchaseDate: iso(row.purchased_at ?? row.verified_at),
  purchaseDateSource: row.purchase_date_source,
  storeTransactionId: row.provider_transaction_id,
  transactionId: row.transaction_id,
  verifiedDate: iso(row.verified_at),
});

export const LAST_PAGE = {
  page: { hasNext: false, nextCursor: null, hasPrevious: null, previousCursor: null },
};

/** The transaction ids of every page from the first on; `sizeOf` says how long each one may be. */
export async function readPages(
  list: (fields: object) => Promise<Answer>,
  sizeOf: (page: number) => number,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const { status, body } = await list({ size: sizeOf(page), ...(cursor && { cursor }) });
    if (status !== 200) throw new Error(`page ${page}: ${JSON.stringify(body)}`);
    ids.push(...body.data.map((item: { transactionId: string }) => item.transactionId));
    if (!body.meta.page.hasNext) return ids;
    cursor = body.meta.page.nextCursor;
  }
}
