// The money of a sale in the currency of its report, or what is missing to say it.
import { createCalendar } from '../../base/calendar.ts';
import type { Db } from '../../storage/db.ts';
import { rateOn } from '../figures/rates.ts';
import { REPORTING_CURRENCIES } from '../markets/apple/settings.ts';
import type { Order } from '../orders/store.ts';
import type { Report } from './bodies.ts';
import { thousandths } from './lines.ts';

export type SaleMoney = Pick<Report, 'currency' | 'amount' | 'tax' | 'tax_country' | 'rate'>;

/** What somebody corrects of what the gateway told. */
export interface Corrections {
  /** Decimal text in the currency of the order. */
  readonly tax?: string | undefined;
  readonly tax_country?: string | undefined;
}

export interface MoneySettings {
  readonly timeZone: string;
  /** For prices in currencies that Apple takes no reports in. */
  readonly reporting: string;
}

export interface StatedMoney {
  readonly money: SaleMoney;
  /** Why it cannot be reported yet. */
  readonly missing: string | null;
}

const isReported = (currency: string): boolean =>
  REPORTING_CURRENCIES.some((each) => each === currency);

/** The rate is that of the day of the sale, for its refunds and corrections as well. */
export async function moneyOf(
  db: Db,
  order: Order,
  { timeZone, reporting }: MoneySettings,
  now: number,
  corrected: Corrections = {},
): Promise<StatedMoney> {
  const { currency: priced } = order;
  const tax = corrected.tax ?? order.tax;
  const tax_country = corrected.tax_country ?? order.tax_country;
  const isConverted = order.external_market === 'APPLE' && !isReported(priced);
  const currency = isConverted ? reporting : priced;
  const day = createCalendar(timeZone).dateOf(order.paid_at ?? now);
  const gameIndex = order.game_index;
  const rate = isConverted
    ? await rateOn(db, { gameIndex, reporting, currency: priced, day })
    : undefined;
  const missing = [
    tax === null && 'The gateway did not say the tax. Send the report again with tax.',
    tax_country === null &&
      'The gateway did not say the country of the buyer. Send the report again with tax_country.',
    isConverted &&
      !rate &&
      `There is no exchange rate from ${priced} to ${currency} for ${day}. Add it to the figures of the project, then send the report again.`,
  ].filter((each) => each !== false);
  const money = { currency, tax_country, rate: rate?.rate ?? null };
  if (missing.length > 0 || tax === null) {
    return { money: { ...money, amount: null, tax: null }, missing: missing.join(' ') };
  }
  const amount = thousandths(order.amount, money.rate);
  return { money: { ...money, amount, tax: thousandths(tax, money.rate) }, missing: null };
}
