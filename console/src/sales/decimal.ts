// Exact decimals: text and millionths, never floating point numbers.
const MILLION = 1_000_000n;

/** Millionths of decimal text, such as `-9.99`; what is smaller is cut. */
export function microsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * MILLION + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return text.startsWith('-') ? -size : size;
}

export function decimalOf(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MILLION)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const sign = micros < 0n ? '-' : '';
  return `${sign}${size / MILLION}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `part` by `whole` in millionths, rounded to four decimals as the service does; undefined of nothing. */
export function shareOf(part: bigint, whole: bigint): bigint | undefined {
  if (whole === 0n) return undefined;
  const isNegative = part < 0n !== whole < 0n;
  const [top, bottom] = [part < 0n ? -part : part, whole < 0n ? -whole : whole];
  const rounded = ((top * 20_000n + bottom) / (bottom * 2n)) * 100n;
  return isNegative ? -rounded : rounded;
}
