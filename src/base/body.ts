// Reads the body of a request: UTF-8, JSON, and not so deep that reading it would hurt.
import { isUtf8 } from 'node:buffer';
import { keepDigits, parseJson } from './json.ts';

/** Deeper bodies are refused. No request has more than a handful of levels. */
const MAX_DEPTH = 64;
const BYTE_ORDER_MARK = '\ufeff';
/** Half of a surrogate pair, written as an escape, may stand alone; databases cannot store it. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** The caller's mistake, in a sentence for the caller. */
export class UnreadableBody extends Error {
  readonly statusCode = 400;
  readonly code = 'TOLLGATE_UNREADABLE_BODY';
}

/** Invalid bytes would become U+FFFD and be stored as such, so they are refused. */
export function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableBody('The body is not valid UTF-8. Send it as UTF-8.');
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

export function readJson(bytes: Buffer): unknown {
  const text = readText(bytes);
  if (isDeeperThan(text, MAX_DEPTH)) {
    throw new UnreadableBody(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  const value = parse(text);
  keepDigits(text, value);
  if (SURROGATE.test(text) && !isWellFormed(value)) {
    throw new UnreadableBody('The body contains half of a surrogate pair (\\ud800 to \\udfff).');
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableBody(`The number ${error.message}`);
    throw error;
  }
}

/** Counts brackets outside of strings; skips a string, such as a receipt, in one step. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > most) return true;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
  }
  return false;
}

/** The position of the closing quote: the first one that no backslash escapes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));
}
