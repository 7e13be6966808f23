// One request out of chance: a good one for its operation, spoilt in one to three ways.
import { seeded } from '../prove/seeded.ts';
import type { Operation, Schema } from './operations.ts';
import {
  CONTENT_TYPES,
  HEADERS,
  KEYS,
  METHODS,
  nested,
  QUERIES,
  QUERY_VALUES,
  SEGMENTS,
  TEXTS,
} from './values.ts';
import type { Credential, World } from './world.ts';

export interface FuzzRequest {
  readonly operation: Operation;
  /** Who sends it. */
  readonly caller: string;
  readonly method: string;
  /** As it is sent, with the query. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  /** Whether the operation is still the one that is called. */
  readonly isOdd: boolean;
  readonly changes: readonly string[];
}

type Json = Record<string, unknown>;

interface Draft {
  readonly operation: Operation;
  /** Fields of all operations. */
  readonly names: readonly string[];
  method: string;
  path: string;
  query: string[];
  headers: [string, string][];
  /** The fields of the body, with placeholders for texts that are no values. */
  fields: Json | undefined;
  readonly texts: Map<string, string>;
  /** What happens to the bytes at the end. */
  readonly bytes: ((body: Buffer) => Buffer)[];
  isOdd: boolean;
}

interface Chance {
  readonly next: () => number;
  pick<T>(list: readonly T[]): T;
  /** A whole number below `end`. */
  below(end: number): number;
}

function chanceOf(seed: number): Chance {
  const next = seeded(seed);
  const below = (end: number) => Math.floor(next() * end);
  return { next, below, pick: (list) => list[below(list.length)] as never };
}

export interface Sender {
  readonly name: string;
  readonly credential: Credential;
}

/** The same request for the same seed and number. */
export function makeRequest(
  world: World,
  operations: readonly Operation[],
  senders: readonly Sender[],
  seed: number,
  number: number,
): FuzzRequest {
  const chance = chanceOf(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b));
  const operation = operations[number % operations.length] as Operation;
  const fitting = senders.filter(({ name }) => fits(name, operation));
  const isFitting = fitting.length > 0 && chance.next() < 0.7;
  const sender = chance.pick(isFitting ? fitting : senders);
  const draft = goodRequest(world, operation, sender.credential, chance, namesIn(operations));
  const changes: string[] = [];
  for (let left = chance.below(3) + (chance.next() < 0.95 ? 1 : 0); left > 0; left -= 1) {
    const [name, change] = chance.pick(draft.fields ? CHANGES : WITHOUT_BODY);
    change(draft, chance);
    changes.push(name);
  }
  return finish(draft, sender.name, changes);
}

const known = new WeakMap<readonly Operation[], readonly string[]>();

/** The names of all fields of all bodies. */
function namesIn(operations: readonly Operation[]): readonly string[] {
  const found = known.get(operations) ?? [
    ...new Set(operations.flatMap(({ body }) => Object.keys(body?.properties ?? {}))),
  ];
  known.set(operations, found);
  return found;
}

/** Whether it is a caller whom the operation lets in, so that deeper checks are reached. */
function fits(caller: string, { path }: Operation): boolean {
  if (path.startsWith('/admin/')) return /owner|scope full/.test(caller);
  if (path.startsWith('/payment/')) return /app-server|user/.test(caller);
  return caller === 'an app-server token';
}

function goodRequest(
  { app, known }: World,
  operation: Operation,
  { key, bearer, cookie, csrf }: Credential,
  chance: Chance,
  names: readonly string[],
): Draft {
  const { path, method } = operation;
  const headers: [string, string][] = [['content-type', 'application/json']];
  const isAdmin = path.startsWith('/admin/');
  if (bearer !== undefined) {
    if (path.startsWith('/v2/')) headers.push(['x-access-token', bearer]);
    else headers.push(['authorization', `Bearer ${bearer}`]);
  }
  if (path.startsWith('/payment/')) headers.push(['x-app-id', app.appid]);
  if (path.includes('/game/')) headers.push(['iscrypt', '0']);
  if (isAdmin && cookie !== undefined) headers.push(['cookie', cookie]);
  if (isAdmin && csrf !== undefined) headers.push(['x-tollgate-csrf', csrf]);
  if (isAdmin) headers.push(['sec-fetch-site', 'same-origin']);
  const parameters = path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? 'x'));
  const query = operation.query
    .filter(() => chance.next() < 0.3)
    .map(
      (name) =>
        `${name}=${known[name] === undefined ? chance.pick(QUERY_VALUES) : encodeURIComponent(String(known[name]))}`,
    );
  const fields =
    operation.body || method !== 'GET' ? goodBody(operation, known, chance) : undefined;
  if (fields && 'service_certification_key' in fields) fields.service_certification_key = key;
  return {
    operation,
    names,
    method,
    path: parameters.replace('*', 'index.html'),
    query,
    headers,
    fields,
    texts: new Map(),
    bytes: [],
    isOdd: false,
  };
}

function goodBody({ body, example }: Operation, known: Json, chance: Chance): Json {
  const fields: Json = { ...example };
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const isNeeded = body?.required?.includes(name) || chance.next() < 0.4;
    if (name in known && (isNeeded || name in fields)) fields[name] = known[name];
    else if (isNeeded && !(name in fields)) fields[name] = sampleOf(schema, known, chance);
  }
  return structuredClone(fields);
}

function sampleOf(schema: Schema, known: Json, chance: Chance): unknown {
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema, known, chance);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return chance.next() < 0.5;
    case 'array':
      return schema.items ? [sampleOf(schema.items, known, chance)] : [];
    case 'object':
      return goodBody({ body: schema } as unknown as Operation, known, chance);
    default:
      return 'a';
  }
}

type Change = readonly [string, (draft: Draft, chance: Chance) => void];

/** Every place of a value, at any depth. */
function places(value: unknown, found: [Json, string][] = []): [Json, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Json, key]);
    places((value as Json)[key], found);
  }
  return found;
}

/** Puts a text that need not be JSON at the place. */
function put(draft: Draft, parent: Json, key: string, text: string): void {
  const placeholder = `@@${draft.texts.size}@@`;
  draft.texts.set(`"${placeholder}"`, text);
  Object.defineProperty(parent, key, {
    value: placeholder,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const LENGTHS = [0, 1, 255, 256, 257, 4_096, 4_097, 65_536, 65_537, 300 * 1024];
const LETTERS = ['a', '9', '\u00e9', '한', '\\ud83d\\ude00', ' '];

const FOREIGN = 'fields of other operations';

const BODY_CHANGES: readonly Change[] = [
  [
    'another value',
    (draft, chance) => {
      const [parent, key] = chance.pick(places(draft.fields)) ?? [draft.fields, 'appid'];
      put(draft, parent as Json, key as string, chance.pick(TEXTS));
    },
  ],
  [
    'another length',
    (draft, chance) => {
      const [parent, key] = chance.pick(places(draft.fields)) ?? [draft.fields, 'appid'];
      const text = chance.pick(LETTERS).repeat(chance.pick(LENGTHS));
      put(draft, parent as Json, key as string, `"${text}"`);
    },
  ],
  [
    'a field less',
    (draft, chance) => {
      const [parent, key] = chance.pick(places(draft.fields)) ?? [];
      if (parent && !Array.isArray(parent)) delete parent[key as string];
    },
  ],
  [
    'an odd field more',
    (draft, chance) => put(draft, draft.fields as Json, chance.pick(KEYS), chance.pick(TEXTS)),
  ],
  [
    FOREIGN,
    (draft, chance) => {
      const own = draft.operation.body?.properties ?? {};
      const foreign = draft.names.filter((name) => !Object.hasOwn(own, name));
      for (let left = chance.below(8) + 1; left > 0; left -= 1) {
        put(draft, draft.fields as Json, chance.pick(foreign), chance.pick(TEXTS));
      }
    },
  ],
  [
    'a field twice',
    (draft, chance) => {
      const name = JSON.stringify(chance.pick(Object.keys(draft.fields ?? {})) ?? 'appid');
      put(draft, draft.fields as Json, 'twice', `1,${name}:${chance.pick(TEXTS)}`);
    },
  ],
  ['another body', (draft, chance) => replaceBody(draft, Buffer.from(chance.pick(TEXTS)))],
  ['no body', (draft) => replaceBody(draft, Buffer.alloc(0))],
  [
    'deep nesting',
    (draft, chance) =>
      put(draft, draft.fields as Json, 'deep', nested(chance.pick([63, 64, 2_500]))),
  ],
  [
    'a cut body',
    (draft, chance) => {
      const share = chance.next();
      draft.bytes.push((body) => body.subarray(0, Math.floor(body.length * share)));
    },
  ],
  [
    'bytes that are no UTF-8',
    (draft, chance) => {
      const share = chance.next();
      const odd = chance.pick([
        [0xff],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0],
        [0xf8, 0x88],
        [0x80],
      ]);
      draft.bytes.push((body) => {
        const at = Math.floor(body.length * share);
        return Buffer.concat([body.subarray(0, at), Buffer.from(odd), body.subarray(at)]);
      });
    },
  ],
  [
    'a byte-order mark',
    (draft) => draft.bytes.push((body) => Buffer.concat([BYTE_ORDER_MARK, body])),
  ],
  ['UTF-16', (draft) => draft.bytes.push((body) => Buffer.from(`\ufeff${body}`, 'utf16le'))],
  [
    '300 KiB of spaces',
    (draft) => draft.bytes.push((body) => Buffer.concat([Buffer.alloc(300 * 1024, ' '), body])),
  ],
];

function replaceBody(draft: Draft, body: Buffer): void {
  draft.bytes.push(() => body);
}

const WITHOUT_BODY: readonly Change[] = [
  [
    'another content type',
    (draft, chance) => {
      draft.headers = draft.headers.filter(([name]) => name !== 'content-type');
      if (chance.next() < 0.9) draft.headers.push(['content-type', chance.pick(CONTENT_TYPES)]);
    },
  ],
  ['an odd header', (draft, chance) => draft.headers.push([...chance.pick(HEADERS)])],
  [
    'a header twice',
    (draft, chance) => {
      const [name, value] = chance.pick(draft.headers) ?? ['accept', '*/*'];
      draft.headers.push([name, chance.pick([value, '', 'x'])]);
    },
  ],
  [
    'a header less',
    (draft, chance) => {
      draft.headers.splice(chance.below(draft.headers.length), 1);
    },
  ],
  ['an odd query', (draft, chance) => draft.query.push(chance.pick(QUERIES))],
  [
    'another value in the query',
    (draft, chance) => {
      const name = chance.pick(draft.operation.query) ?? chance.pick(['after', 'limit', 'code']);
      draft.query.push(`${name}=${chance.pick(QUERY_VALUES)}`);
    },
  ],
  [
    'another parameter',
    (draft, chance) => {
      const segments = draft.path.split('/');
      const isParameter = draft.operation.path.split('/').map((each) => each.includes('{'));
      const open = segments.flatMap((_, index) => (isParameter[index] ? [index] : []));
      if (open.length === 0) return;
      segments[chance.pick(open)] = chance.pick(SEGMENTS);
      draft.path = segments.join('/');
      draft.isOdd = true;
    },
  ],
  [
    'an odd path',
    (draft, chance) => {
      const segments = draft.path.split('/');
      const at = chance.below(segments.length) + 1;
      if (chance.next() < 0.5) segments.splice(at, 0, chance.pick(SEGMENTS));
      else segments[Math.min(at, segments.length - 1)] = chance.pick(SEGMENTS);
      draft.path = segments.join('/');
      draft.isOdd = true;
    },
  ],
  [
    'another spelling of the path',
    (draft, chance) => {
      const spell = chance.pick<(path: string) => string>([
        (path) => path.toUpperCase(),
        (path) => `${path}/`,
        (path) => `/${path}`,
        (path) => path.replace('/', '/./'),
        (path) => `${path}/..`,
        (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      ]);
      draft.path = spell(draft.path);
      draft.isOdd = true;
    },
  ],
  [
    'another method',
    (draft, chance) => {
      draft.method = chance.pick(METHODS);
      draft.isOdd = true;
    },
  ],
];

/** What is in the body is what most programs trip over. */
const CHANGES: readonly Change[] = [
  ...BODY_CHANGES,
  ...BODY_CHANGES.slice(0, 2),
  ...BODY_CHANGES.slice(0, 2),
  ...BODY_CHANGES.slice(0, 2),
  ...BODY_CHANGES.filter(([name]) => name === FOREIGN),
  ...WITHOUT_BODY,
];

function finish(draft: Draft, caller: string, changes: string[]): FuzzRequest {
  const { operation, method, path, query, headers, fields, texts, isOdd } = draft;
  let body: Buffer | undefined;
  if (fields) {
    let text = JSON.stringify(fields);
    for (const [placeholder, raw] of texts) text = text.replace(placeholder, () => raw);
    body = Buffer.from(text);
    for (const change of draft.bytes) body = change(body);
  }
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  return { operation, caller, method, target, headers, body, isOdd, changes };
}

/** The request as a line for a shell. */
export function asCurl(base: string, { method, target, headers, body }: FuzzRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const curl = `curl -s -i --path-as-is -g -X ${method} ${parts.join(' ')}`;
  const url = quote(base + target);
  if (!body) return `${curl} ${url}`;
  return `echo ${body.toString('base64')} | base64 -d | ${curl} --data-binary @- ${url}`;
}
