// What is wrong with an answer: undocumented statuses and shapes, failures, and what strangers must not learn.
import { MESSAGES, TOKEN_MESSAGES } from '../restriction/generations.ts';
import type { FuzzRequest } from './requests.ts';
import type { World } from './world.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Of stacks, SQL, drivers and files. */
const INTERNALS =
  /node_modules|node:internal|\bat \w+[. ].*\(|\.ts:\d|\/src\/|\/tmp\/|\/home\/|SQLITE|SqliteError|sqlstate|syntax error at|violates|duplicate key|relation "|invalid byte sequence|out of range for type|\bselect\b.+\bfrom\b|\binsert into\b|ECONN|ENOENT|TypeError|ReferenceError|RangeError|SyntaxError|Cannot read propert|is not a function|is not iterable|Unexpected token|undefined/i;

/** Pages and files for browsers, which show no error of ours. */
const IS_PAGE = /^\/(console|docs|favicon|$)/;

export function faultsOf(request: FuzzRequest, answer: FuzzAnswer, world: World): string[] {
  return [
    ...internals(request, answer, world),
    ...headerFaults(request, answer),
    ...shapeFaults(request, answer),
  ];
}

function internals({ operation }: FuzzRequest, answer: FuzzAnswer, world: World): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  const said = JSON.stringify(answer.headers) + answer.body;
  if (!IS_PAGE.test(operation.path) && answer.status >= 400) {
    // What their own receiver answered is for operators to know.
    const internal = INTERNALS.exec(said.replaceAll(/connect ECONNREFUSED [\d.:]+/g, ''))?.[0];
    if (internal) faults.push(`says "${internal}"`);
  }
  const secret = world.secrets.find((each) => said.includes(each));
  if (secret) faults.push(`contains the secret ${secret.slice(0, 12)}…`);
  if (said.includes('\\ufffd') || said.includes('\ufffd')) faults.push('contains U+FFFD');
  return faults;
}

function headerFaults({ operation, method }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { headers, body } = answer;
  const faults: string[] = [];
  const type = String(headers['content-type'] ?? '');
  if (body !== '' && type === '') faults.push('has a body without a content type');
  if (headers['x-powered-by'] || headers.server) faults.push('names its software');
  if (headers['set-cookie'] && !operation.path.startsWith('/admin/v1/session')) {
    faults.push('sets a cookie');
  }
  if (/json/.test(type) && method !== 'HEAD' && body !== '' && parsed(body) === undefined) {
    faults.push('is not JSON');
  }
  return faults;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Result {
  readonly result_code: number;
  readonly result_msg: string;
  readonly token_validation?: { readonly result_code: number; readonly result_msg: string };
}

/** The interface's own answers; an encoding or a limit is answered before it. */
const HAS_CODE: ReadonlySet<number> = new Set([200, 500]);

function shapeFaults(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const { operation, isOdd, method } = request;
  // Another path or method may be another operation, or none: 404 and 405.
  if (isOdd) return oddFaults(request, answer);
  // The head of the request was too large to be read; no operation has seen it.
  if (answer.status === 431) return [];
  const check = operation.shapeOf(answer.status);
  if (check === undefined) return [`status ${answer.status} is not documented`];
  if (check === 'any' || method === 'HEAD') return [];
  const isJson = /json/.test(String(answer.headers['content-type']));
  const body = isJson ? parsed(answer.body) : answer.body;
  if (!check(body)) return [`has another shape: ${JSON.stringify(check.errors)}`];
  const hasCode = operation.path.includes('/game/') && HAS_CODE.has(answer.status);
  return hasCode ? codeFaults(body as Result) : [];
}

function codeFaults({ result_code, result_msg, token_validation: token }: Result): string[] {
  const faults: string[] = [];
  if (MESSAGES[result_code] !== result_msg.split(':')[0])
    faults.push(`says ${result_code} ${result_msg}`);
  if (token && TOKEN_MESSAGES[token.result_code] !== token.result_msg) {
    faults.push(`says ${token.result_code} ${token.result_msg}`);
  }
  if (token && (result_code === 2499) !== (token.result_code !== 0)) {
    faults.push(`says ${result_code} with ${token.result_code}`);
  }
  return faults;
}

function oddFaults(
  { operation, method, target }: FuzzRequest,
  { status, headers, body }: FuzzAnswer,
): string[] {
  if (status < 400 || method === 'HEAD' || IS_PAGE.test(operation.path)) return [];
  const type = String(headers['content-type'] ?? '');
  if (
    /^\/payment\/v1\/(?!order\/(pay|return)\/)/.test(target) &&
    !type.startsWith('application/problem+json')
  ) {
    return [`is ${type}, not a problem`];
  }
  const isText = type.startsWith('text/plain') && operation.path.startsWith('/payment/v1/order/');
  return isText || typeof parsed(body) === 'object' ? [] : [`is ${type}: ${body.slice(0, 100)}`];
}

const OPEN = /^\/(health|metrics|\.well-known|docs|console|favicon|$)|^\/admin\/v1\/environment$/;

/** Whether somebody whom nobody knows was let in. */
export function isLetIn(
  { operation, method, isOdd }: FuzzRequest,
  { status, body }: FuzzAnswer,
): boolean {
  if (isOdd || OPEN.test(operation.path) || method === 'OPTIONS') return false;
  if (operation.path.includes('/game/')) return (parsed(body) as Result).result_code === 0;
  return status < 400;
}
