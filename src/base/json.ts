// JSON whose 64-bit integers survive parsing and printing: 9007199254740993 stays 9007199254740993.

// Node 24 has both (ECMAScript "JSON.parse source text access"); TypeScript's library does not yet.
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

/** Only a run of 16 digits or a large exponent can hold a number that a double cannot; the reviver is six times slower. */
const LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;
const INTEGER = /^-?\d+$/;

/** Integers beyond the exact range of a double come back as bigint, all others as number. Fails for numbers beyond its whole range. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) throw new RangeError(`${source?.slice(0, 20)} is too large.`);
  return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
}

/** Digits and points that a double may not hold. */
const LONG_DECIMAL = /[\d.]{16}/;
const SENT = Symbol('numbers as they were sent');

/** Remembers the digits of numbers, for those who need more than a double. */
export function keepDigits(text: string, value: unknown): void {
  if (!LONG_DECIMAL.test(text)) return;
  const exact = JSON.parse(text, (_key, each, { source }) =>
    typeof each === 'number' ? source : each,
  );
  keepSent(value, exact);
}

function keepSent(value: unknown, exact: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.defineProperty(value, SENT, { value: exact });
  for (const [name, each] of Object.entries(value)) {
    keepSent(each, (exact as Record<string, unknown>)[name]);
  }
}

/** The digits of a number as they were sent; undefined when the field is no number. */
export function digitsOf(value: object, name: string | number): string | undefined {
  const fields = value as Record<string | number | symbol, unknown>;
  const sent = fields[SENT] as typeof fields | undefined;
  return typeof fields[name] === 'number' ? String(sent?.[name] ?? fields[name]) : undefined;
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/;

/** Whether a number was sent with a fraction. A double takes 77.0000000000000001 for 77. */
export function hasFraction(value: object, name: string | number): boolean {
  const [, whole = '', decimals = '', exponent = '0'] =
    NUMBER.exec(digitsOf(value, name) ?? '') ?? [];
  const places = decimals.length - Number(exponent);
  return places > 0 && /[1-9]/.test(`${whole}${decimals}`.slice(-places));
}

/** Few texts have a number beyond 2^53; asking about every value takes several times as long. */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_key, each) =>
      typeof each === 'bigint' ? JSON.rawJSON(each.toString()) : each,
    );
  }
}
