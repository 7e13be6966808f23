// Client of Amazon's Receipt Verification Service (RVS 1.0). The secret is part of its addresses, so none may be logged.
import type { Logger } from 'pino';
import { type Fields, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import { accessOf, type MarketRejection, type OnAccess, type Unavailable } from '../market.ts';
import { keep } from '../redact.ts';
import type { AmazonReceipt } from './receipt.ts';
import type { AmazonApp } from './settings.ts';

const PRODUCT_TYPES = ['CONSUMABLE', 'ENTITLED', 'SUBSCRIPTION'] as const;

export interface AmazonPurchase {
  readonly receiptId: string;
  readonly productId: string;
  readonly productType: (typeof PRODUCT_TYPES)[number];
  readonly quantity: number;
  readonly isTest: boolean;
  readonly purchaseDate: number | null;
  /** Set when the buyer has lost it: given back, or a subscription that has ended. */
  readonly cancelDate: number | null;
  readonly resource: Fields;
}

export type ReadAmazon = (
  app: AmazonApp,
  receipt: AmazonReceipt,
) => Promise<AmazonPurchase | MarketRejection | Unavailable>;

export interface AmazonOptions {
  readonly http: MarketHttp;
  /** Receipts of the App Tester are in the sandbox. */
  readonly hosts: Readonly<Record<AmazonApp['environment'], string>>;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

const OPERATION = 'amazon.receipt';

export function createAmazonApi({ http, hosts, log, onAccess }: AmazonOptions): ReadAmazon {
  return async (app, receipt) => {
    const { shared_secret: secret } = app.secrets;
    if (secret === undefined) return { unavailable: 'the app has no shared secret' };
    const { userId, receiptId } = receipt;
    const path = `developer/${segment(secret)}/user/${segment(userId)}/receiptId/${segment(receiptId)}`;
    const answer = await http.call({
      market: 'AMAZON',
      appid: app.appid,
      operation: OPERATION,
      method: 'GET',
      url: `${hosts[app.environment]}/version/1.0/verifyReceiptId/${path}`,
      repeatable: true,
    });
    if ('unreachable' in answer) {
      // What the client says of a failure could hold the address.
      const reason = answer.unreachable.replaceAll(segment(secret), '…').replaceAll(secret, '…');
      return { unavailable: `Amazon is unreachable: ${reason}` };
    }
    const read = readAnswer(answer, receiptId);
    const noted = accessOf(OPERATION, read);
    if (noted) onAccess?.(app, 'AMAZON', noted);
    if ('unavailable' in read && read.alarm) {
      const subject = { app: app.appid, call: OPERATION, reason: read.unavailable };
      log.error(subject, 'Amazon rejected the shared secret; check the market settings');
    }
    return read;
  };
}

/** Amazon's own examples leave colons and equals signs as they are. */
const segment = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%3D', '=');

const [OK, BAD_RECEIPT, GONE, BAD_SECRET, BAD_USER] = [200, 400, 410, 496, 497];

function readAnswer(
  { status, text }: MarketAnswer,
  receiptId: string,
): AmazonPurchase | MarketRejection | Unavailable {
  switch (status) {
    case OK:
      return readPurchase(parseFields(text), receiptId);
    case BAD_RECEIPT:
      return rejected(status, 'Amazon has no such receipt.');
    case BAD_USER:
      return rejected(status, 'Amazon knows no such user, or the receipt is of another one.');
    case GONE:
      return { ...rejected(status, 'The purchase is no longer valid at Amazon.'), isGone: true };
    case BAD_SECRET:
      return { unavailable: `Amazon answered ${status}: invalid secret`, alarm: 'credentials' };
    default:
      return { unavailable: `Amazon answered ${status}` };
  }
}

const rejected = (status: number, detail: string): MarketRejection => ({
  rejected: 'INVALID_RECEIPT',
  detail,
  answer: { status },
});

function readPurchase(
  found: Fields | undefined,
  receiptId: string,
): AmazonPurchase | MarketRejection | Unavailable {
  if (!found) return { unavailable: 'Amazon did not answer with JSON' };
  const productId = textOf(found.productId);
  const productType = PRODUCT_TYPES.find((each) => each === found.productType);
  const isAnswer = found.receiptId === receiptId && productId !== undefined;
  if (!isAnswer || productType === undefined) {
    return { unavailable: 'Amazon answered with an unknown form of a purchase' };
  }
  const { quantity } = found;
  return {
    receiptId,
    productId,
    productType,
    quantity: Number.isSafeInteger(quantity) && Number(quantity) > 0 ? Number(quantity) : 1,
    isTest: found.testTransaction === true || found.betaProduct === true,
    purchaseDate: timeOf(found.purchaseDate),
    cancelDate: timeOf(found.cancelDate),
    resource: keep(found, KEPT),
  };
}

export const timeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;

const KEPT = {
  receiptId: true,
  productId: true,
  parentProductId: true,
  productType: true,
  quantity: true,
  purchaseDate: true,
  cancelDate: true,
  cancelReason: true,
  testTransaction: true,
  betaProduct: true,
  autoRenewing: true,
  renewalDate: true,
  gracePeriodEndDate: true,
  freeTrialEndDate: true,
  term: true,
  termSku: true,
  deferredDate: true,
  deferredSku: true,
} as const;
