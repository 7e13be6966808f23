// HTTP as any caller speaks it. Numbers keep the digits they came with: 9007199254740993, 9.90.

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the caller expects
export type Json = any;

export interface Answer {
  readonly status: number;
  /** JSON, lines of JSON, or text. */
  readonly body: Json;
  readonly cookie: string;
}

export type Headers = Readonly<Record<string, string>>;

export async function send(
  method: string,
  url: string,
  body?: object | string,
  headers: Headers = {},
): Promise<Answer> {
  const isText = typeof body === 'string';
  const response = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': isText ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';', 1);
  return {
    status: response.status,
    body: read(text, response.headers.get('content-type') ?? ''),
    cookie,
  };
}

function read(text: string, type: string): Json {
  if (text === '') return null;
  if (type.includes('ndjson')) return text.trimEnd().split('\n').map(parseExactly);
  return type.includes('json') ? parseExactly(text) : text;
}

/** A number that JavaScript would print in another way is kept as raw JSON, which prints as it came. */
export function parseExactly(text: string): Json {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  );
}

/** A number that `parseExactly` kept as it came. */
export const isRawNumber = (value: object): boolean =>
  Object.getPrototypeOf(value) === null && 'rawJSON' in value;

/** A 64-bit id for a request body. */
export const id = (digits: string): object => JSON.rawJSON(digits);

/** The answer's body; an answer of another status ends the run. */
export async function expectStatus(status: number, answer: Promise<Answer>): Promise<Json> {
  const { status: actual, body } = await answer;
  if (actual !== status) throw new Error(`${actual} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}
