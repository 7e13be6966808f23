// Client of the ONE store IAP server API (V7), with the meaning of its errors.
import type { Logger } from 'pino';
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts';
import type { MarketAnswer, MarketHttp } from '../http.ts';
import { accessOf, type MarketRejection, type OnAccess, type Unavailable } from '../market.ts';
import type { OnestoreAccess } from './access.ts';
import type { OnestoreApp } from './settings.ts';

/** How a purchase is named in addresses. */
export interface PurchaseName {
  readonly productId: string;
  readonly purchaseToken: string;
}

export interface OnestorePurchase {
  readonly purchaseId: string;
  readonly isCancelled: boolean;
  readonly isAcknowledged: boolean;
  readonly isConsumed: boolean;
  readonly purchasedAt: number | null;
  readonly quantity: number;
  readonly resource: Fields;
}

export type Grant = 'acknowledge' | 'consume';

export interface Onestore {
  purchase(
    app: OnestoreApp,
    name: PurchaseName,
  ): Promise<OnestorePurchase | MarketRejection | Unavailable>;
  grant(
    app: OnestoreApp,
    grant: Grant,
    name: PurchaseName,
  ): Promise<'done' | MarketRejection | Unavailable>;
}

export interface OnestoreOptions {
  readonly http: MarketHttp;
  readonly access: OnestoreAccess;
  /** Purchases and tokens of the sandbox are apart. */
  readonly hosts: Readonly<Record<OnestoreApp['environment'], string>>;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

interface Call {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Below the app. */
  readonly path: string;
}

type ApiAnswer = { readonly found: Fields } | { readonly error: string } | Unavailable;

export function createOnestoreApi(options: OnestoreOptions): Onestore {
  const { http, access, log, onAccess } = options;

  async function send(app: OnestoreApp, { operation, method, path }: Call): Promise<ApiAnswer> {
    const { client_id, market_code } = app.settings;
    const host = options.hosts[app.environment];
    for (let again = false; ; again = true) {
      const token = await access.tokenOf(app, host);
      if ('unavailable' in token) return token;
      const answer = await http.call({
        market: 'ONESTORE',
        appid: app.appid,
        operation,
        method,
        url: `${host}/v7/apps/${encodeURIComponent(client_id)}/purchases${path}`,
        headers: {
          authorization: `Bearer ${token.text}`,
          'content-type': 'application/json',
          'x-market-code': market_code,
        },
        ...(method === 'POST' && { body: '{}' }),
        // Acknowledging or consuming twice changes nothing.
        repeatable: true,
      });
      if ('unreachable' in answer) {
        return { unavailable: `ONE store is unreachable: ${answer.unreachable}` };
      }
      if (answer.status !== 401 || again) return readAnswer(answer);
      // A token may end early, so the call is made again with a new one.
      access.forget(app, host, token);
    }
  }

  async function ask(app: OnestoreApp, call: Call): Promise<ApiAnswer> {
    const answer = await send(app, call);
    const noted = accessOf(call.operation, answer);
    if (noted) onAccess?.(app, 'ONESTORE', noted);
    if ('unavailable' in answer && answer.alarm) {
      const subject = { app: app.appid, call: call.operation, reason: answer.unavailable };
      log.error(subject, 'ONE store rejected the credentials; check the market settings');
    }
    return answer;
  }

  return {
    async purchase(app, name) {
      const path = pathOf('inapp', name);
      if (path === undefined) return neverIssued;
      const answer = await ask(app, { operation: 'onestore.purchase', method: 'GET', path });
      if ('unavailable' in answer) return answer;
      return 'error' in answer ? unknownPurchase(app, answer.error) : readPurchase(answer.found);
    },
    async grant(app, grant, name) {
      const kind = grant === 'consume' ? 'inapp' : 'all';
      const path = `${pathOf(kind, name)}/${grant}`;
      const answer = await ask(app, { operation: `onestore.${grant}`, method: 'POST', path });
      if ('unavailable' in answer) return answer;
      return 'error' in answer ? notGranted(answer.error) : 'done';
    },
  };
}

/** Undefined for what no address can hold: ONE store answers an encoded slash with a page. */
function pathOf(kind: 'inapp' | 'all', { productId, purchaseToken }: PurchaseName) {
  const isIssued = [productId, purchaseToken].every(
    (part) => SEGMENT.test(part) && !/^\.+$/.test(part),
  );
  if (!isIssued) return undefined;
  return `/${kind}/products/${encodeURIComponent(productId)}/${encodeURIComponent(purchaseToken)}`;
}

/** Printable ASCII without slashes. */
const SEGMENT = /^[!-.0-[\]-~]{1,500}$/;

const neverIssued: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail:
    'The receipt or productId has a format that ONE store never issues. Send the purchase token.',
};

const unknownPurchase = ({ settings }: OnestoreApp, code: string): MarketRejection => ({
  rejected: 'INVALID_RECEIPT',
  detail: `ONE store has no such purchase of the product in ${settings.market_code} (${code}).`,
});

const notGranted = (code: string): MarketRejection => ({
  rejected: 'INVALID_RECEIPT',
  detail: `ONE store answered ${code}`,
});

const [BOUGHT, CANCELLED] = [0, 1];

function readPurchase(found: Fields): OnestorePurchase | Unavailable {
  const { purchaseState, acknowledgeState, consumptionState, quantity, purchaseTime } = found;
  const purchaseId = textOf(found.purchaseId);
  const isKnown = purchaseState === BOUGHT || purchaseState === CANCELLED;
  if (purchaseId === undefined || !isKnown) {
    return { unavailable: 'ONE store answered with an unknown form of a purchase' };
  }
  return {
    purchaseId,
    isCancelled: purchaseState === CANCELLED,
    isAcknowledged: acknowledgeState === 1,
    isConsumed: consumptionState === 1,
    purchasedAt: typeof purchaseTime === 'number' ? purchaseTime : null,
    quantity: Number.isSafeInteger(quantity) && Number(quantity) > 0 ? Number(quantity) : 1,
    resource: found,
  };
}

/** Errors that are about the purchase; others with the same status are about the call. */
const ABOUT_PURCHASE: ReadonlySet<string> = new Set([
  'NoSuchData',
  'InvalidPurchaseState',
  'InvalidConsumeState',
]);

function readAnswer({ status, text }: MarketAnswer): ApiAnswer {
  const body = parseFields(text);
  if (status === 200 && body) return { found: body };
  if (status === 200) return { unavailable: 'ONE store did not answer with JSON' };
  const code = textOf(fieldsOf(body?.error)?.code);
  if (code !== undefined && ABOUT_PURCHASE.has(code)) return { error: code };
  const unavailable = `ONE store answered ${status} ${code ?? ''}`.trim();
  if (code === undefined) return { unavailable };
  if (status === 401) return { unavailable, alarm: 'credentials' };
  return status === 403 ? { unavailable, alarm: 'call' } : { unavailable };
}
