// The restriction calls of both generations: types, restricted players, history, many at once.
import { type Call, type Caller, type CallOptions, resultOf, send } from './call.ts';
import {
  type CommonError,
  RESTRICTION_CODES,
  type RestrictionCode,
  type RestrictionError,
  type Result,
} from './errors.ts';
import type { Outcome } from './exchange.ts';
import type { AnswerOf, Camel, DataOf, Fields } from './names.ts';
import type { Tokens } from './tokens.ts';
import { fromWire, printJson, toWire } from './wire.ts';

export type RestrictionTypeInput = Fields<'/v2/game/block/type/set'>;
export type RestrictionInput = Fields<'/v2/game/block/set'>;
/** Null while the player is not restricted. */
export type Restriction = Camel<DataOf<'/v2/game/block/get'>>['restriction'];
/** Of one scope; null while the player is not restricted in it. */
export type ScopedRestriction = Camel<DataOf<'/v2/game/block/scope/get'>>['restriction'];
export type RestrictionTypes = Camel<DataOf<'/v2/game/block/type/get'>>;
export type RestrictionHistory = Camel<DataOf<'/v2/game/block/history'>>;
export type BulkResult = Camel<DataOf<'/v2/game/block/bulk/set'>>['results'][number];

/** `login` by default. */
interface InScope {
  readonly scope?: string;
}

/** What every call of a generation may answer. */
const GENERATION_1 = ['INVALID_PARAMETER', 'CERTIFICATION_KEY_MISMATCH', 'INVALID_APPID'] as const;
const GENERATION_2 = ['INVALID_PARAMETER', 'TOKEN_VALIDATION_FAILED', 'INVALID_APPID'] as const;
/** What single calls may answer besides. */
const TYPE_SET = [
  'POPUP_FORMAT_MISMATCH',
  'REQUIRED_LANGUAGE_MISSING',
  'BYTE_LIMIT_EXCEEDED',
] as const;
const TYPE_DELETE = ['UNREGISTERED_TYPE', 'TYPE_IN_USE'] as const;
const SET = ['UNREGISTERED_TYPE', 'DID_VERIFICATION_FAILED'] as const;
const DELETE = ['NOT_RESTRICTED'] as const;
const APPEAL = ['NOT_RESTRICTED', 'APPEAL_NOT_ALLOWED', 'ALREADY_APPEALED'] as const;

interface Edge {
  readonly caller: Caller;
  readonly tokens: Tokens;
  /** `/game/block` or `/v2/game/block`. */
  readonly base: string;
  /** `appid`, and the key of generation 1. */
  readonly identity: Readonly<Record<string, string>>;
}

export type Restrictions = ReturnType<typeof createRestrictions>;
export type RestrictionsV1 = ReturnType<typeof createSharedCalls<(typeof GENERATION_1)[number]>>;

/** Generation 2: `/v2/game/block/…` with a token. */
export function createRestrictions(caller: Caller, tokens: Tokens, appId: string) {
  const edge: Edge = { caller, tokens, base: '/v2/game/block', identity: { appid: appId } };
  const post = poster(edge, GENERATION_2);
  return {
    ...createSharedCalls(edge, GENERATION_2),
    /** The player's restriction, or null. `/v2/game/block/get` */
    get: (fields: Fields<'/v2/game/block/get'>, options?: CallOptions) =>
      post<Restriction, never>('get', fields, {
        options,
        data: (body) => (body as { restriction: Restriction }).restriction,
      }),
    /** Restrictions of a feature (`chat`, `trade`, …) beside that of the login. */
    scope: {
      /** Restricts a player in a scope, or replaces that restriction. `/v2/game/block/scope/set` */
      set: (fields: Fields<'/v2/game/block/scope/set'>, options?: CallOptions) =>
        post<null, (typeof SET)[number]>('scope/set', fields, {
          options,
          codes: SET,
          data: nothing,
        }),
      /** Releases a player in a scope; other scopes stay. `/v2/game/block/scope/delete` */
      delete: (fields: Fields<'/v2/game/block/scope/delete'>, options?: CallOptions) =>
        post<null, (typeof DELETE)[number]>('scope/delete', fields, {
          options,
          codes: DELETE,
          data: nothing,
        }),
      /** The player's restriction in a scope, or null. `/v2/game/block/scope/get` */
      get: (fields: Fields<'/v2/game/block/scope/get'>, options?: CallOptions) =>
        post<ScopedRestriction, never>('scope/get', fields, {
          options,
          data: (body) => (body as { restriction: ScopedRestriction }).restriction,
        }),
    },
    /**
     * What the player says against the restriction. After a retry, ALREADY_APPEALED may mean that the first
     * request made the appeal. `/v2/game/block/appeal`
     */
    appeal: (fields: Fields<'/v2/game/block/appeal'>, options?: CallOptions) =>
      post<Camel<DataOf<'/v2/game/block/appeal'>>, (typeof APPEAL)[number]>('appeal', fields, {
        options,
        codes: APPEAL,
      }),
    /** Who restricted and released the player, newest first. `/v2/game/block/history` */
    history: (fields: Fields<'/v2/game/block/history'>, options?: CallOptions) =>
      post<RestrictionHistory, never>('history', fields, { options }),
    /** Up to 1,000 players; a result for each, in their order. `/v2/game/block/bulk/set` */
    bulkSet: (users: readonly (RestrictionInput & InScope)[], options?: CallOptions) =>
      post<readonly BulkResult[], never>('bulk/set', { users }, { options, data: resultsOf }),
    /** Up to 1,000 players; a result for each, in their order. `/v2/game/block/bulk/delete` */
    bulkDelete: (
      users: readonly (Fields<'/v2/game/block/delete'> & InScope)[],
      options?: CallOptions,
    ) => post<readonly BulkResult[], never>('bulk/delete', { users }, { options, data: resultsOf }),
  };
}

/** Generation 1: `/game/block/…` with the certification key in the body. */
export const createKeyRestrictions = (
  caller: Caller,
  tokens: Tokens,
  identity: { readonly appid: string; readonly service_certification_key: string },
): RestrictionsV1 =>
  createSharedCalls({ caller, tokens, base: '/game/block', identity }, GENERATION_1);

function createSharedCalls<Common extends RestrictionCode>(edge: Edge, common: readonly Common[]) {
  const post = poster(edge, common);
  return {
    types: {
      /**
       * Registers a type and answers its number. Not retried after a lost answer: each request makes
       * another type. `block/type/set`
       */
      set: (fields: RestrictionTypeInput, options?: CallOptions) =>
        post<Camel<DataOf<'/v2/game/block/type/set'>>, (typeof TYPE_SET)[number]>(
          'type/set',
          fields,
          { options, codes: TYPE_SET, repeatable: false },
        ),
      /** All types of the app, texts in one language. `block/type/get` */
      get: (fields: Fields<'/v2/game/block/type/get'> = {}, options?: CallOptions) =>
        post<RestrictionTypes, never>('type/get', fields, { options }),
      /** Deletes a type that no restricted player has. `block/type/delete` */
      delete: (fields: Fields<'/v2/game/block/type/delete'>, options?: CallOptions) =>
        post<null, (typeof TYPE_DELETE)[number]>('type/delete', fields, {
          options,
          codes: TYPE_DELETE,
          data: nothing,
        }),
    },
    /** Restricts a player, or replaces the restriction. `block/set` */
    set: (fields: RestrictionInput, options?: CallOptions) =>
      post<null, (typeof SET)[number]>('set', fields, { options, codes: SET, data: nothing }),
    /**
     * Releases a player. After a retry, NOT_RESTRICTED may mean that the first request released them.
     * `block/delete`
     */
    delete: (fields: Fields<'/v2/game/block/delete'>, options?: CallOptions) =>
      post<null, (typeof DELETE)[number]>('delete', fields, {
        options,
        codes: DELETE,
        data: nothing,
      }),
  };
}

interface Plan<Data, Code extends RestrictionCode> {
  readonly options: CallOptions | undefined;
  readonly codes?: readonly Code[];
  readonly repeatable?: boolean;
  /** Default: `data` of the answer, its names in camelCase. */
  readonly data?: (data: unknown) => Data;
}

function poster<Common extends RestrictionCode>(edge: Edge, common: readonly Common[]) {
  const { caller, tokens, base, identity } = edge;
  return <Data, Code extends RestrictionCode>(
    path: string,
    fields: object,
    { options, codes = [], repeatable = true, data = (body) => body as Data }: Plan<Data, Code>,
  ): Promise<Result<Data, RestrictionError<Common | Code> | CommonError>> => {
    const call: Call<Data, RestrictionError<Common | Code> | CommonError> = {
      path: `${base}/${path}`,
      body: printJson({ ...identity, ...(toWire(fields) as object) }),
      headers: (token) => ({ iscrypt: '0', ...(token !== '' && { 'x-access-token': token }) }),
      repeatable,
      read: (status, body) => readRestriction(status, body, [...common, ...codes], data),
    };
    return resultOf(send(caller, tokens, call, options));
  };
}

type WireAnswer = AnswerOf<'/v2/game/block/set'> & { readonly data?: unknown };

/** `token_validation` that another token would not change: another project's app, a player's token. */
const HOPELESS = [1008, 1009];

function readRestriction<Data, Code extends RestrictionCode>(
  status: number,
  body: unknown,
  codes: readonly Code[],
  dataOf: (data: unknown) => Data,
): Outcome<Data, RestrictionError<Code> | CommonError> | undefined {
  const { result_code, result_msg, token_validation, data } = (body ?? {}) as Partial<WireAnswer>;
  if (result_code === 0) return { ok: true, data: dataOf(fromWire(data)) };
  if (result_code === 5000) {
    const message = 'The service failed. Try again later.';
    return { ok: false, error: { code: 'INTERNAL_ERROR', message, status }, again: 'repeatable' };
  }
  const code = codes.find((each) => RESTRICTION_CODES[each][0] === result_code);
  if (code === undefined) return undefined;
  const [resultCode, message] = RESTRICTION_CODES[code];
  const tokenValidation = fromWire(token_validation) as { resultCode: number; resultMsg: string };
  const error = {
    code,
    message,
    resultCode,
    ...(code === 'INVALID_PARAMETER' && { field: result_msg?.split(': ')[1] }),
    ...(code === 'TOKEN_VALIDATION_FAILED' && { tokenValidation }),
  } as RestrictionError<Code>;
  const renews =
    code === 'TOKEN_VALIDATION_FAILED' && !HOPELESS.includes(tokenValidation.resultCode);
  return { ok: false, error, ...(renews && { again: 'token' }) };
}

const nothing = (): null => null;

const resultsOf = (body: unknown): readonly BulkResult[] =>
  (body as { results: readonly BulkResult[] }).results;
