// Client of Steam's microtransaction API, with the meaning of its answers.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { parseJson } from '../../../base/json.ts';
import { amountText } from '../../money.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import type { MarketCall, MarketHttp } from '../http.ts';
import type { MarketApp, Unavailable } from '../market.ts';

export type SteamApp = MarketApp<'STEAM'>;

/** Steam rejected the call. */
export interface SteamFailure {
  readonly failure: number;
  readonly description: string;
}

/** Failures on Steam's side, which decide nothing: operation failed, internal error, no code. */
export const isVague = ({ failure }: SteamFailure): boolean =>
  failure === 2 || failure === 4 || Number.isNaN(failure);

/** No usable answer; `done` is `no` when Steam certainly did nothing. */
export interface SteamSilence extends Unavailable {
  readonly done: 'no' | 'perhaps';
}

interface SteamPurchase {
  readonly orderId: string;
  readonly steamId: string;
  readonly itemId: number;
  readonly quantity: number;
  /** Decimal text of the whole line. */
  readonly amount: string;
  readonly currency: string;
  readonly language: string;
  readonly description: string;
}

export interface SteamOrder {
  readonly orderId: string;
  readonly transactionId: string;
  readonly steamId: string;
  readonly status: string;
  readonly currency: string;
  /** What the player pays, tax included, as decimal text. */
  readonly amount: string;
  readonly quantity: number;
}

/** An order as a report lists it. */
export interface ReportedOrder {
  readonly orderId: string;
  readonly status: string;
  /** When it last changed. */
  readonly at: number;
}

type Asked<T> = Promise<T | SteamFailure | SteamSilence>;

export interface Steam {
  /** The account behind a ticket of GetAuthTicketForWebApi. */
  steamIdOf(
    app: SteamApp,
    ticket: string,
    identity: string | undefined,
  ): Asked<{ steamId: string }>;
  wallet(app: SteamApp, steamId: string): Asked<{ currency: string }>;
  open(app: SteamApp, purchase: SteamPurchase): Asked<{ transactionId: string }>;
  query(app: SteamApp, orderId: string): Asked<SteamOrder>;
  /** Charges the order. Never retried: after a lost answer, `query` shows the result. */
  finalize(app: SteamApp, orderId: string): Asked<{ finalized: true }>;
  /** Paid orders changed since then, oldest change first. */
  report(app: SteamApp, since: number, limit: number): Asked<{ orders: ReportedOrder[] }>;
}

export interface SteamOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
}

type FormFields = Readonly<Record<string, string | number>>;

export function createSteam({ http, url, log }: SteamOptions): Steam {
  async function ask<T>(
    app: SteamApp,
    call: Pick<MarketCall, 'operation' | 'method' | 'repeatable'> & { readonly path: string },
    fields: FormFields,
    read: (params: Fields) => T | undefined,
  ): Asked<T> {
    const { operation, method, repeatable, path } = call;
    const key = app.secrets.publisher_key;
    if (key === undefined) return silence('the app has no publisher key for Steam', 'no');
    const form = new URLSearchParams({ appid: String(app.settings.steam_app_id) });
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const isRead = method === 'GET';
    const answer = await http.call({
      market: 'STEAM',
      appid: app.appid,
      operation,
      method,
      url: `${url}/${path}/${isRead ? `?${form}` : ''}`,
      headers: {
        // A header keeps the key out of URLs, and so out of proxy logs.
        'x-webapi-key': key,
        ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!isRead && { body: form.toString() }),
      repeatable,
    });
    if ('unreachable' in answer) {
      const done = answer.sent ? 'perhaps' : 'no';
      return silence(`Steam is unreachable: ${answer.unreachable}`, done);
    }
    const { status, text } = answer;
    if (status === 401 || status === 403) {
      log.error(
        { app: app.appid, call: operation },
        'Steam rejected the publisher key; check the market settings of the app',
      );
      return { ...silence(`Steam answered ${status}`, 'no'), alarm: true };
    }
    if (status >= 400 && status < 500) return silence(`Steam answered ${status}`, 'no');
    const response = fieldsOf(fieldsOf(parse(text))?.response);
    if (status !== 200 || !response)
      return silence(`Steam answered ${status} in an unknown format`, 'perhaps');
    const error = fieldsOf(response.error);
    if (error) {
      return { failure: Number(error.errorcode), description: textOf(error.errordesc) ?? '' };
    }
    const found = read(fieldsOf(response.params) ?? {});
    return found ?? silence('a field is missing in the answer of Steam', 'perhaps');
  }

  const transactions = ({ environment }: SteamApp): string =>
    environment === 'sandbox' ? 'ISteamMicroTxnSandbox' : 'ISteamMicroTxn';
  const reading = (operation: string, path: string) =>
    ({ operation, path, method: 'GET', repeatable: true }) as const;
  const acting = (operation: string, path: string) =>
    ({ operation, path, method: 'POST', repeatable: false }) as const;

  return {
    steamIdOf: (app, ticket, identity) =>
      ask(
        app,
        reading('steam.ticket', 'ISteamUserAuth/AuthenticateUserTicket/v1'),
        { ticket, ...(identity !== undefined && { identity }) },
        ({ steamid }) => present({ steamId: idText(steamid) }),
      ),
    wallet: (app, steamId) =>
      ask(
        app,
        reading('steam.user', `${transactions(app)}/GetUserInfo/v2`),
        { steamid: steamId },
        ({ currency }) => present({ currency: textOf(currency) }),
      ),
    open: (app, purchase) =>
      ask(
        app,
        acting('steam.init', `${transactions(app)}/InitTxn/v3`),
        {
          orderid: purchase.orderId,
          steamid: purchase.steamId,
          itemcount: 1,
          language: purchase.language,
          currency: purchase.currency,
          'itemid[0]': purchase.itemId,
          'qty[0]': purchase.quantity,
          'amount[0]': new Big(purchase.amount).times(app.settings.amount_divisor).toFixed(),
          'description[0]': purchase.description,
        },
        ({ transid }) => present({ transactionId: idText(transid) }),
      ),
    query: (app, orderId) =>
      ask(
        app,
        reading('steam.query', `${transactions(app)}/QueryTxn/v3`),
        { orderid: orderId },
        (params) => readOrder(app, params),
      ),
    finalize: (app, orderId) =>
      ask(
        app,
        acting('steam.finalize', `${transactions(app)}/FinalizeTxn/v2`),
        { orderid: orderId },
        ({ orderid }) => (idText(orderid) === orderId ? { finalized: true } : undefined),
      ),
    report: (app, since, limit) =>
      ask(
        app,
        reading('steam.report', `${transactions(app)}/GetReport/v5`),
        { time: new Date(since).toISOString(), type: 'GAMESALES', maxresults: limit },
        ({ orders }) => ({
          orders: listOf(orders)
            .map(readReported)
            .filter((each) => !!each),
        }),
      ),
  };
}

function readOrder({ settings }: SteamApp, params: Fields): SteamOrder | undefined {
  const items = listOf(params.items);
  const currency = textOf(params.currency);
  if (currency === undefined || items.length === 0) return undefined;
  // `amount` excludes tax; the player pays both.
  const parts = items.flatMap(({ amount, vat }) => [amount, vat]).map((each) => Number(each ?? 0));
  if (!parts.every(Number.isSafeInteger)) return undefined;
  const total = parts.reduce((sum, part) => sum.plus(part), new Big(0));
  return present({
    orderId: idText(params.orderid),
    transactionId: idText(params.transid),
    steamId: idText(params.steamid),
    status: textOf(params.status),
    currency,
    amount: amountText(total.div(settings.amount_divisor), currency),
    quantity: Number(items[0]?.qty ?? 1),
  });
}

function readReported({ orderid, status, time }: Fields): ReportedOrder | undefined {
  const at = Date.parse(textOf(time) ?? '');
  return present({
    orderId: idText(orderid),
    status: textOf(status),
    at: Number.isNaN(at) ? undefined : at,
  });
}

const silence = (unavailable: string, done: SteamSilence['done']): SteamSilence => ({
  unavailable,
  done,
});

/** 64-bit numbers come as text, smaller ones as numbers. */
function idText(value: unknown): string | undefined {
  const text = typeof value === 'object' ? '' : String(value ?? '');
  return /^\d{1,20}$/.test(text) ? text : undefined;
}

type Present<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

/** Undefined when one of the fields is missing. */
function present<T extends object>(fields: T): Present<T> | undefined {
  return Object.values(fields).includes(undefined) ? undefined : (fields as Present<T>);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
