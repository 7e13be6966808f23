// Client of Samsung's receipt call (IAP server API v6), which asks for no credentials.
import { type Fields, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import { accessOf, type MarketRejection, type OnAccess, type Unavailable } from '../market.ts';
import { keep } from '../redact.ts';
import type { SamsungApp } from './settings.ts';

export interface SamsungPurchase {
  readonly paymentId: string;
  readonly orderId: string | null;
  readonly itemId: string;
  /** Null where Samsung leaves it out: it does so of cancelled purchases. */
  readonly packageName: string | null;
  readonly isCancelled: boolean;
  readonly isTest: boolean;
  readonly resource: Fields;
}

export type ReadSamsung = (
  app: SamsungApp,
  purchaseId: string,
) => Promise<SamsungPurchase | MarketRejection | Unavailable>;

export interface SamsungOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly onAccess?: OnAccess | undefined;
}

const OPERATION = 'samsung.receipt';
const PURCHASE_ID = /^[\w.=-]{16,256}$/;

export function createSamsungApi({ http, url, onAccess }: SamsungOptions): ReadSamsung {
  return async (app, purchaseId) => {
    if (!PURCHASE_ID.test(purchaseId)) return neverIssued;
    const answer = await http.call({
      market: 'SAMSUNG',
      appid: app.appid,
      operation: OPERATION,
      method: 'GET',
      url: `${url}/iap/v6/receipt?purchaseID=${encodeURIComponent(purchaseId)}`,
      repeatable: true,
    });
    if ('unreachable' in answer) {
      return { unavailable: `Samsung is unreachable: ${answer.unreachable}` };
    }
    const read = readAnswer(answer);
    const noted = accessOf(OPERATION, read);
    if (noted) onAccess?.(app, 'SAMSUNG', noted);
    return read;
  };
}

const neverIssued: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt has a format that Samsung never issues. Send the purchase ID.',
};

const NO_SUCH_ORDER = 9135;

export function readAnswer({
  status,
  text,
}: Pick<MarketAnswer, 'status' | 'text'>): SamsungPurchase | MarketRejection | Unavailable {
  const found = status === 200 ? parseFields(text) : undefined;
  if (!found) return { unavailable: `Samsung answered ${status} without a receipt` };
  const { status: state, errorCode } = found;
  if (state === 'fail' && Number(errorCode) === NO_SUCH_ORDER) {
    const answer = { status: state, errorCode };
    return { rejected: 'INVALID_RECEIPT', detail: 'Samsung has no such purchase.', answer };
  }
  // What other codes are about is not documented, so they decide nothing.
  if (state === 'fail') return { unavailable: `Samsung answered fail ${errorCode}` };
  const [paymentId, itemId] = [textOf(found.paymentId), textOf(found.itemId)];
  const isKnown = state === 'success' || state === 'cancel';
  const isTest = found.mode === 'TEST';
  if (!isKnown || !paymentId || !itemId || !(isTest || found.mode === 'PRODUCTION')) {
    return { unavailable: 'Samsung answered with an unknown form of a receipt' };
  }
  return {
    paymentId,
    itemId,
    orderId: textOf(found.orderId) ?? null,
    packageName: textOf(found.packageName) ?? null,
    isCancelled: state === 'cancel',
    isTest,
    resource: keep(found, KEPT),
  };
}

const KEPT = {
  itemId: true,
  itemType: true,
  paymentId: true,
  orderId: true,
  packageName: true,
  purchaseDate: true,
  paymentAmount: true,
  currencyCode: true,
  status: true,
  mode: true,
  consumeYN: true,
  consumeDate: true,
  acknowledgeYN: true,
  acknowledgeDate: true,
} as const;
