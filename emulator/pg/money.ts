// Prints amounts in minor units for people.

const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

export function digitsOf(code: string): number {
  return withoutDecimals.has(code) ? 0 : withThreeDecimals.has(code) ? 3 : 2;
}

export function printAmount(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  const digits = digitsOf(code);
  return `${(minor / 10 ** digits).toFixed(digits)} ${code}`;
}
