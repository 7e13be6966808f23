// How receipts are stored. Most of a receipt of the App Store is a chain of certificates that thousands have
// in common, and the market's answer repeats the rest: both are stored once, and rebuilt exactly.
import { hash } from 'node:crypto';
import type { PurchaseTable, StoredPurchaseTable } from '../../storage/schema.ts';
import { marketOf } from '../markets/markets.ts';

type Texts = Pick<PurchaseTable, 'provider' | 'receipt' | 'market_result'>;
type StoredTexts = Pick<StoredPurchaseTable, 'receipt' | 'market_result' | 'chain_hash'>;

/** The certificates of a header, as they stand in it. */
export interface Chain {
  readonly chain_hash: string;
  readonly certificates: string;
}

interface Header {
  readonly chain: Chain;
  /** The header around the certificates, as base64url; empty for the usual one. */
  readonly frame: string;
}

const USUAL_FRAME = '{"alg":"ES256","x5c":\0}';
const CERTIFICATES = /"x5c"\s*:\s*(\[[^\]]+\])/;
const HASH_LENGTH = 16;
const REMEMBERED = 128;
const headers = new Map<string, Header | undefined>();

/** The chain to store apart; undefined for receipts that are stored whole. */
export function chainOf({ provider, receipt }: Omit<Texts, 'market_result'>): Chain | undefined {
  return split({ provider, receipt, market_result: null })?.header.chain;
}

/** `receipt` becomes `signature.frame.payload` without base64, and the answer refers to the payload. */
export function toStored<Row extends Texts>(row: Row): Omit<Row, keyof StoredTexts> & StoredTexts {
  const whole = { ...row, chain_hash: null };
  const parts = split(row);
  if (!parts) return whole;
  const { header, payload, signature } = parts;
  return {
    ...row,
    receipt: `${signature}.${header.frame}.${payload}`,
    market_result: row.market_result && shorten(row.market_result, payload),
    chain_hash: header.chain.chain_hash,
  };
}

/** The row as it was before `toStored`. */
export function fromStored<Row extends StoredTexts>(
  row: Row & { readonly certificates: string | null },
): Omit<Row, 'chain_hash' | 'certificates'> {
  const { chain_hash, certificates, ...rest } = row;
  if (chain_hash === null) return rest;
  if (certificates === null) throw new Error(`certificate chain ${chain_hash} is missing`);
  const [signature = '', frame = ''] = row.receipt.split('.', 2);
  const payload = row.receipt.slice(signature.length + frame.length + 2);
  const header = (frame === '' ? USUAL_FRAME : decode(frame)).replace('\0', () => certificates);
  return {
    ...rest,
    receipt: `${encode(header)}.${encode(payload)}.${signature}`,
    market_result: row.market_result && lengthen(row.market_result, payload),
  };
}

/** The answer of a row whose receipt is known. */
export const resultFromStored = (
  { market_result: stored, chain_hash }: Pick<StoredTexts, 'market_result' | 'chain_hash'>,
  receipt: string,
): string | null =>
  stored && chain_hash !== null ? lengthen(stored, decode(receipt.split('.', 2)[1] ?? '')) : stored;

interface Parts {
  readonly header: Header;
  readonly payload: string;
  readonly signature: string;
}

/** Undefined when joining the parts would not give the same bytes. */
function split({ provider, receipt, market_result }: Texts): Parts | undefined {
  if (!marketOf(provider).signsReceipts || (market_result && isShort(market_result)))
    return undefined;
  const parts = receipt.split('.');
  const [headerPart = '', payloadPart = '', signature = ''] = parts;
  if (parts.length !== 3) return undefined;
  const header = readHeader(headerPart);
  const payload = exactText(payloadPart);
  return header && payload !== undefined ? { header, payload, signature } : undefined;
}

function readHeader(part: string): Header | undefined {
  if (headers.has(part)) return headers.get(part);
  const header = parseHeader(part);
  if (headers.size >= REMEMBERED) headers.delete(headers.keys().next().value as string);
  headers.set(part, header);
  return header;
}

function parseHeader(part: string): Header | undefined {
  const text = exactText(part);
  const certificates = text && CERTIFICATES.exec(text)?.[1];
  if (!certificates) return undefined;
  const frame = text.replace(certificates, '\0');
  const chain_hash = hash('sha256', certificates, 'base64url').slice(0, HASH_LENGTH);
  return {
    chain: { chain_hash, certificates },
    frame: frame === USUAL_FRAME ? '' : encode(frame),
  };
}

/** Undefined when encoding the text would not give the part again, or when the databases cannot hold it. */
function exactText(part: string): string | undefined {
  const text = decode(part);
  return encode(text) === part && !text.includes('\0') ? text : undefined;
}

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const decode = (part: string): string => Buffer.from(part, 'base64url').toString('utf8');

/** How much of the base begins and ends the middle, then how long the texts before and after are. */
const SHORT = /^\[(\d+),(\d+),(\d+),(\d+)\]/;
const isShort = (text: string): boolean => text.startsWith('[');

/** The answer is the payload, or contains it, or differs from it at one place. */
function shorten(text: string, base: string): string {
  const at = text.indexOf(base);
  const short = at >= 0 ? around(text, base, at) : changed(text, base);
  return short.length < text.length && short.isWellFormed() ? short : text;
}

function around(text: string, base: string, at: number): string {
  const after = text.length - at - base.length;
  return `[${base.length},0,${at},${after}]${text.slice(0, at)}${text.slice(text.length - after)}`;
}

function changed(text: string, base: string): string {
  const most = Math.min(text.length, base.length);
  let begin = 0;
  while (begin < most && text.charCodeAt(begin) === base.charCodeAt(begin)) begin += 1;
  const [fromText, fromBase] = [text.length - 1, base.length - 1];
  let end = 0;
  while (
    end < most - begin &&
    text.charCodeAt(fromText - end) === base.charCodeAt(fromBase - end)
  ) {
    end += 1;
  }
  return `[${begin},${end},0,0]${text.slice(begin, text.length - end)}`;
}

function lengthen(stored: string, base: string): string {
  const numbers = SHORT.exec(stored);
  if (!numbers) return stored;
  const [begin = 0, end = 0, before = 0, after = 0] = numbers.slice(1).map(Number);
  const rest = stored.slice(numbers[0].length);
  return [
    rest.slice(0, before),
    base.slice(0, begin),
    rest.slice(before, rest.length - after),
    base.slice(base.length - end),
    rest.slice(rest.length - after),
  ].join('');
}
