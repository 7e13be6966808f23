// Reads orders from the answers of QueryTxn and GetReport.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import { type Fields, listOf, textOf } from '../fields.ts';
import type { SteamApp } from './settings.ts';
import { orderStateOf, type ReversibleOrder } from './status.ts';

export interface SteamOrder extends ReversibleOrder {
  readonly transactionId: string;
  readonly steamId: string;
  readonly currency: string;
  /** What the player pays, tax included, as decimal text. */
  readonly amount: string;
  readonly quantity: number;
}

/** An order as a report lists it. */
export interface ReportedOrder extends ReversibleOrder {
  /** When it last changed; a whole second. */
  readonly at: number;
}

export function readOrder(app: SteamApp, params: Fields): SteamOrder | undefined {
  const items = listOf(params.items);
  const currency = textOf(params.currency);
  const amount = currency === undefined ? undefined : sumOf(app, items, currency);
  return present({
    ...readReversible(app, params),
    transactionId: idText(params.transid),
    steamId: idText(params.steamid),
    currency,
    amount,
    quantity: Number(items[0]?.qty ?? 1),
  });
}

/** Undefined for a sale without an order, such as a package in the Steam store. */
export function readReported(app: SteamApp, row: Fields): ReportedOrder | undefined {
  const at = Date.parse(textOf(row.time) ?? '');
  const order = readReversible(app, row);
  if (order.orderId === '0') return undefined;
  return present({ ...order, at: Number.isNaN(at) ? undefined : at });
}

function readReversible(app: SteamApp, fields: Fields) {
  const lines = listOf(fields.items).filter(
    ({ itemstatus }) => orderStateOf({ status: String(itemstatus) }) === 'refunded',
  );
  return {
    orderId: idText(fields.orderid),
    status: textOf(fields.status),
    refunded: sumOf(app, lines, textOf(fields.currency) ?? '') ?? null,
  };
}

/** `amount` excludes tax; the player pays both. Undefined without lines, or when one is unreadable. */
function sumOf(
  { settings }: SteamApp,
  lines: readonly Fields[],
  currency: string,
): string | undefined {
  const parts = lines.flatMap(({ amount, vat }) => [amount, vat]).map((each) => Number(each ?? 0));
  if (lines.length === 0 || !parts.every(Number.isSafeInteger)) return undefined;
  const total = parts.reduce((sum, part) => sum.plus(part), new Big(0));
  return amountText(total.div(settings.amount_divisor), currency);
}

/** 64-bit numbers come as text, smaller ones as numbers. */
export function idText(value: unknown): string | undefined {
  const text = typeof value === 'object' ? '' : String(value ?? '');
  return /^\d{1,20}$/.test(text) ? text : undefined;
}

type Present<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

/** Undefined when one of the fields is missing. */
export function present<T extends object>(fields: T): Present<T> | undefined {
  return Object.values(fields).includes(undefined) ? undefined : (fields as Present<T>);
}
