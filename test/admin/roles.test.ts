// Every admin route has a role: who has less is refused by name, who has none learns nothing. Who may call: test/security/access.test.ts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { AREAS, type Noun, SCOPES, type Scope } from '../../src/operators/scopes.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite, type TestApp } from '../support/harness.ts';
import { newEmail, newMember, newOwner, signIn, type Visitor } from './visitor.ts';

const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const;
type Role = (typeof ROLES)[number];
type Needed = Role | 'caller' | 'session' | 'nothing';
type Method = Parameters<Gate['send']>[0];

interface Route {
  readonly method: Method;
  readonly operation: string;
  readonly path: string;
  readonly needs: Needed;
  /** The path or the query says which project it is about. */
  readonly ofProject: boolean;
}

const SENTENCES: Readonly<Record<string, Needed>> = {
  'Requires the role viewer.': 'viewer',
  'Requires the role operator.': 'operator',
  'Requires the role admin.': 'admin',
  'Requires the role owner.': 'owner',
  'Open to every caller; lists only what the caller can see.': 'caller',
  'Requires a console session.': 'session',
  'Requires no authentication.': 'nothing',
};

/** They change nothing: what is asked does not fit into an address. */
const QUESTIONS = ['admin.measure.dry-run'];

/** The only routes that anybody may call, and those of people only. */
const OPEN = [
  'GET /admin/v1/environment',
  'POST /admin/v1/session',
  'POST /admin/v1/session/oidc/{issuer}',
  'POST /admin/v1/invitations/open',
  'POST /admin/v1/password-resets',
  'POST /admin/v1/password-resets/complete',
  'POST /admin/v1/invitations/accept',
];

function routesOf(gate: Gate): Route[] {
  const { paths = {} } = gate.service.app.swagger() as {
    paths?: Record<string, Record<string, { description?: string; operationId?: string }>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/admin/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description = '', operationId = '' }]) => ({
        method: method.toUpperCase() as Method,
        operation: operationId,
        path,
        needs: SENTENCES[description] as Needed,
        ofProject: /\{(game_index|appid|client_id)\}/.test(path) || /\/audit(\/|$)/.test(path),
      })),
    );
}

function pathFor({ path, needs }: Route, app: TestApp): string {
  const filled = path
    .replace('/admin/v1', '')
    .replace('{game_index}', String(app.gameIndex))
    .replace('{appid}', app.appid)
    .replace('{client_id}', app.clientId)
    .replace('{channel}', 'restriction')
    .replace('{market}', 'STEAM')
    .replace('{block_type}', '1')
    .replace('{player_id}', '1')
    .replace('{batch_id}', 'msg_00000000-0000-0000-0000-000000000000')
    .replace(/\{\w+\}/g, 'x');
  return /\/audit(\/|$)/.test(path) && needs === 'viewer'
    ? `${filled}?game_index=${app.gameIndex}`
    : filled;
}

/** Which areas exist, and which scopes there are, is read from the table that the service uses. */
function nounOf(route: Route): Noun {
  return route.operation.replace(/^admin\./, '').split('.')[0] as Noun;
}

/** One of each kind: access.test.ts calls all. */
function examplesOf(routes: readonly Route[]): Route[] {
  const kindOf = (route: Route): string =>
    [AREAS[nounOf(route)], route.needs, route.ofProject, route.method].join(' ');
  return [...new Map(routes.map((route) => [kindOf(route), route])).values()];
}

const isRejection = ({ status }: Answer): boolean => status === 401 || status === 403;

const seen = (address: string, text: string): boolean => text.includes(address);

suite(
  'console roles',
  (gate) => {
    let routes: Route[];
    let examples: Route[];
    let owner: Visitor;
    before(async () => {
      owner = await signIn(gate, await newOwner(gate));
      await gate.service.app.ready();
      routes = routesOf(gate);
      examples = examplesOf(routes);
    });

    test('every admin route says what it needs', () => {
      assert.ok(routes.length > 60, `${routes.length} routes`);
      assert.deepEqual(
        routes.filter(({ needs }) => needs === undefined),
        [],
      );
      const open = routes.filter(({ needs }) => needs === 'nothing');
      assert.deepEqual(open.map(({ method, path }) => `${method} ${path}`).sort(), OPEN.sort());
      const changing = routes.filter(
        ({ method, needs, operation }) =>
          method !== 'GET' && needs === 'viewer' && !QUESTIONS.includes(operation),
      );
      assert.deepEqual(changing, [], 'a viewer cannot change anything');
    });

    test('a role below the needed one is refused, by name', async () => {
      const app = await gate.createApp();
      const members = new Map<Role, Visitor>();
      for (const role of ROLES) {
        members.set(role, await newMember(gate, owner, app.gameIndex, role));
      }
      for (const route of examples.filter(({ ofProject }) => ofProject)) {
        const needed = ROLES.indexOf(route.needs as Role);
        for (const role of ROLES.slice(0, needed)) {
          const path = pathFor(route, app);
          const answer = await members.get(role)?.send(route.method, path);
          assert.equal(answer?.status, 403, `${role} ${route.method} ${path}`);
          assert.equal(answer?.body.code, 'forbidden');
          assert.equal(
            answer?.body.detail,
            `This requires the role ${route.needs}; yours is ${role}.`,
          );
        }
      }
    });

    for (const scope of Object.keys(SCOPES) as Scope[]) {
      test(`an admin token of scope ${scope} for one project may call what the table allows there`, async () => {
        let app = await gate.createApp();
        const issue = async ({ gameIndex }: TestApp) => {
          const body = { name: 'matrix', scope, projects: [gameIndex] };
          const { body: created } = await owner.send('POST', '/admin-tokens', body);
          return { authorization: `Bearer ${created.token}` };
        };
        let bearer = await issue(app);
        for (const route of examples) {
          const path = pathFor(route, app);
          const answer = await gate.send(route.method, `/admin/v1${path}`, {}, bearer);
          const where = `${scope} ${route.method} ${path}: ${JSON.stringify(answer.body)}`;
          assert.ok(answer.status < 500, where);
          const role = SCOPES[scope][AREAS[nounOf(route)]];
          if (route.needs === 'session') assert.equal(answer.status, 401, where);
          else if (route.needs === 'caller' || route.needs === 'nothing')
            assert.ok(!isRejection(answer), where);
          else if (!route.ofProject) {
            assert.equal(answer.status, 403, where);
            const detail = 'Only admin tokens for every project can do this.';
            assert.equal(answer.body.detail, detail);
          } else if (role && ROLES.indexOf(role) >= ROLES.indexOf(route.needs)) {
            assert.ok(!isRejection(answer), where);
          } else {
            assert.equal(answer.status, 403, where);
            const detail = `The scope ${scope} of this admin token does not allow this.`;
            assert.equal(answer.body.detail, detail);
          }
          if (route.method !== 'DELETE' || answer.status >= 400) continue;
          // What was deleted is made anew for the next route.
          app = await gate.createApp();
          bearer = await issue(app);
        }
      });
    }

    test('a token for one project knows nothing of another', async () => {
      const [mine, theirs] = [await gate.createApp(), await gate.createApp()];
      const body = { name: 'one', projects: [mine.gameIndex] };
      const { token } = (await owner.send('POST', '/admin-tokens', body)).body;
      const bearer = { authorization: `Bearer ${token}` };
      for (const route of routes.filter(({ ofProject }) => ofProject)) {
        const path = `/admin/v1${pathFor(route, theirs)}`;
        const answer = await gate.send(route.method, path, {}, bearer);
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], path);
      }
      const list = await gate.send('GET', '/admin/v1/projects', undefined, bearer);
      assert.deepEqual(
        list.body.items.map((project: { game_index: number }) => project.game_index),
        [mine.gameIndex],
      );
    });

    test("another project's things are as unknown as things that do not exist", async () => {
      const [mine, theirs] = [await gate.createApp(), await gate.createApp()];
      const member = await newMember(gate, owner, mine.gameIndex, 'owner');
      const nowhere = { ...theirs, appid: 'nowhere', gameIndex: 999_999, clientId: 'tgc_nowhere' };
      for (const route of routes.filter(({ ofProject }) => ofProject)) {
        const answer = await member.send(route.method, pathFor(route, theirs));
        const unknown = await member.send(route.method, pathFor(route, nowhere));
        const where = `${route.method} ${pathFor(route, theirs)}`;
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], where);
        assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'], where);
        assert.equal(
          answer.body.detail
            .replace(theirs.appid, '')
            .replace(String(theirs.gameIndex), '')
            .replace(theirs.clientId, ''),
          unknown.body.detail.replace('nowhere', '').replace('999999', '').replace('tgc_', ''),
          where,
        );
      }
      const { items } = (await member.send('GET', '/projects')).body;
      assert.deepEqual(
        items.map((project: { game_index: number }) => project.game_index),
        [mine.gameIndex],
      );
    });

    test('what is about no project is for owners of the installation, whatever the query says', async () => {
      const app = await gate.createApp();
      const member = await newMember(gate, owner, app.gameIndex, 'owner');
      const general = routes.filter(
        ({ ofProject, needs }) => !ofProject && ROLES.includes(needs as Role),
      );
      assert.ok(general.length >= 7, `${general.length} routes`);
      for (const route of general) {
        const path = `${pathFor(route, app)}?game_index=${app.gameIndex}&appid=${app.appid}`;
        const answer = await member.send(route.method, path, { name: 'x', email: newEmail() });
        assert.equal(answer.status, 403, `${route.method} ${path}`);
        assert.equal(answer.body.detail, 'Only owners of the installation can do this.');
        const allowed = await owner.send(route.method, pathFor(route, app), {});
        assert.ok(!isRejection(allowed), `${route.method} ${path}: ${allowed.status}`);
      }
      assert.equal((await member.send('GET', '/audit')).status, 403);
      assert.equal((await owner.send('GET', '/audit')).status, 200);
    });

    test('the audit log shows addresses of members only to those who may see members', async () => {
      const app = await gate.createApp();
      const members = await Promise.all(
        (['viewer', 'owner'] as const).map((role) => newMember(gate, owner, app.gameIndex, role)),
      );
      const [viewer, boss] = members as [Visitor, Visitor];
      const path = `/audit?game_index=${app.gameIndex}`;
      const shown = async (who: Visitor) => JSON.stringify((await who.send('GET', path)).body);
      const addresses = [boss.email, owner.email];
      const [few, all] = [await shown(viewer), await shown(boss)];
      for (const address of addresses)
        assert.deepEqual([seen(address, few), seen(address, all)], [false, true]);
      assert.ok(few.includes(viewer.email), 'the own address stays');
      assert.ok(few.includes(`${owner.email[0]}…@…`));
      const asked = await viewer.send('GET', `${path}&actor=${boss.email}`);
      assert.deepEqual([asked.status, asked.body.errors[0].field], [400, 'actor']);
      assert.equal((await viewer.send('GET', `${path}&actor=${viewer.email}`)).status, 200);
      const reader = { name: 'reader', scope: 'read', projects: [app.gameIndex] };
      const { token } = (await owner.send('POST', '/admin-tokens', reader)).body;
      const authorization = `Bearer ${token}`;
      const read = await gate.send('GET', `/admin/v1${path}`, undefined, { authorization });
      assert.equal(seen(boss.email, JSON.stringify(read.body)), false);
    });

    test('the path decides which project is meant, not the query', async () => {
      const [mine, theirs] = [await gate.createApp(), await gate.createApp()];
      const member = await newMember(gate, owner, mine.gameIndex, 'owner');
      const named = `appid=${mine.appid}&game_index=${mine.gameIndex}&client_id=${mine.clientId}`;
      for (const path of [`/projects/${theirs.gameIndex}`, `/apps/${theirs.appid}`]) {
        assert.equal((await member.send('GET', `${path}?${named}`)).status, 404);
        assert.equal((await member.send('DELETE', `${path}?${named}`)).status, 404);
      }
    });

    test('a changed role counts at once, and so does the end of a membership', async () => {
      const app = await gate.createApp();
      const member = await newMember(gate, owner, app.gameIndex, 'viewer');
      const { account_id } = (await member.send('GET', '/session')).body;
      const path = `/projects/${app.gameIndex}/members/${account_id}`;
      assert.equal((await member.send('PATCH', `/apps/${app.appid}`, { name: 'n' })).status, 403);
      const changed = await owner.send('PATCH', path, { role: 'admin' });
      assert.deepEqual(changed.body, {
        account_id,
        email: member.email,
        role: 'admin',
        second_factor: false,
        disabled: false,
      });
      assert.equal((await member.send('PATCH', `/apps/${app.appid}`, { name: 'n' })).status, 200);
      assert.equal((await owner.send('DELETE', path)).status, 204);
      assert.equal((await member.send('GET', `/apps/${app.appid}`)).status, 404);
      assert.equal((await owner.send('DELETE', path)).status, 404);
    });
  },
  { kinds: EITHER },
);
