// Prints amounts in minor units for people.

const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

export function printAmount(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  const digits = withoutDecimals.has(code) ? 0 : withThreeDecimals.has(code) ? 3 : 2;
  return `${(minor / 10 ** digits).toFixed(digits)} ${code}`;
}
