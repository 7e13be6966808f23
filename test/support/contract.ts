// Holds every answer of a service against openapi.json: status, content type and body, fields that it does not name included.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Json = Record<string, unknown>;
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  readonly components: { readonly responses: Record<string, Response> };
}

const DOCUMENT = 'openapi.json';
const ADVICE = 'Correct the schema of the route and run npm run openapi, or correct the answer.';

/** Violations that no test has seen yet. */
let violations: string[] = [];
let known: Document | undefined;
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** Fails with what has been violated since the last call. */
export function expectContract(): void {
  const found = violations;
  violations = [];
  if (found.length > 0) throw new Error(`${[...new Set(found)].join('\n')}\n${ADVICE}`);
}

/** Holds a request that the service has sent against the webhooks of the document. */
export function expectMessage(text: string): void {
  const message = JSON.parse(text) as object;
  const name = 'events' in message ? 'purchaseEvents' : 'restrictionNotification';
  const pointer = `#/webhooks/${name}/post/requestBody/content/application~1json/schema`;
  const validate = validatorOf(pointer);
  if (validate(message)) return;
  violations.push(`${name}: ${ajv?.errorsText(validate.errors)} in ${text}`);
}

/** Watches every server that is created meanwhile. */
export async function watched<T>(create: () => Promise<T>): Promise<T> {
  subscribe('fastify.initialization', watch);
  try {
    return await create();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

function watch(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const problem = problemOf(request, reply, payload);
    if (problem !== undefined) violations.push(problem);
    done(null, payload);
  });
}

function problemOf(
  { method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const { url, schema } = routeOptions;
  // What the reference does not show: pages, unknown paths, and HEAD, which is a GET without its body.
  if (url === undefined || schema?.hide || method === 'HEAD') return undefined;
  const path = url.replace(/:(\w+)/g, '{$1}');
  const { statusCode } = reply;
  const where = `${method} ${path} ${statusCode}`;
  // With a listener of its own for operators, their paths do not exist at the public one.
  if (statusCode === 404 && String(payload).includes(`"There is no ${method} `)) return undefined;
  const operation = document().paths[path]?.[method.toLowerCase()];
  if (!operation) return `${where}: the operation is not in ${DOCUMENT}.`;
  const name = String(statusCode);
  const declared = operation.responses[name];
  if (!declared) return `${where}: the status is not declared. It answered ${String(payload)}`;
  const pointer =
    declared.$ref ?? `#/paths/${pointerPart(path)}/${method.toLowerCase()}/responses/${name}`;
  const { content } = resolve(declared);
  const isEmpty = payload === null || payload === undefined || payload === '';
  if (!content) return isEmpty ? undefined : `${where}: a body is not declared.`;
  const type = String(reply.getHeader('content-type')).split(';', 1)[0] ?? '';
  if (!(type in content)) return `${where}: the content type ${type} is not declared.`;
  if (!/json$/.test(type) || typeof payload !== 'string') return undefined;
  const validate = validatorOf(`${pointer}/content/${pointerPart(type)}/schema`);
  if (validate(JSON.parse(payload))) return undefined;
  return `${where}: ${ajv?.errorsText(validate.errors, { dataVar: 'body' })} in ${payload}`;
}

export const pointerPart = (part: string): string =>
  part.replaceAll('~', '~0').replaceAll('/', '~1');

const resolve = (response: Response): Response =>
  response.$ref === undefined
    ? response
    : (document().components.responses[response.$ref.split('/').at(-1) ?? ''] as Response);

function document(): Document {
  known ??= JSON.parse(
    readFileSync(join(import.meta.dirname, '../..', DOCUMENT), 'utf8'),
  ) as Document;
  return known;
}

/** Compiled when an operation is first seen: most files see few. */
export function validatorOf(pointer: string): ValidateFunction {
  const compiled = validators.get(pointer);
  if (compiled) return compiled;
  if (!ajv) {
    // Compiling takes longer than validating: nothing is optimised.
    ajv = formats.default(
      new Ajv2020({
        strict: false,
        validateSchema: false,
        inlineRefs: false,
        code: { optimize: false },
      }),
    );
    ajv.addFormat('int64', true);
    ajv.addSchema(onlyNamedFields(document()) as Json, DOCUMENT);
  }
  const validate = ajv.compile({ $ref: `${DOCUMENT}${encodeURI(pointer)}` });
  validators.set(pointer, validate);
  return validate;
}

/** A field that the document does not name is a violation, too. */
function onlyNamedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlyNamedFields);
  if (typeof value !== 'object' || value === null) return value;
  const each = Object.entries(value).map(([key, part]) => [key, onlyNamedFields(part)]);
  const isOpen = 'properties' in value && 'type' in value && !('additionalProperties' in value);
  return { ...(isOpen && { additionalProperties: false }), ...Object.fromEntries(each) };
}
