// Reads ASN.1 (DER) one element after the other, without trusting a length, and writes small elements.

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** With its tag and length. */
  readonly whole: Buffer;
}

export const TAGS = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  ia5: 0x16,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed: `[0]`. */
  first: 0xa0,
} as const;

/** Longer lengths say first in how many bytes they are written. */
const LONG = 0x80;

/** The elements of a constructed one. Throws where the bytes are none. */
export function* elements(bytes: Buffer): Generator<Element> {
  let at = 0;
  while (at < bytes.length) {
    const tag = byteAt(bytes, at);
    const { length, start } = lengthAt(bytes, at + 1);
    const end = start + length;
    if (end > bytes.length) throw new Error('an element is longer than what contains it');
    yield { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
    at = end;
  }
}

function lengthAt(bytes: Buffer, at: number): { length: number; start: number } {
  const first = byteAt(bytes, at);
  if (first < LONG) return { length: first, start: at + 1 };
  const count = first - LONG;
  return { length: unsigned(bytes.subarray(at + 1, at + 1 + count)), start: at + 1 + count };
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error('the bytes end too early');
  return byte;
}

/** A small integer that is not negative. */
export function unsigned(content: Buffer): number {
  if (content.length === 0 || content.length > 4) throw new Error('not a small integer');
  return content.readUIntBE(0, content.length);
}

/** The content of the first element, which must have one of these tags. */
export function inside(bytes: Buffer, ...tags: readonly number[]): Buffer {
  const { value } = elements(bytes).next();
  if (!value || !tags.includes(value.tag)) throw new Error('an element is missing');
  return value.content;
}

/** The content of the element at this place, which must have this tag. */
export function nth(bytes: Buffer, place: number, tag: number): Buffer {
  const element = elements(bytes).drop(place).next().value;
  if (element?.tag !== tag) throw new Error('an element is missing');
  return element.content;
}

/** An element of fewer than 256 bytes. */
export function written(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < LONG ? [body.length] : [LONG + 1, body.length];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
