// Runs a suite against the whole service on both databases: `suite(name, (gate) => { test(…) })`.
import { after, before, describe } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection, type Rejection } from '../../src/audit/operation.ts';
import { sharedIds } from '../../src/base/ids.ts';
import { parseJson, printJson } from '../../src/base/json.ts';
import { createKey } from '../../src/identity/certification-keys.ts';
import { createClient } from '../../src/identity/oauth-clients.ts';
import type { Service, ServiceOptions } from '../../src/service.ts';
import { type AppContext, appOf, createApp } from '../../src/tenants/apps.ts';
import { createProject } from '../../src/tenants/projects.ts';
import { expectContract, watched } from './contract.ts';
import {
  createDatabase,
  type EITHER,
  KINDS,
  type Kind,
  kindsOf,
  type TestDatabase,
} from './databases.ts';
import { openService } from './service.ts';

export { MASTER_KEY, NOBODY, PASSWORD_COSTS, PUBLIC_URL } from './service.ts';

/** Where every test's clock begins: 2026-11-15 12:00:00 UTC. */
export const START = Date.UTC(2026, 10, 15, 12);

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  readonly body: any;
  readonly headers: LightMyRequestResponse['headers'];
}

export interface TestApp {
  readonly appid: string;
  readonly gameIndex: number;
  readonly key: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Gate {
  readonly kind: Kind;
  readonly service: Service;
  readonly database: TestDatabase;
  /** The service's clock; tests move it. */
  now: number;
  /** Another process on the same database, as far as memory is concerned. */
  secondService(more?: Partial<ServiceOptions>): Promise<Service>;
  /** Ends those: each holds megabytes. Otherwise they end with the suite. */
  stopOthers(): Promise<void>;
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A project with one app, its key and a client. */
  createApp(options?: { appid?: string; timeZone?: string; gameIndex?: number }): Promise<TestApp>;
  /** An app-server token. */
  token(app: TestApp): Promise<string>;
}

export interface SuiteOptions extends Partial<ServiceOptions> {
  /** Starts what the service will talk to, and says what the service must know of it. */
  readonly prepare?: (gate: Gate) => Promise<Partial<ServiceOptions>>;
  /** On which databases; on all unless said. */
  readonly kinds?: readonly Kind[] | typeof EITHER;
  /** PostgreSQL through PgBouncer. */
  readonly isPooled?: true;
}

export function suite(
  name: string,
  define: (gate: Gate) => void,
  { kinds = KINDS, ...options }: SuiteOptions = {},
): void {
  for (const kind of kindsOf(name, kinds)) {
    describe(`${name} (${kind})`, () => {
      const gate = { kind } as { -readonly [Name in keyof Gate]: Gate[Name] };
      before(async () => {
        await openGate(gate, kind, options);
      });
      after(async () => {
        await gate.stopOthers?.();
        await gate.service?.stop();
        await gate.database?.drop();
        // The runner keeps every test of the process, and a test its gate: a service takes megabytes.
        Reflect.deleteProperty(gate, 'service');
        // Answers that tests got in another way than through the gate.
        expectContract();
      });
      define(gate);
    });
  }
}

/** Fills in the gate that the tests hold, so that the service reads the clock that they move. */
async function openGate(
  gate: Gate,
  kind: Kind,
  { prepare, isPooled, ...options }: SuiteOptions,
): Promise<void> {
  // Ids do not follow a clock that goes back a little, as from the suite before in this process.
  new BigInt64Array(sharedIds())[0] = 0n;
  const database = await createDatabase(kind, isPooled);
  const environment = options.environment ?? 'production';
  const others: Service[] = [];
  let apps = 0;
  let prepared: Partial<ServiceOptions> = {};
  const open = async (more: Partial<ServiceOptions> = {}): Promise<Service> => {
    const service = { environment, clock: () => gate.now, ...options, ...prepared, ...more };
    return watched(() => openService(database.storage(environment), service));
  };
  const opened: Omit<Gate, 'service'> = {
    kind,
    database,
    now: START,
    async secondService(more) {
      const other = await open(more);
      others.push(other);
      return other;
    },
    async stopOthers() {
      for (const other of others.splice(0)) await other.stop();
    },
    send: (method, path, body, headers) => inject(gate.service, method, path, body, headers),
    post: (path, body, headers) => inject(gate.service, 'POST', path, body, headers),
    async createApp({ appid = `app-${++apps}`, timeZone = 'UTC', gameIndex } = {}) {
      const { context } = gate.service;
      const game_index =
        gameIndex ?? expectDone(await createProject(context, SYSTEM, { name: appid })).game_index;
      expectDone(
        await createApp(context, SYSTEM, { game_index, appid, name: appid, time_zone: timeZone }),
      );
      const key = expectDone(await createKey(context, SYSTEM, { appid }));
      const client = expectDone(await createClient(context, SYSTEM, { game_index, name: 'test' }));
      return {
        appid,
        gameIndex: game_index,
        key: key.service_certification_key,
        clientId: client.client_id,
        clientSecret: client.client_secret,
      };
    },
    async token({ clientId, clientSecret }) {
      const answer = await gate.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      });
      return answer.body.access_token;
    },
  };
  Object.assign(gate, opened);
  prepared = (await prepare?.(gate)) ?? {};
  Object.assign(gate, { service: await open() });
}

/** A body that is a string is sent as it is; anything else as exact JSON. */
export async function inject(
  service: Service,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await service.app.inject({
    method,
    url: path,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : printJson(body) }),
  });
  expectContract();
  const isJson = /json/.test(String(response.headers['content-type']));
  return {
    status: response.statusCode,
    body: isJson && response.body !== '' ? parseJson(response.body) : response.body,
    headers: response.headers,
  };
}

export function expectDone<T extends object>(outcome: T | Rejection): T {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.detail}`);
  return outcome;
}

/** What operations of this app use. */
export async function inApp(
  { context, directory }: Pick<Service, 'context' | 'directory'>,
  appid: string,
): Promise<AppContext> {
  return { context, app: expectDone(await appOf(directory, appid)) };
}
