// Both generations of the restriction interface as one table: how each is called and how each answers.
import assert from 'node:assert/strict';
import type { Service } from '../../src/service.ts';
import { type Answer, type Gate, inject, type TestApp } from '../support/harness.ts';

/** Section 7.1 of the interface, with the names that the decisions give to the codes. */
export const MESSAGES: Readonly<Record<number, string>> = {
  0: 'SUCCESS',
  2002: 'NOT_RESTRICTED',
  2499: 'TOKEN_VALIDATION_FAILED',
  4000: 'INVALID_PARAMETER',
  4002: 'CERTIFICATION_KEY_MISMATCH',
  4011: 'UNREGISTERED_TYPE',
  4012: 'TYPE_IN_USE',
  4013: 'DID_VERIFICATION_FAILED',
  4014: 'POPUP_FORMAT_MISMATCH',
  4015: 'REQUIRED_LANGUAGE_MISSING',
  4016: 'BYTE_LIMIT_EXCEEDED',
  4017: 'APPEAL_NOT_ALLOWED',
  4018: 'ALREADY_APPEALED',
  5000: 'INTERNAL_ERROR',
  6000: 'INVALID_APPID',
};

export const TOKEN_MESSAGES: Readonly<Record<number, string>> = {
  0: 'SUCCESS',
  1001: 'TOKEN_MISSING',
  1002: 'TOKEN_MALFORMED',
  1003: 'SIGNATURE_INVALID',
  1004: 'TOKEN_EXPIRED',
  1005: 'TOKEN_NOT_YET_VALID',
  1006: 'ISSUER_MISMATCH',
  1007: 'AUDIENCE_MISMATCH',
  1008: 'APP_MISMATCH',
  1009: 'TOKEN_TYPE_NOT_ALLOWED',
  1010: 'TOKEN_REVOKED',
};

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string | undefined>>;

export interface Generation {
  readonly number: 1 | 2;
  /** Where an endpoint of generation 1 is found in this one. */
  path(path: string): string;
  /** A complete, authenticated call; `undefined` in fields or headers leaves one out. */
  call(gate: Gate, app: TestApp, path: string, fields?: Fields, headers?: Headers): Promise<Answer>;
  /** The whole body of an answer. */
  says(code: number, more?: More): object;
}

interface More {
  /** The one an invalid parameter names. */
  readonly field?: string;
  /** What is wrong. */
  readonly detail?: string;
  readonly data?: unknown;
}

const envelope = (code: number, { field, detail }: More) => ({
  result_code: code,
  result_msg: [MESSAGES[code], field, detail].filter((part) => part !== undefined).join(': '),
});

const dataOf = (more: More) => ('data' in more ? { data: more.data } : {});

export const NO_DATE = 'not an existing date and time in the format YYYY-MM-DD HH:mm:ss';
export const NO_OBJECT = 'not a JSON object';

export const generation1: Generation = {
  number: 1,
  path: (path) => path,
  call: (gate, app, path, fields, headers) =>
    gate.post(
      path,
      { appid: app.appid, service_certification_key: app.key, ...fields },
      present({ ISCRYPT: '0', ...headers }),
    ),
  says: (code, more = {}) => ({ ...envelope(code, more), ...dataOf(more) }),
};

export const generation2: Generation = {
  number: 2,
  path: (path) => `/v2${path}`,
  call: (gate, app, path, fields, headers) =>
    callGeneration2(gate.service, app, path, fields, headers),
  says: (code, more = {}) => ({
    ...envelope(code, more),
    token_validation: tokenValidation(code === 2499 ? 1001 : 0),
    ...dataOf(more),
  }),
};

export const GENERATIONS = [generation1, generation2] as const;

/** Generation 2 on a service of choice; the token is made by it, at the time of its clock. */
export async function callGeneration2(
  service: Service,
  app: TestApp,
  path: string,
  fields: Fields = {},
  headers: Headers = {},
): Promise<Answer> {
  const token = await service.tokens.issueAppToken(app.clientId, app.gameIndex);
  return inject(
    service,
    'POST',
    `/v2${path}`,
    { appid: app.appid, ...fields },
    present({ ISCRYPT: '0', 'X-Access-Token': token, ...headers }),
  );
}

export function tokenValidation(code: number): object {
  return { result_code: code, result_msg: TOKEN_MESSAGES[code] };
}

function present(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Every answer with a result code has HTTP status 200. */
export function assertSays(answer: Answer, body: object): void {
  assert.deepEqual({ status: answer.status, body: answer.body }, { status: 200, body });
}
