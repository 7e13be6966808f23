// Raw HTTP and JSON, for tests that judge the wire: 64-bit integers keep their digits, and calls carry their credentials.
import { settings } from './settings.ts';

// Node 24 has both; TypeScript's library does not yet.
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body as it came, for what parsing would lose: 9.90 or 9.9. */
  readonly text: string;
}

type HeaderFields = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

interface Call {
  readonly method?: string;
  readonly headers?: HeaderFields;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** What answers within no minute does not answer. */
const TIMEOUT_MS = 60_000;

/** One request. `undefined` as a header leaves that header out. */
export async function send<Body>(url: string, call: Call = {}): Promise<Answer<Body>> {
  const { method = 'POST', headers = {}, body } = call;
  const asIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: present({
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }),
    ...(body !== undefined && { body: asIs ? (body as string) : printJson(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const parsed = isJson ? parseJson(text) : undefined;
  return { status: response.status, headers: response.headers, body: parsed as Body, text };
}

/** A GET to the service. */
export const read = <Body>(path: string): Promise<Answer<Body>> =>
  send<Body>(settings.url + path, { method: 'GET' });

/** A POST to the service without any credentials. */
export const post = <Body>(path: string, body: unknown, headers: HeaderFields = {}) =>
  send<Body>(settings.url + path, { body, headers });

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
}

/** A new app-server token. */
export async function newToken(): Promise<string> {
  const { status, body, text } = await post<TokenAnswer>('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  });
  if (status !== 200) throw new Error(`No app-server token: ${status} ${text}`);
  return body.access_token;
}

let shared: Promise<string> | undefined;

/** The app-server token of this run. */
export function appServerToken(): Promise<string> {
  shared ??= newToken();
  return shared;
}

export interface RestrictionAnswer<Data = unknown> {
  readonly result_code: number;
  readonly result_msg: string;
  readonly token_validation?: { readonly result_code: number; readonly result_msg: string };
  readonly data: Data;
}

export interface Generation {
  readonly number: 1 | 2;
  /** A complete, authenticated call; `undefined` in fields or headers leaves one out. */
  call<Data>(
    path: string,
    fields?: Fields,
    headers?: HeaderFields,
  ): Promise<Answer<RestrictionAnswer<Data>>>;
}

export const generation1: Generation = {
  number: 1,
  call: (path, fields = {}, headers = {}) =>
    post(
      `/game/block/${path}`,
      {
        appid: settings.appid,
        service_certification_key: settings.certificationKey,
        ...fields,
      },
      { ISCRYPT: '0', ...headers },
    ),
};

export const generation2: Generation = {
  number: 2,
  call: async (path, fields = {}, headers = {}) =>
    post(
      `/v2/game/block/${path}`,
      { appid: settings.appid, ...fields },
      { ISCRYPT: '0', 'X-Access-Token': await appServerToken(), ...headers },
    ),
};

export const GENERATIONS = [generation1, generation2] as const;

/** A payment call of the app server, or with the user token of a player. */
export async function pay<Body>(
  path: string,
  body: unknown,
  { token, headers = {} }: { readonly token?: string; readonly headers?: HeaderFields } = {},
): Promise<Answer<Body>> {
  return post(`/payment/v1/${path}`, body, {
    'X-App-Id': settings.appid,
    Authorization: `Bearer ${token ?? (await appServerToken())}`,
    ...headers,
  });
}

/** An admin API call that must succeed. */
export async function administer<Body>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const url = `${settings.url}/admin/v1${path}`;
  const headers = { Authorization: `Bearer ${settings.adminToken}` };
  const answer = await send<Body>(url, { method, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A call to the emulator's control interface that must succeed; without a body it is a GET. */
export async function control<Body>(path: string, body?: unknown): Promise<Body> {
  const url = `${settings.emulatorUrl}/control/${path}`;
  const answer = await send<Body>(url, { method: body === undefined ? 'GET' : 'POST', body });
  if (answer.status >= 300) throw new Error(`/control/${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

function present(headers: HeaderFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const INTEGER = /^-?\d+$/;

/** Integers beyond the exact range of a double come back as bigint, all others as number. */
function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  });
}

function printJson(value: unknown): string {
  return JSON.stringify(value, (_key, each) =>
    typeof each === 'bigint' ? JSON.rawJSON(each.toString()) : each,
  );
}
