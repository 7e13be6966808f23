// Writes and reads ASN.1 (DER): just what app receipts and OCSP answers are made of.

export type Der = Buffer;

function tlv(tag: number, ...content: readonly Uint8Array[]): Der {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(evenHex(length.toString(16)), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

const evenHex = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);

export const sequence = (...content: readonly Uint8Array[]): Der => tlv(0x30, ...content);

/** DER sorts the elements of a set. */
export const set = (...content: readonly Uint8Array[]): Der =>
  tlv(0x31, ...content.toSorted((one, other) => Buffer.compare(one, other)));

/** `[n]`, constructed. */
export const context = (n: number, ...content: readonly Uint8Array[]): Der =>
  tlv(0xa0 | n, ...content);

export const octets = (content: Uint8Array): Der => tlv(0x04, content);
export const utf8 = (text: string): Der => tlv(0x0c, Buffer.from(text, 'utf8'));
export const ia5 = (text: string): Der => tlv(0x16, Buffer.from(text, 'latin1'));
export const bits = (content: Uint8Array): Der => tlv(0x03, Buffer.from([0]), content);
export const enumerated = (value: number): Der => tlv(0x0a, Buffer.from([value]));
/** To the second. */
export const time = (ms: number): Der =>
  tlv(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`));
/** Whatever the tag. */
export const tagged = (tag: number, ...content: readonly Uint8Array[]): Der => tlv(tag, ...content);
export const nothing = (): Der => tlv(0x05);

/** Not negative. */
export function integer(value: number | bigint): Der {
  const bytes = Buffer.from(evenHex(value.toString(16)), 'hex');
  return tlv(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes);
}

export function oid(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    digits.unshift(0x80 | (left % 128));
  }
  return digits;
}

/** What a sequence or a set is made of. */
export function elements(der: Der): Der[] {
  const found: Der[] = [];
  for (let start = bodyOf(der, 0).start; start < der.length; ) {
    const { end } = bodyOf(der, start);
    found.push(der.subarray(start, end));
    start = end;
  }
  return found;
}

function bodyOf(der: Der, at: number): { start: number; end: number } {
  const short = der[at + 1] ?? 0;
  const lengthBytes = short < 0x80 ? 0 : short & 0x7f;
  const start = at + 2 + lengthBytes;
  return { start, end: start + (lengthBytes === 0 ? short : der.readUIntBE(at + 2, lengthBytes)) };
}
