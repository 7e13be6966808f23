// Client of Steam's microtransaction API, with the meaning of its answers.
import { Big } from 'big.js';
import type { Logger } from 'pino';
import { parseJson } from '../../../base/json.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';
import type { MarketCall, MarketHttp } from '../http.ts';
import { accessOf, type OnAccess, type Unavailable } from '../market.ts';
import {
  idText,
  present,
  type ReportedOrder,
  readOrder,
  readReported,
  type SteamOrder,
} from './answers.ts';
import type { SteamApp } from './settings.ts';

export type { SteamOrder };

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

/** `SETTLEMENT` lists every paid order, `CHARGEBACK` only those that were refunded or charged back. */
export type ReportKind = 'SETTLEMENT' | 'CHARGEBACK';

interface ReportQuery {
  readonly kind: ReportKind;
  /** A whole second, which is included. */
  readonly since: number;
  readonly limit: number;
}

interface Report {
  readonly orders: readonly ReportedOrder[];
  /** Of the newest row, also of one without an order; undefined when the page is empty. */
  readonly last: number | undefined;
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
  /** Pays back the whole order. Never retried: `query` shows the result. */
  refund(app: SteamApp, orderId: string): Asked<{ refunded: true }>;
  /** Orders changed since then, oldest change first. A page may be short although there are more. */
  report(app: SteamApp, query: ReportQuery): Asked<Report>;
}

export interface SteamOptions {
  readonly http: MarketHttp;
  readonly url: string;
  readonly log: Logger;
  readonly onAccess?: OnAccess | undefined;
}

/** More than Steam needs for an order with one line. */
const REPORT_ROW_BYTES = 1_024;

type FormFields = Readonly<Record<string, string | number>>;

type SteamCall = Pick<MarketCall, 'operation' | 'method' | 'repeatable' | 'answerBytes'> & {
  readonly path: string;
};

export function createSteam({ http, url, log, onAccess }: SteamOptions): Steam {
  async function ask<T extends object>(
    app: SteamApp,
    call: SteamCall,
    fields: FormFields,
    read: (params: Fields) => T | undefined,
  ): Asked<T> {
    const answer = await exchange(app, call, fields, read);
    const noted = accessOf(call.operation, answer);
    if (noted) onAccess?.(app, 'STEAM', noted);
    return answer;
  }

  async function exchange<T extends object>(
    app: SteamApp,
    call: SteamCall,
    fields: FormFields,
    read: (params: Fields) => T | undefined,
  ): Asked<T> {
    const { path, ...about } = call;
    const { operation, method } = about;
    const key = app.secrets.publisher_key;
    if (key === undefined) return silence('the app has no publisher key for Steam', 'no');
    const form = new URLSearchParams({ appid: String(app.settings.steam_app_id) });
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const isRead = method === 'GET';
    const answer = await http.call({
      market: 'STEAM',
      appid: app.appid,
      ...about,
      url: `${url}/${path}/${isRead ? `?${form}` : ''}`,
      headers: {
        // A header keeps the key out of URLs, and so out of proxy logs.
        'x-webapi-key': key,
        ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!isRead && { body: form.toString() }),
    });
    if ('unreachable' in answer) {
      const done = answer.sent ? 'perhaps' : 'no';
      return silence(`Steam is unreachable: ${answer.unreachable}`, done);
    }
    const { status, text } = answer;
    if (status === 401 || status === 403) {
      log.error(
        { app: app.appid, call: operation },
        'Steam rejected the publisher key; check the market settings of the app, and the addresses that the key is bound to',
      );
      const alarm = status === 401 ? 'credentials' : 'call';
      return { ...silence(`Steam answered ${status}`, 'no'), alarm };
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
    refund: (app, orderId) =>
      ask(
        app,
        acting('steam.refund', `${transactions(app)}/RefundTxn/v2`),
        { orderid: orderId },
        ({ orderid }) => (idText(orderid) === orderId ? { refunded: true } : undefined),
      ),
    report: (app, { kind, since, limit }) =>
      ask(
        app,
        {
          ...reading('steam.report', `${transactions(app)}/GetReport/v5`),
          answerBytes: limit * REPORT_ROW_BYTES,
        },
        { time: steamTime(since), type: kind, maxresults: limit },
        ({ orders }) => readReport(app, listOf(orders)),
      ),
  };
}

function readReport(app: SteamApp, rows: readonly Fields[]): Report {
  const times = rows.map(({ time }) => Date.parse(textOf(time) ?? '')).filter(Number.isFinite);
  return {
    orders: rows.map((row) => readReported(app, row)).filter((each) => each !== undefined),
    last: times.length === 0 ? undefined : times.reduce((one, other) => Math.max(one, other)),
  };
}

/** Steam takes no fractions of a second. */
const steamTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const silence = (unavailable: string, done: SteamSilence['done']): SteamSilence => ({
  unavailable,
  done,
});

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
