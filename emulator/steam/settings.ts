// Reads how this Steam shall behave: length of report pages, exchange rates, addresses of the key.
import type { Input } from '../input.ts';
import { ControlError } from '../world.ts';
import { isWalletCurrency } from './currencies.ts';
import type { SteamSettings } from './space.ts';

/** What is not sent stays; null is the usual. */
export function readSettings(input: Input, before: SteamSettings): SteamSettings {
  input.only('reportRows', 'rates', 'keyAddresses');
  const { fields } = input;
  const sent = (name: keyof SteamSettings) => fields[name] !== undefined;
  return {
    reportRows: sent('reportRows')
      ? (input.integer('reportRows', { min: 1 }) ?? null)
      : before.reportRows,
    rates: sent('rates') ? readRates(fields.rates) : before.rates,
    keyAddresses: sent('keyAddresses') ? readAddresses(fields.keyAddresses) : before.keyAddresses,
  };
}

function readRates(value: unknown): SteamSettings['rates'] {
  const rates = Object.entries(value ?? {});
  if (!rates.every(([currency, rate]) => isWalletCurrency(currency) && isPositive(rate))) {
    throw new ControlError('rates must give the price in USD of one unit of each currency.');
  }
  return Object.fromEntries(rates);
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

function readAddresses(value: unknown): SteamSettings['keyAddresses'] {
  if (value === null) return null;
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw new ControlError('keyAddresses must be a list of IP addresses.');
  }
  return value;
}
