// The currencies of Steam wallets, and the multiples of hundredths in which each is charged.

const steps: Readonly<Record<string, number>> = {
  ...each('AED AUD BRL CAD CHF CNY EUR GBP HKD ILS KWD MXN MYR NOK NZD PEN PHP PLN QAR RUB', 1),
  ...each('SAR SGD THB USD ZAR', 1),
  ...each('CLP COP IDR INR JPY KZT TWD UAH UYU', 100),
  ...each('CRC', 500),
  ...each('KRW', 1000),
  ...each('VND', 50_000),
};

export function isChargeable(amount: number, currency: string): boolean {
  return amount % (steps[currency] ?? 1) === 0;
}

export function isWalletCurrency(currency: string): boolean {
  return currency in steps;
}

/** To the next amount that can be charged, at least one. */
export function convert(
  amount: number,
  from: string,
  to: string,
  rates: Readonly<Record<string, number>>,
): number | undefined {
  const [fromRate, toRate] = [rates[from], rates[to]];
  if (fromRate === undefined || toRate === undefined) return undefined;
  const step = steps[to] ?? 1;
  return Math.max(1, Math.round((amount * fromRate) / toRate / step)) * step;
}

function each(currencies: string, step: number): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, step]));
}
