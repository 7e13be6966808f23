// Every route of the running service with every kind of caller: let in or refused as the table says.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newOwner, signIn, type Visitor } from '../admin/visitor.ts';
import { named, type Route, routesOf } from '../fuzz/operations.ts';
import { debtToken } from '../measures/debtor.ts';
import { logIn, newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_GROUPS, CALLERS, type Caller, GAME_GROUPS, groupOf } from './access-table.ts';

type Method = Parameters<Gate['send']>[0];
type Headers = Record<string, string>;

interface Cast {
  readonly app: TestApp;
  readonly headers: Headers;
}

const nameOf = ({ method, url }: Route): string => `${method} ${named(url)}`;

suite(
  'access',
  (gate) => {
    let routes: Route[];
    let stranger: TestApp;
    before(async () => {
      routes = await routesOf(() => gate.secondService());
      stranger = await gate.createApp();
    });

    async function newCast(caller: Caller): Promise<Cast> {
      const app = await gate.createApp();
      return { app, headers: await headersOf(caller, app) };
    }

    /** How the caller identifies itself. */
    async function headersOf(caller: Caller, app: TestApp): Promise<Headers> {
      switch (caller) {
        case 'nobody':
        case 'client':
        case 'key':
          return {};
        case 'app':
          return bearer(await gate.token(app));
        case 'otherApp':
          return bearer(await gate.token(stranger));
        case 'user':
          return bearer((await logIn(gate, app, newPlayer())).access_token);
        case 'debt':
          return bearer(await debtToken(gate, app));
        case 'viewer':
        case 'operator':
        case 'admin':
        case 'owner':
          return session(await newMember(gate, app, caller));
        case 'installation':
          return session(await signIn(gate, await newOwner(gate)));
        default: {
          const owner = await signIn(gate, await newOwner(gate));
          const token = { name: 'matrix', scope: caller };
          return bearer((await owner.send('POST', '/admin-tokens', token)).body.token);
        }
      }
    }

    test('every route has a row, and every row a route', () => {
      const unknown = routes.map(nameOf).filter((name) => !groupOf(name));
      assert.deepEqual(unknown, [], 'add them to test/security/access-table.ts');
      const used = new Set(routes.map((route) => groupOf(nameOf(route))));
      const unused = [...GAME_GROUPS, ...ADMIN_GROUPS].filter((group) => !used.has(group));
      assert.deepEqual(unused, []);
    });

    for (const caller of Object.keys(CALLERS) as Caller[]) {
      test(`${CALLERS[caller]}: let in where the table says so, refused everywhere else`, async () => {
        let cast = await newCast(caller);
        const wrong: string[] = [];
        for (const route of routes) {
          const name = nameOf(route);
          // Who identifies itself in a body is nobody there.
          if (Object.keys(cast.headers).length === 0 && caller !== 'nobody' && isAdmin(name))
            continue;
          const isAllowed = groupOf(name)?.allowed.includes(caller) ?? false;
          const answer = await call(gate, route, cast, caller);
          const hasFailed = answer.status >= 500 && !name.includes('/health/ready');
          if (hasFailed || isRefused(name, answer) === isAllowed) {
            wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`);
          }
          // What was deleted or ended is made anew for the next route.
          const ends = route.method === 'DELETE' || /logout|sign-out|second-factor/.test(route.url);
          if (ends && answer.status < 300) cast = await newCast(caller);
        }
        assert.deepEqual(wrong, []);
      });
    }
  },
  { kinds: EITHER },
);

const isAdmin = (name: string): boolean => name.includes(' /admin/');

const bearer = (token: string): Headers => ({
  authorization: `Bearer ${token}`,
  'x-access-token': token,
});

const session = ({ cookie, csrf }: Visitor): Headers => ({
  cookie,
  'x-tollgate-csrf': csrf,
  'sec-fetch-site': 'same-origin',
});

async function newMember(
  gate: Gate,
  { gameIndex: game_index }: TestApp,
  role: 'viewer' | 'operator' | 'admin' | 'owner',
): Promise<Visitor> {
  const email = await newOwner(gate);
  const { db } = gate.service.context.storage;
  const { account_id } = await db
    .updateTable('account')
    .set({ owner: 0 })
    .where('email', '=', email)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('member').values({ game_index, account_id, role }).execute();
  return signIn(gate, email);
}

function call(gate: Gate, route: Route, { app, headers }: Cast, caller: Caller): Promise<Answer> {
  const path = named(route.url)
    .replace('{game_index}', String(app.gameIndex))
    .replace('{appid}', app.appid)
    .replace('{client_id}', app.clientId)
    .replace('{channel}', 'restriction')
    .replace('{market}', 'STEAM')
    .replace('{provider}', 'STEAM')
    .replace('{gateway}', 'stripe')
    .replace('{block_type}', '1')
    .replace('{player_id}', '1')
    .replace('{batch_id}', 'msg_00000000-0000-0000-0000-000000000000')
    .replace(/\{\w+\}|\*/g, 'x')
    .replace(/\/audit.*/, (path) => `${path}?game_index=${app.gameIndex}`);
  const ISCRYPT = '0';
  const body = route.method === 'GET' ? undefined : bodyFor(path, app, caller);
  const common = { 'sec-fetch-site': 'same-origin', 'x-app-id': app.appid, ISCRYPT };
  return gate.send(route.method as Method, path, body, { ...common, ...headers });
}

function bodyFor(path: string, app: TestApp, caller: Caller): object {
  if (path.startsWith('/admin/')) return {};
  if (path.startsWith('/oauth/')) {
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    const request = { grant_type: 'client_credentials', token: 'x' };
    return { ...request, ...(caller === 'client' && client) };
  }
  // The app server has to name a player, and players must not.
  const isOfPlayer = caller === 'app' && path.endsWith('/purchase/restore');
  if (isOfPlayer) return { targetPlayerId: 1 };
  const key = { service_certification_key: caller === 'key' ? app.key : 'none' };
  return { appid: app.appid, ...(path.startsWith('/game/') ? key : { player_id: 1 }) };
}

/** Whether the answer says that this caller may not call this. */
function isRefused(name: string, { status, body }: Answer): boolean {
  if (name.includes(' /game/')) return body.result_code === 4002;
  if (name.includes(' /v2/')) return body.result_code === 2499;
  if (/ \/payment\/v1\/(?!order\/(pay|return)\/)/.test(name)) {
    return [1002, 1003].includes(body.outcome?.code);
  }
  if (name.includes(' /auth/')) return status === 401 || status === 404;
  if (name.includes(' /market/') || name.endsWith('{issuer}/logout')) return status >= 400;
  return status === 401 || status === 403;
}
