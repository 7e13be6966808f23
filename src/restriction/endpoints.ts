// The endpoints of the restriction interface, shared by both generations.

import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { toId64 } from '../base/ids.ts';
import { fieldOf, type SchemaError, validator, withoutEmpty } from '../base/validation.ts';
import type { App } from '../tenants/directory.ts';
import type { Actor } from './changes.ts';
import { type Envelope, envelope, type ResultCode } from './envelope.ts';
import { type Restrictions, releaseCode, type SetRequest } from './restrictions.ts';
import type { Invalid } from './rules.ts';
import * as schema from './schema.ts';
import { byScope, inScope, LOGIN } from './scopes.ts';

export interface Call<Body> {
  readonly app: App;
  readonly actor: Actor;
  readonly body: Body;
  readonly request: FastifyRequest;
}

export type Outcome =
  | { readonly code: ResultCode; readonly detail?: string; readonly data?: unknown }
  | Invalid;

export interface Endpoint {
  /** Path of generation 1; generation 2 puts `/v2` before it. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  readonly generations: readonly (1 | 2)[];
  readonly body: TObject;
  readonly example: object;
  readonly data?: TSchema;
  readonly dataExample?: unknown;
  /** Result codes in addition to those of every endpoint. */
  readonly codes: readonly ResultCode[];
  /** Before the parameters are checked. */
  prepare?(body: Readonly<Record<string, unknown>>): void;
  handle(call: Call<never>): Promise<Outcome>;
}

function endpoint<Body extends TObject>(
  definition: Omit<Endpoint, 'handle' | 'body' | 'example'> & {
    readonly body: Body;
    readonly example: Static<Body>;
    handle(call: Call<Static<Body>>): Promise<Outcome>;
  },
): Endpoint {
  return definition as unknown as Endpoint;
}

const HISTORY_PAGE = 20;
const EXAMPLE_PLAYER = 10_000_000_123 as unknown as bigint;
const EXAMPLE_SET = {
  player_id: EXAMPLE_PLAYER,
  status: 'B',
  block_type: 1,
  start_date: '2026-11-15 00:00:00',
  end_date: '2099-12-15 00:00:00',
} as const;
const EXAMPLE_TYPE = {
  block_type: 1,
  type_status: 'N',
  type_name: '불법 프로그램',
  type_en_name: 'Illegal program',
} as const;
const EXAMPLE_TEXTS = { title: 'Access restricted', reason: 'Use of an illegal program.' };
const EXAMPLE_RESTRICTION = {
  ...EXAMPLE_SET,
  type_status: 'N',
  ...EXAMPLE_TEXTS,
  in_effect: true,
  support_code: '1001-4LDQPH7-1',
};

type ReleaseRequest = Static<typeof schema.BlockDelete>;
type InScope = { readonly scope?: string };

const errorsInSet = entryErrors(schema.BulkSetEntry);
const errorsInRelease = entryErrors(schema.BulkDeleteEntry);

/** What players owe: the shape, and the look-up. */
export interface Debts {
  readonly schema: TSchema;
  of(app: App, playerId: bigint): Promise<readonly object[]>;
}

export function endpoints(restrictions: Restrictions, debts: Debts): Endpoint[] {
  const whoOf = ({ actor, request }: Call<unknown>) => ({
    actor,
    traceparent: request.trace.traceparent,
  });

  return [
    endpoint({
      path: '/game/block/type/set',
      operation: 'block.type.set',
      summary: 'Register a restriction type',
      description:
        'The answer has the number of the new type. `ko` and `en` texts are required; byte limits count UTF-8.',
      generations: [1, 2],
      body: schema.TypeSet,
      example: {
        type_status: 'N',
        type_name: EXAMPLE_TYPE.type_name,
        type_en_name: EXAMPLE_TYPE.type_en_name,
        reasons: [
          { language: 'ko', title: '이용 제한', reason: '불법 프로그램 사용' },
          { language: 'en', ...EXAMPLE_TEXTS },
        ],
      },
      data: schema.TypeSetData,
      dataExample: { block_type: 1 },
      codes: [4014, 4015, 4016],
      prepare: withoutEmptyTitles,
      async handle({ app, body }) {
        const result = await restrictions.types.register(app, body);
        return 'block_type' in result ? { code: 0, data: result } : result;
      },
    }),
    endpoint({
      path: '/game/block/type/delete',
      operation: 'block.type.delete',
      summary: 'Delete a restriction type',
      description: 'Fails with 4012 while a restriction uses the type. Numbers are never reused.',
      generations: [1, 2],
      body: schema.TypeDelete,
      example: { block_type: 1 },
      codes: [4011, 4012],
      handle: async ({ app, body }) => ({
        code: await restrictions.types.delete(app, body.block_type),
      }),
    }),
    endpoint({
      path: '/game/block/type/get',
      operation: 'block.type.get',
      summary: 'List restriction types',
      description:
        'Operations policy types are in `block_type_list`, temporary types in `temp_type_list`, both in the requested language.',
      generations: [1, 2],
      body: schema.TypeGet,
      example: { language: 'en' },
      data: schema.TypeGetData,
      dataExample: { block_type_list: [], temp_type_list: [{ ...EXAMPLE_TYPE, ...EXAMPLE_TEXTS }] },
      codes: [],
      handle: async ({ app, body }) => ({
        code: 0,
        data: await restrictions.types.list(app, body.language ?? 'en'),
      }),
    }),
    endpoint({
      path: '/game/block/set',
      operation: 'block.set',
      summary: 'Register or change an access restriction',
      description:
        'Replaces an earlier restriction of the player, and notifies the game server. With `skip_blocked`, a player who is already restricted stays unchanged, and the result is 0.',
      generations: [1, 2],
      body: schema.BlockSet,
      example: EXAMPLE_SET,
      codes: [4011, 4013],
      handle: (call) => restrictions.set(call.app, call.body, whoOf(call)),
    }),
    endpoint({
      path: '/game/block/delete',
      operation: 'block.delete',
      summary: 'Release an access restriction',
      description:
        'Fails with 2002 when the player is not restricted. Nothing is sent to the game server.',
      generations: [1, 2],
      body: schema.BlockDelete,
      example: { player_id: EXAMPLE_PLAYER },
      codes: [2002],
      handle: async ({ app, actor, body }) => ({
        code: await restrictions.release(app, body.player_id, { actor }),
      }),
    }),
    endpoint({
      path: '/game/block/get',
      operation: 'block.get',
      summary: 'Get the restriction of a player, or null',
      description:
        '`in_effect` is false before the start of the period: the player can still log in. `restrictions` has those of other scopes, too.',
      generations: [2],
      body: schema.BlockGet,
      example: { player_id: EXAMPLE_PLAYER, language: 'en' },
      data: schema.blockGetData(debts.schema),
      dataExample: {
        restriction: EXAMPLE_RESTRICTION,
        restrictions: [
          { scope: 'login', scope_name: 'Login', ...EXAMPLE_RESTRICTION },
          { scope: 'chat', scope_name: 'Chat', ...EXAMPLE_RESTRICTION },
        ],
        debt: [],
      },
      codes: [],
      async handle({ app, body }) {
        const [all, debt] = await Promise.all([
          restrictions.all(app, body.player_id, body.language ?? 'en'),
          debts.of(app, body.player_id),
        ]);
        return { code: 0, data: { ...byScope(all), debt } };
      },
    }),
    endpoint({
      path: '/game/block/scope/set',
      operation: 'block.scope.set',
      summary: 'Restrict a player in a scope, or change that restriction',
      description:
        'As `block/set`, for one scope: a player may have one restriction in each. Only `login` keeps the player out and notifies the game server.',
      generations: [2],
      body: schema.ScopeSet,
      example: { ...EXAMPLE_SET, scope: 'chat' },
      codes: [4011, 4013],
      handle: (call) => {
        const { scope, with_devices: withDevices } = call.body;
        return restrictions.set(call.app, call.body, { ...whoOf(call), withDevices }, scope);
      },
    }),
    endpoint({
      path: '/game/block/scope/delete',
      operation: 'block.scope.delete',
      summary: 'Release a player in a scope',
      description: 'Restrictions of other scopes stay. Fails with 2002 when there is none in this.',
      generations: [2],
      body: schema.ScopeDelete,
      example: { player_id: EXAMPLE_PLAYER, scope: 'chat' },
      codes: [2002],
      handle: async ({ app, actor, body }) => ({
        code: await restrictions.release(app, body.player_id, { actor }, body.scope),
      }),
    }),
    endpoint({
      path: '/game/block/scope/get',
      operation: 'block.scope.get',
      summary: 'Get the restriction of a player in a scope, or null',
      description: '`block/get` returns those of all scopes.',
      generations: [2],
      body: schema.ScopeGet,
      example: { player_id: EXAMPLE_PLAYER, scope: 'chat', language: 'en' },
      data: schema.ScopeGetData,
      dataExample: {
        restriction: { scope: 'chat', scope_name: 'Chat', ...EXAMPLE_RESTRICTION },
      },
      codes: [],
      async handle({ app, body: { player_id, scope, language = 'en' } }) {
        const all = await restrictions.all(app, player_id, language);
        return { code: 0, data: { restriction: inScope(all, scope) } };
      },
    }),
    endpoint({
      path: '/game/block/appeal',
      operation: 'block.appeal',
      summary: 'Appeal against the restriction of a player',
      description:
        'For what a player writes in the game; `appeal_code` opens the page for the same. Fails with 4017 unless the type allows appeals, and with 4018 when the restriction already has one that is open, or that is decided and cannot be repeated yet.',
      generations: [2],
      body: schema.BlockAppeal,
      example: { player_id: EXAMPLE_PLAYER, text: 'It was my brother.', language: 'en' },
      data: schema.BlockAppealData,
      dataExample: { appeal_id: '01a1df14-1e00-7071-8489-07da8a5d9915' },
      codes: [2002, 4017, 4018],
      async handle({ app, actor: { name }, body }) {
        const { player_id: playerId, scope = LOGIN, text, language = 'en' } = body;
        const actor = { kind: 'system', name: `app server ${name}` } as const;
        const request = { actor, playerId, scope, text, language, source: 'app_server' } as const;
        const outcome = await restrictions.appeal(app, request);
        if ('code' in outcome) return outcome;
        return { code: 0, data: { appeal_id: outcome.appeal.appeal_id } };
      },
    }),
    endpoint({
      path: '/game/block/history',
      operation: 'block.history',
      summary: 'List the restriction history of a player, newest first',
      description:
        'One entry for each registration, change, release and expiry. Send `data.next` as `before` to get the next page.',
      generations: [2],
      body: schema.BlockHistory,
      example: { player_id: EXAMPLE_PLAYER, size: 20 },
      data: schema.BlockHistoryData,
      dataExample: { history: [], next: null },
      codes: [],
      async handle({ app, body: { player_id, size = HISTORY_PAGE, before } }) {
        const page = { size: size + 1, ...(before !== undefined && { before }) };
        const entries = await restrictions.history(app, player_id, page);
        const shown = entries.slice(0, size);
        const next = entries.length > size ? (shown.at(-1)?.seq ?? null) : null;
        return { code: 0, data: { history: shown, next } };
      },
    }),
    endpoint({
      path: '/game/block/bulk/set',
      operation: 'block.bulk.set',
      summary: 'Register up to 1,000 restrictions, with a result for each',
      description:
        'Each entry has the fields of `block/set`, and optionally a `scope`. An entry that is not valid does not stop the others; `data.results` has one result per entry, in the same order.',
      generations: [2],
      body: schema.BulkUsers,
      example: { users: [EXAMPLE_SET] },
      data: schema.BulkData,
      dataExample: { results: [{ player_id: EXAMPLE_PLAYER, ...envelope(0) }] },
      codes: [],
      handle: (call) =>
        eachUser(call, errorsInSet, (entries: readonly (SetRequest & InScope)[]) =>
          restrictions.setAll(call.app, entries, whoOf(call)),
        ),
    }),
    endpoint({
      path: '/game/block/bulk/delete',
      operation: 'block.bulk.delete',
      summary: 'Release up to 1,000 restrictions, with a result for each',
      description:
        'An entry may have a `scope`. `data.results` has one result per entry, in the same order.',
      generations: [2],
      body: schema.BulkUsers,
      example: { users: [{ player_id: EXAMPLE_PLAYER }] },
      data: schema.BulkData,
      dataExample: { results: [{ player_id: EXAMPLE_PLAYER, ...envelope(2002) }] },
      codes: [],
      handle: (call) =>
        eachUser(call, errorsInRelease, async (entries: readonly (ReleaseRequest & InScope)[]) => {
          const { results } = await restrictions.releaseAll(call.app, entries, whoOf(call));
          return results.map((result) => ({ code: releaseCode(result) }));
        }),
    }),
  ];
}

/** Only a type with titles has the field; in one without, an empty title is an absent one. */
function withoutEmptyTitles({ type_status, reasons }: Readonly<Record<string, unknown>>): void {
  if (type_status !== 'O' || !Array.isArray(reasons)) return;
  for (const each of reasons) if (each?.title === '') delete each.title;
}

/** Each entry is read like the body of a single call. */
function entryErrors(shape: TObject) {
  const errorsIn = validator(shape, 'json');
  return (entry: object) => errorsIn(withoutEmpty(entry, shape));
}

async function eachUser<Entry>(
  { body }: Call<Static<typeof schema.BulkUsers>>,
  errorsIn: ReturnType<typeof entryErrors>,
  work: (entries: readonly Entry[]) => Promise<readonly Outcome[]>,
): Promise<Outcome> {
  const errors = body.users.map(errorsIn);
  const valid = body.users.filter((_, index) => !errors[index]);
  const outcomes = (await work(valid as Entry[])).values();
  const results = body.users.map((entry, index) => {
    const wrong = errors[index];
    const outcome = wrong ? { field: invalidField(wrong) } : (outcomes.next().value as Outcome);
    // The check has made it a bigint, unless it is no id.
    const { player_id: id } = entry as { player_id?: unknown };
    const player_id = typeof id === 'bigint' ? toId64(id) : undefined;
    return { player_id, ...plainEnvelope(outcome) };
  });
  return { code: 0, data: { results } };
}

export function plainEnvelope(outcome: Outcome): Envelope {
  if (!('field' in outcome)) return envelope(outcome.code, outcome.detail);
  const { field, problem } = outcome;
  return envelope(4000, problem === undefined ? field : `${field}: ${problem}`);
}

/** The first invalid field. */
export function invalidField([error]: readonly SchemaError[]): string {
  return (error && fieldOf(error, 'brackets')) || 'body';
}
