// The OpenAPI document, made from the schemas of the routes: `transform` reads a route, `transformObject` the whole.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { INT64_KEYWORD } from '../base/ids.ts';
import { INTEGER_KEYWORD, NUMBER_KEYWORD, STORABLE_KEYWORD } from '../base/keywords.ts';
import { type DocumentedAnswer, plainError, REFERENCE_KEYWORD } from '../base/reference.ts';
import { encodingAnswer } from './content-encoding.ts';
import { complete } from './openapi-examples.ts';
import { shareShapes } from './openapi-shared.ts';
import { documentHead } from './reference-head.ts';
import { sdkSamples } from './sdk-samples.ts';

type Json = Record<string, unknown>;

export interface ReferenceOptions {
  readonly environment: string;
  /** What the service sends by itself: OpenAPI path items by name. */
  readonly webhooks: Readonly<Record<string, object>>;
}

export function openapi(options: ReferenceOptions): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      ...documentHead(options.environment),
      webhooks: plainKeywords(options.webhooks),
    } as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
    transform: ({ schema, url, route }) => ({
      schema: (schema?.hide
        ? schema
        : plainKeywords(describe(schema as Json | undefined, route))) as never,
      url,
    }),
    transformObject: (made) =>
      'openapiObject' in made ? shareShapes(complete(made.openapiObject)) : made.swaggerObject,
  };
}

/** Everywhere: of a limit of the installation, or of a process that cannot keep up. */
const RATE_LIMITED = {
  ...plainError('RateLimited', 'Too many requests. Wait for `Retry-After` seconds.', {
    rate_limited: 'Too many requests. Try again in 1 s.',
    overloaded: 'The service has more to do than it can. Try again in 1 s.',
  }),
  headers: { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } },
};

/** The name of the operation in logs and metrics is its id. */
function describe(schema: Json | undefined, { config, method, url }: RouteOptions): Json {
  const { [REFERENCE_KEYWORD]: onlyHere, response, ...rest } = schema ?? {};
  const answers = (response ?? {}) as Readonly<Record<string, DocumentedAnswer>>;
  const limited = {
    ...RATE_LIMITED,
    content: { ...answers[429]?.content, ...RATE_LIMITED.content },
  };
  return {
    operationId: config?.operation,
    ...rest,
    ...(onlyHere as Json | undefined),
    ...sdkSamples(config?.operation),
    response: { ...answers, ...(method !== 'GET' && { 415: encodingAnswer(url) }), 429: limited },
  };
}

const CAUTION = 'A 64-bit integer: a double would lose digits.';

/** Replaces the validator's own keywords with OpenAPI's. */
function plainKeywords<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(plainKeywords) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const {
    [INT64_KEYWORD]: isId,
    [INTEGER_KEYWORD]: isInteger,
    [NUMBER_KEYWORD]: isNumber,
    [STORABLE_KEYWORD]: _,
    ...rest
  } = schema as Json;
  const plain: Json = {
    ...(isInteger === true && { type: 'integer' }),
    ...(isNumber === true && { type: 'number' }),
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plainKeywords(value)])),
  };
  if (!isId && plain.format !== 'int64') return plain as T;
  const description = [plain.description, CAUTION].filter(Boolean).join(' ');
  return {
    type: 'integer',
    format: 'int64',
    ...(isId === true && { minimum: 1 }),
    ...plain,
    description,
  } as T;
}
