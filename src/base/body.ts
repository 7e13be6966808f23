// Reads the body of a request: UTF-8, JSON, and not so deep that reading it would hurt.
import { isUtf8 } from 'node:buffer';
import { keepDigits, parseJson } from './json.ts';

/** Deeper bodies are refused. No request has more than a handful of levels. */
const MAX_DEPTH = 64;
const BYTE_ORDER_MARK = '\ufeff';
/** Half of a surrogate pair, written as an escape, may stand alone; databases cannot store it. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** The caller's mistake: in a few words after a colon, or as a sentence. */
export class UnreadableBody extends Error {
  readonly statusCode = 400;
  readonly code = 'TOLLGATE_UNREADABLE_BODY';
  readonly problem: string;

  constructor(problem: string, sentence = `The body is ${problem}.`) {
    super(sentence);
    this.problem = problem;
  }
}

/** What is wrong with a body that could not be read, of this program or of Fastify. */
export function bodyProblem(error: { readonly code?: string }): string {
  if (error instanceof UnreadableBody) return error.problem;
  return error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'larger than 256 KiB' : NO_OBJECT;
}

export const NO_OBJECT = 'not a JSON object';

/** Invalid bytes would become U+FFFD and be stored as such, so they are refused. */
export function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new UnreadableBody('not valid UTF-8', 'The body is not valid UTF-8. Send it as UTF-8.');
  }
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

export function readJson(bytes: Buffer): unknown {
  const text = readText(bytes);
  if (isDeeperThan(text, MAX_DEPTH)) {
    throw new UnreadableBody(`nested deeper than ${MAX_DEPTH} levels`);
  }
  const value = parse(text);
  keepDigits(text, value);
  if (SURROGATE.test(text) && !isWellFormed(value)) {
    throw new UnreadableBody(
      'with half of a surrogate pair (\\ud800 to \\udfff)',
      'The body contains half of a surrogate pair (\\ud800 to \\udfff).',
    );
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) {
      const [number] = error.message.split(' ', 1);
      throw new UnreadableBody(`the number ${number} is too large`, `The number ${error.message}`);
    }
    if (!(error instanceof SyntaxError)) throw error;
    const isEmpty = text.trim() === '';
    throw new UnreadableBody(isEmpty ? 'empty' : `not JSON${whereOf(error.message, text)}`);
  }
}

const POSITION = / at position (\d+)/;
/** V8 shows an unexpected token with the ten characters before it. */
const AROUND = /^Unexpected token .+?, \.\.\."(.+)"(?:\.\.\.)? is not valid JSON$/s;
const SHOWN_BEFORE = 10;

/** Where the JSON ends or goes wrong, as far as the parser says. */
function whereOf(message: string, text: string): string {
  if (message === 'Unexpected end of JSON input') return ', it ends too early';
  const [, named] = POSITION.exec(message) ?? [];
  if (Number(named) === text.length) return ', it ends too early';
  if (named !== undefined) return ` (position ${named})`;
  const [, around] = AROUND.exec(message) ?? [];
  const at = around === undefined ? -1 : text.indexOf(around);
  const isOnlyOne = at !== -1 && text.lastIndexOf(around as string) === at;
  return isOnlyOne ? ` (position ${at + SHOWN_BEFORE})` : '';
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
