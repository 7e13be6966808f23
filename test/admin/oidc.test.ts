// Sign-in by OpenID Connect, against a real provider: who gets in with which roles, and everything that must not work.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { JWTPayload } from 'jose';
import { pino } from 'pino';
import { SYSTEM } from '../../src/audit/audit.ts';
import { passwordResetHandler } from '../../src/operators/password-reset.ts';
import type { Service } from '../../src/service.ts';
import { createProject } from '../../src/tenants/projects.ts';
import { EITHER } from '../support/databases.ts';
import {
  type Answer,
  expectDone,
  type Gate,
  inject,
  PUBLIC_URL,
  suite,
} from '../support/harness.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  followTo,
  type Person,
  startIssuer,
  type TestIssuer,
} from '../support/issuer.ts';
import {
  newEmail,
  newMember,
  newOwner,
  PASSWORD,
  problem,
  SAME_ORIGIN,
  signIn,
  trySignIn,
  type Visitor,
  visitor,
} from './visitor.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OIDC = '/admin/v1/session/oidc';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** The numbers that the groups of the issuers name; 999 does not exist. */
const GROUPS = [
  { group: 'ops', project: 1, role: 'operator' },
  { group: 'leads', project: 1, role: 'admin' },
  { group: 'owners', project: 1, role: 'owner' },
  { group: 'second', project: 2, role: 'viewer' },
  { group: 'gone', project: 999, role: 'owner' },
  { group: 'sandboxed', project: 1, role: 'owner', environment: 'sandbox' },
  { group: 'root', owner: true },
];

/** Started once: both databases, and every test, have the same issuers. */
const corp = await startIssuer({ consoleUrl: PUBLIC_URL, roles: GROUPS });
const quiet = await startIssuer({
  consoleUrl: PUBLIC_URL,
  name: 'quiet',
  roles: GROUPS,
  namesItself: false,
  refreshTokens: false,
});
after(async () => {
  await corp.close();
  await quiet.close();
});

interface Begun {
  /** Where the issuer sent the browser back to. */
  readonly callback: string;
  readonly cookie: string;
}

function newPerson(issuer: TestIssuer, person: Person): string {
  const id = randomUUID();
  issuer.people.set(id, { email: `${id}@example.com`, email_verified: true, ...person });
  issuer.next = { person: id };
  return id;
}

const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0] ?? '');

/** The reason in the address of the sign-in page, and that nobody is signed in. */
function refusalOf(answer: Answer, page = '/console/sign-in'): string | null {
  assert.equal(answer.status, 303, JSON.stringify(answer.body));
  const cookies = cookiesOf(answer);
  assert.ok(!cookies.some((each) => each.startsWith('tollgate_production=tgx')), 'signed in');
  const { pathname, searchParams } = new URL(String(answer.headers.location), PUBLIC_URL);
  assert.equal(pathname, page);
  return searchParams.get('refused');
}

const rolesOf = (session: { roles: { game_index: number; role: string }[] }) =>
  session.roles.map(({ game_index, role }) => [game_index, role]);

/** How somebody signs in by an issuer, where two projects are that its groups name. */
function visitIssuers(gate: Gate) {
  before(async () => {
    const { context } = gate.service;
    for (const game_index of [1, 2]) {
      expectDone(await createProject(context, SYSTEM, { name: `Game ${game_index}`, game_index }));
    }
  });
  beforeEach(async () => {
    // The issuers have the clock of the machine.
    gate.now = Date.now();
    corp.bend = undefined;
    corp.outage = undefined;
    await gate.service.context.storage.db.deleteFrom('sign_in_failure').execute();
  });

  const begin = (name = 'corp', body: object = {}, service: Service = gate.service) =>
    inject(service, 'POST', `${OIDC}/${name}`, body, SAME_ORIGIN);

  /** Up to the return from the issuer. */
  async function visitIssuer(name = 'corp', body: object = {}): Promise<Begun> {
    const begun = await begin(name, body);
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const callback = await followTo(PUBLIC_URL, begun.body.url);
    const [cookie = ''] = cookiesOf(begun);
    return { callback: `${callback.pathname}${callback.search}`, cookie };
  }

  const comeBack = ({ callback, cookie }: Begun, service: Service = gate.service) =>
    inject(service, 'GET', callback, undefined, { cookie });

  const signInBy = async (name = 'corp', body: object = {}) =>
    comeBack(await visitIssuer(name, body));

  async function enter(name = 'corp') {
    const answer = await signInBy(name);
    assert.equal(answer.headers.location, '/console/', String(answer.headers.location));
    const cookie = cookiesOf(answer).find((each) => each.startsWith('tollgate_production=')) ?? '';
    const { body } = await gate.send('GET', '/admin/v1/session', undefined, { cookie });
    return { ...visitor(gate, body.email, cookie, body.csrf), session: body };
  }

  /** Connects the account to the person who signs in next at the issuer. */
  async function connect(me: Visitor, name = 'corp') {
    const path = `/session/connections/${name}`;
    const begun = await me.send('POST', path, { password: PASSWORD });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const { pathname, search } = await followTo(PUBLIC_URL, begun.body.url);
    return comeBack({ callback: pathname + search, cookie: cookiesOf(begun)[0] ?? '' });
  }

  return { begin, visitIssuer, comeBack, signInBy, enter, connect };
}

const ISSUERS = {
  prepare: async () => ({ issuers: [corp.setting(), quiet.setting({ name: 'quiet' })] }),
};

suite(
  'sign-in by OpenID Connect',
  (gate) => {
    const { begin, visitIssuer, comeBack, signInBy, enter, connect } = visitIssuers(gate);
    const tables = () => gate.service.context.storage.db;
    const count = async (table: 'account' | 'oidc_identity' | 'console_session' | 'oidc_flow') => {
      const { total } = await tables()
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    };

    test('somebody in mapped groups signs in: an account, its roles, and who gave them', async () => {
      const id = newPerson(corp, {
        groups: ['leads', 'ops', 'second', 'gone', 'sandboxed', 'else'],
      });
      const me = await enter();
      assert.equal(me.session.email, `${id}@example.com`);
      assert.equal(me.session.owner, false);
      assert.equal(me.session.issuer, corp.url);
      assert.deepEqual(rolesOf(me.session), [
        [1, 'admin'],
        [2, 'viewer'],
      ]);
      const owner = await signIn(gate, await newOwner(gate));
      const { body } = await owner.send('GET', '/projects/1/members');
      const member = body.items.find(({ email }: { email: string }) => email === me.email);
      assert.equal(member.issuer, corp.url);
      const path = `/projects/1/members/${member.account_id}`;
      for (const answer of [
        await owner.send('PATCH', path, { role: 'viewer' }),
        await owner.send('DELETE', path),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [409, 'in_use']);
        assert.match(answer.body.detail, new RegExp(corp.url));
      }
      const log = (await owner.send('GET', '/audit?limit=20')).body.items;
      const actions = log
        .filter(({ actor }: { actor: string }) => actor === 'issuer corp')
        .map(({ action }: { action: string }) => action)
        .sort();
      assert.deepEqual(actions, ['account.create', 'member.create', 'member.create']);
    });

    test('nobody without a mapped group gets in, and nothing is created', async () => {
      for (const groups of [[], ['else'], ['gone'], ['sandboxed']]) {
        newPerson(corp, { groups });
        const before = [await count('account'), await count('oidc_identity')];
        assert.equal(refusalOf(await signInBy()), 'not_allowed', groups.join());
        assert.deepEqual([await count('account'), await count('oidc_identity')], before);
      }
    });

    test('roles follow the groups at each sign-in, up, down and away', async () => {
      const id = newPerson(corp, { groups: ['root'] });
      assert.equal((await enter()).session.owner, true);
      corp.people.set(id, { groups: ['ops'] });
      const { session } = await enter();
      assert.deepEqual([session.owner, rolesOf(session)], [false, [[1, 'operator']]]);
      corp.people.set(id, { groups: [] });
      assert.equal(refusalOf(await signInBy()), 'not_allowed');
      const rows = tables().selectFrom('member').selectAll();
      assert.deepEqual(await rows.where('account_id', '=', session.account_id).execute(), []);
    });

    test('an address that a local account has is not taken over, verified or not', async () => {
      const email = await newOwner(gate);
      newPerson(corp, { email, email_verified: true, groups: ['ops'] });
      assert.equal(refusalOf(await signInBy()), 'address_taken');
      const id = newPerson(corp, { email, email_verified: false, groups: ['ops'] });
      const { session } = await enter();
      assert.equal(session.email, `${id}@corp`, 'an unverified address is not shown');
      assert.equal(session.owner, false);
    });

    test('an address is no identity: another person with it is another account', async () => {
      newPerson(corp, { email: 'shared@example.com', groups: ['ops'] });
      const first = await enter();
      newPerson(corp, { email: 'shared@example.com', groups: ['ops'] });
      assert.equal(refusalOf(await signInBy()), 'address_taken');
      assert.equal((await first.send('GET', '/session')).status, 200);
    });

    test('the same id at another issuer is somebody else', async () => {
      const id = newPerson(corp, { groups: ['root'] });
      const here = await enter();
      quiet.people.set(id, { groups: ['ops'] });
      quiet.next = { person: id };
      const there = await enter('quiet');
      assert.notEqual(here.session.account_id, there.session.account_id);
      assert.equal(there.session.owner, false);
    });

    test('a local account is connected by its owner, with the password, and keeps its own roles', async () => {
      const email = await newOwner(gate);
      const me = await signIn(gate, email);
      const id = newPerson(corp, { groups: ['ops'] });
      const path = '/session/connections/corp';
      const wrong = await me.send('POST', path, { password: 'not the password' });
      assert.deepEqual(wrong.body.errors[0].field, 'password');
      assert.equal((await connect(me)).headers.location, '/console/account');
      const [connection] = (await me.send('GET', '/session/connections')).body.items;
      assert.deepEqual([connection.issuer, connection.subject], [corp.url, id]);
      const { session } = await enter();
      assert.deepEqual([session.email, session.owner], [email, true]);
      // Without any group the roles that people gave are left.
      corp.people.set(id, { groups: [] });
      assert.equal((await enter()).session.owner, true);

      // Nobody else connects the same person.
      const stranger = await signIn(gate, await newOwner(gate));
      assert.equal(refusalOf(await connect(stranger), '/console/account'), 'connected_elsewhere');

      assert.equal((await me.send('DELETE', path)).status, 204);
      assert.deepEqual((await me.send('GET', '/session/connections')).body.items, []);
      assert.equal((await me.send('DELETE', path)).status, 404);
      assert.equal(refusalOf(await signInBy()), 'not_allowed');
    });

    const sessionOf = async (me: Visitor) => (await me.send('GET', '/session')).body;
    const memberIn = async (reader: Visitor, project: number, email: string) => {
      const { items } = (await reader.send('GET', `/projects/${project}/members`)).body;
      return items.find((each: { email: string }) => each.email === email);
    };
    const accept = async ({ body }: Answer) => {
      const given = { token: body.link.split('#')[1], password: PASSWORD };
      const accepted = await gate.post('/admin/v1/invitations/accept', given, SAME_ORIGIN);
      assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    };

    test('a role from a group counts in sessions by its issuer; a password has the roles that people gave', async () => {
      const { appid } = await gate.createApp({ gameIndex: 1 });
      const owner = await signIn(gate, await newOwner(gate));
      const me = await newMember(gate, owner, 2, 'operator');
      const id = newPerson(corp, { groups: ['leads'] });
      await connect(me);
      const issued = await enter();
      assert.equal(issued.email, me.email);
      assert.deepEqual(rolesOf(issued.session), [
        [1, 'admin'],
        [2, 'operator'],
      ]);
      const keys = `/apps/${appid}/keys`;
      assert.equal((await issued.send('GET', keys)).status, 200);

      const hasOwnRolesOnly = async (session: Visitor) => {
        assert.deepEqual(rolesOf(await sessionOf(session)), [[2, 'operator']]);
        const detail = `There is no app ${appid}.`;
        for (const [method, path] of [
          ['GET', keys],
          ['POST', `${keys}/rotate`],
        ] as const) {
          const answer = await session.send(method, path, method === 'POST' ? {} : undefined);
          const expected = problem(404, 'not_found', path, 'Not found.', detail);
          assert.deepEqual(answer.body, expected);
        }
        const { items } = (await session.send('GET', '/projects')).body;
        assert.deepEqual(
          items.map(({ game_index }: { game_index: number }) => game_index),
          [2],
        );
      };
      await hasOwnRolesOnly(me);
      await hasOwnRolesOnly(await signIn(gate, me.email));

      // Removed there: the session by the issuer ends, and the password opens nothing more than before.
      corp.people.delete(id);
      gate.now += MINUTE;
      assert.equal((await issued.send('GET', keys)).status, 401);
      await hasOwnRolesOnly(me);
      await hasOwnRolesOnly(await signIn(gate, me.email));
      assert.equal((await memberIn(owner, 1, me.email)).issuer, corp.url, 'listed all the same');
    });

    test('who owns the installation by a group is no owner with a password, until a person makes them one', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const me = await newMember(gate, owner, 2, 'viewer');
      const id = newPerson(corp, { groups: ['root'] });
      await connect(me);
      const issued = await enter();
      assert.equal(issued.session.owner, true);
      assert.equal((await issued.send('GET', '/owners')).status, 200);
      assert.equal((await sessionOf(me)).owner, false);
      assert.equal((await me.send('GET', '/owners')).status, 403);
      const listed = async () => {
        const { items } = (await owner.send('GET', '/owners')).body;
        return items.find((each: { email: string }) => each.email === me.email);
      };
      const { account_id } = issued.session;
      const theirs = {
        ...{ account_id, email: me.email, owner: true, disabled: false, second_factor: false },
        created_at: (await listed())?.created_at,
      };
      assert.deepEqual(await listed(), { ...theirs, issuer: corp.url });

      const owners = await gate.secondService({ passwordSignIn: 'owners' });
      const withPassword = async ({ email, cookie }: Visitor) => {
        const path = '/admin/v1/session';
        const again = await inject(
          owners,
          'POST',
          path,
          { email, password: PASSWORD },
          SAME_ORIGIN,
        );
        return [(await inject(owners, 'GET', path, undefined, { cookie })).status, again.status];
      };
      assert.deepEqual(await withPassword(me), [401, 401]);
      assert.deepEqual(await withPassword(owner), [200, 201]);

      await accept(await owner.send('POST', '/invitations', { email: me.email }));
      assert.deepEqual(await listed(), theirs);
      corp.people.set(id, { groups: [] });
      gate.now += MINUTE;
      for (const each of [me, issued]) assert.equal((await sessionOf(each)).owner, true);
      assert.deepEqual(await withPassword(me), [200, 201]);
    });

    test('a role that people gave goes before that of a group, until they take it away', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const me = await newMember(gate, owner, 1, 'viewer');
      newPerson(corp, { groups: ['leads'] });
      await connect(me);
      const issued = await enter();
      for (const each of [me, issued]) {
        assert.deepEqual(rolesOf(await sessionOf(each)), [[1, 'viewer']]);
      }
      const path = `/projects/1/members/${issued.session.account_id}`;
      assert.equal((await owner.send('DELETE', path)).status, 204);
      gate.now += MINUTE;
      assert.deepEqual(rolesOf(await sessionOf(issued)), [[1, 'admin']]);
      assert.deepEqual(rolesOf(await sessionOf(me)), []);

      const invitation = { email: me.email, role: 'operator' };
      await accept(await owner.send('POST', '/projects/1/invitations', invitation));
      gate.now += MINUTE;
      for (const each of [me, issued]) {
        assert.deepEqual(rolesOf(await sessionOf(each)), [[1, 'operator']]);
      }
    });

    test('where groups of two issuers name a project, the sign-in that came last decides', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const me = await newMember(gate, owner, 2, 'viewer');
      for (const [issuer, name] of [
        [corp, 'corp'],
        [quiet, 'quiet'],
      ] as const) {
        newPerson(issuer, { groups: ['ops', 'root'] });
        await connect(me, name);
      }
      const path = `/projects/1/members/${(await sessionOf(me)).account_id}`;
      const limits = { longest_days: 7 };
      const first = await enter();
      assert.equal((await owner.send('PATCH', path, { limits })).status, 200);
      const second = await enter('quiet');
      const { email } = me;
      const expected = { email, role: 'operator', limits, issuer: quiet.url };
      const {
        account_id: _,
        second_factor: __,
        disabled: ___,
        ...member
      } = await memberIn(owner, 1, email);
      assert.deepEqual(member, expected, 'what it is limited to stays');
      gate.now += MINUTE;
      // Both own the installation: each by its own issuer.
      for (const [each, roles] of [
        [first, [[2, 'viewer']]],
        [
          second,
          [
            [1, 'operator'],
            [2, 'viewer'],
          ],
        ],
      ] as const) {
        const session = await sessionOf(each);
        assert.deepEqual([session.owner, rolesOf(session)], [true, roles]);
      }
    });

    test('a role whose issuer is no longer set can be removed by hand', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      newPerson(corp, { groups: ['ops'] });
      const { email, session } = await enter();
      const { account_id } = session;
      const path = `/projects/1/members/${account_id}`;
      const refused = await owner.send('DELETE', path);
      const detail = `The groups at ${corp.url} give ${email} this role. Change them there. It can be removed here once OIDC_ISSUERS no longer names the issuer.`;
      assert.deepEqual([refused.status, refused.body.detail], [409, detail]);
      const without = await gate.secondService({ issuers: [quiet.setting({ name: 'quiet' })] });
      const { cookie, csrf } = owner;
      const headers = { cookie, 'x-tollgate-csrf': csrf, ...SAME_ORIGIN };
      const remove = () => inject(without, 'DELETE', `/admin/v1${path}`, undefined, headers);
      assert.equal((await remove()).status, 204);
      assert.equal(await memberIn(owner, 1, email), undefined);
      assert.equal((await remove()).status, 404);
      const [entry] = (await owner.send('GET', '/audit?game_index=1&limit=1')).body.items;
      assert.deepEqual(
        [entry.action, entry.actor, entry.before.issuer],
        ['member.remove', owner.email, corp.url],
      );
    });

    test('an account without a password gets none by e-mail, and none by guessing', async () => {
      newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      for (const password of ['', 'undefined', PASSWORD]) {
        assert.ok(
          [400, 401].includes((await trySignIn(gate, { email: me.email, password })).status),
        );
      }
      assert.equal((await me.send('DELETE', '/session/connections/corp')).status, 409);
      const sent: string[] = [];
      const mailer = { send: async ({ to }: { to: string }) => void sent.push(to) };
      const handle = passwordResetHandler({
        ...gate.service.context,
        mailer,
        consoleUrl: `${PUBLIC_URL}/console`,
      });
      const local = await newOwner(gate);
      for (const email of [me.email, local]) {
        const job = { appid: '', gameIndex: 0, id: 'password-reset 1', attempts: 0 };
        await handle({ ...job, payload: { email, language: 'en' }, createdAt: gate.now });
      }
      assert.deepEqual(sent, [local]);
    });

    test('a sign-in begins only from the console, is bound to the browser, and works once', async () => {
      const elsewhere = await gate.post(`${OIDC}/corp`, {}, { origin: 'https://evil.example' });
      assert.equal(elsewhere.body.code, 'cross_site');
      assert.equal((await begin('nobody')).status, 404);
      newPerson(corp, { groups: ['ops'] });
      const begun = await visitIssuer();
      const without = await gate.send('GET', begun.callback);
      assert.equal(refusalOf(without), 'expired', 'the address alone, in another browser');
      const planted = { cookie: `${begun.cookie.split('=')[0]}=tgo_somebody-elses` };
      assert.equal(
        refusalOf(await gate.send('GET', begun.callback, undefined, planted)),
        'expired',
      );
      assert.equal((await comeBack(begun)).headers.location, '/console/');
      assert.equal(refusalOf(await comeBack(begun)), 'expired', 'a second time');

      const late = await visitIssuer();
      gate.now += 10 * MINUTE;
      assert.equal(refusalOf(await comeBack(late)), 'expired', 'after ten minutes');
    });

    test('a code is worth nothing in a sign-in that it was not made for', async () => {
      newPerson(corp, { groups: ['ops'] });
      const used = await visitIssuer();
      await comeBack(used);
      const [stolen, mine] = [await visitIssuer(), await visitIssuer()];
      const codeOf = ({ callback }: Begun) =>
        new URL(callback, PUBLIC_URL).searchParams.get('code');
      const withCode = (begun: Begun, code: string | null): Begun => {
        const url = new URL(begun.callback, PUBLIC_URL);
        url.searchParams.set('code', String(code));
        return { ...begun, callback: url.pathname + url.search };
      };
      // Another challenge, and a state that is not the browser's.
      assert.equal(refusalOf(await comeBack(withCode(mine, codeOf(stolen)))), 'denied');
      const foreign = { callback: stolen.callback, cookie: (await visitIssuer()).cookie };
      assert.equal(refusalOf(await comeBack(foreign)), 'invalid');
      assert.equal(
        refusalOf(await comeBack(withCode(await visitIssuer(), codeOf(used)))),
        'denied',
      );
    });

    test('a session begins with a value of its own, whatever the browser had before', async () => {
      newPerson(corp, { groups: ['ops'] });
      const begun = await visitIssuer();
      const fixed = `tollgate_production=tgx_${'a'.repeat(43)}`;
      const answer = await comeBack({ ...begun, cookie: `${begun.cookie}; ${fixed}` });
      const [, mine = ''] = cookiesOf(answer);
      assert.match(mine, /^tollgate_production=tgx_[\w-]{43}$/);
      assert.notEqual(mine, fixed);
      assert.equal(
        (await gate.send('GET', '/admin/v1/session', undefined, { cookie: fixed })).status,
        401,
      );
      assert.match(
        String(answer.headers['set-cookie']?.[0]),
        /^tollgate_production_oidc=; Path=\/admin\/v1\/session\/oidc; Max-Age=0; HttpOnly; SameSite=Lax$/,
      );
      assert.match(String(answer.headers['set-cookie']?.[1]), /HttpOnly; SameSite=Strict$/);
    });

    test('the way back leads nowhere but into the console', async () => {
      newPerson(corp, { groups: ['ops'] });
      for (const [next, place] of [
        ['/p/1/members?tab=2', '/console/p/1/members?tab=2'],
        ['https://evil.example', '/console/'],
        ['//evil.example', '/console/'],
        ['/\\evil.example', '/console/'],
        ['@evil.example', '/console/'],
        ['/a\r\nset-cookie: x=1', '/console/'],
      ]) {
        assert.equal((await signInBy('corp', { next })).headers.location, place, next);
      }
    });

    test('answers of one issuer are not taken for those of another', async () => {
      newPerson(corp, { groups: ['ops'] });
      const begun = await visitIssuer();
      const asked = quiet.asked.get('/token');
      const elsewhere = { ...begun, callback: begun.callback.replace('/corp/', '/quiet/') };
      assert.equal(refusalOf(await comeBack(elsewhere)), 'expired');
      assert.equal(quiet.asked.get('/token'), asked, 'the code was not sent to it');
      for (const iss of [quiet.url, undefined]) {
        const again = await visitIssuer();
        const url = new URL(again.callback, PUBLIC_URL);
        url.searchParams.delete('iss');
        if (iss !== undefined) url.searchParams.set('iss', iss);
        const bent = { ...again, callback: url.pathname + url.search };
        assert.equal(refusalOf(await comeBack(bent)), 'invalid', `iss ${iss}`);
      }
    });

    const hmac = (claims: JWTPayload, secret: string) => {
      const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const plain = (header: object, claims: JWTPayload, signature = '') =>
      `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`;
    const hour = 3_600;

    const bent = Object.entries({
      'expired an hour ago': (claims, { sign }) =>
        sign({ ...claims, iat: Number(claims.iat) - 2 * hour, exp: Number(claims.iat) - hour }),
      'is for another client': (claims, { sign }) => sign({ ...claims, aud: 'another' }),
      'is of another issuer': (claims, { sign }) => sign({ ...claims, iss: quiet.url }),
      'has another nonce': (claims, { sign }) => sign({ ...claims, nonce: 'another' }),
      'has no nonce': ({ nonce: _, ...claims }, { sign }) => sign(claims),
      'has no subject': ({ sub: _, ...claims }, { sign }) => sign(claims),
      'is signed by nobody': (claims) => plain({ alg: 'none' }, claims),
      "is signed with the client's secret": (claims) => hmac(claims, CLIENT_SECRET),
      'is signed with a key of another issuer': (claims) => quiet.sign(claims),
      'has a signature of something else': async (claims, { sign }) => {
        const [header = '', , signature] = (await sign({ ...claims, sub: 'x' })).split('.');
        return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      },
    } satisfies Record<string, NonNullable<TestIssuer['bend']>>);
    for (const [what, bend] of bent) {
      test(`an id token that ${what} lets nobody in`, async () => {
        newPerson(corp, { groups: ['root'] });
        corp.bend = bend;
        const before = await count('console_session');
        assert.equal(refusalOf(await signInBy()), 'invalid');
        assert.equal(await count('console_session'), before);
        corp.bend = (claims, { sign }) => sign(claims);
        await enter();
      });
    }

    test('the issuer changes its key: the next sign-in finds the new one', async () => {
      newPerson(corp, { groups: ['ops'] });
      await enter();
      await corp.rotate();
      gate.now += 11 * SECOND;
      await enter();
    });

    test('the second factor is the issuer’s: demanded where it is set, and enough for projects', async () => {
      const service = await gate.secondService({
        issuers: [corp.setting({ required_amr: ['mfa'], required_acr: ['phr'] })],
      });
      const person = newPerson(corp, { groups: ['root'] });
      const attempt = async (how: { amr?: string[]; acr?: string }) => {
        corp.next = { person, ...how };
        const begun = await begin('corp', {}, service);
        const callback = await followTo(PUBLIC_URL, begun.body.url);
        const [cookie = ''] = cookiesOf(begun);
        return comeBack({ callback: callback.pathname + callback.search, cookie }, service);
      };
      for (const how of [{}, { amr: ['pwd'], acr: 'phr' }, { amr: ['mfa'] }]) {
        assert.equal(refusalOf(await attempt(how)), 'second_factor', JSON.stringify(how));
      }
      const answer = await attempt({ amr: ['pwd', 'mfa'], acr: 'phr' });
      const [, cookie = ''] = cookiesOf(answer);
      const { body } = await inject(service, 'GET', '/admin/v1/session', undefined, { cookie });
      assert.equal(body.second_factor, true);
      const { session } = await enter();
      assert.equal(session.second_factor, false, 'nobody has asked the issuer for one');
    });

    test('whoever has no group any more is out at the next check, with the roles', async () => {
      const id = newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      corp.people.set(id, { groups: [] });
      gate.now += MINUTE;
      assert.equal((await me.send('GET', '/session')).status, 401);
      const rows = tables().selectFrom('member').selectAll();
      assert.deepEqual(await rows.where('account_id', '=', me.session.account_id).execute(), []);
    });

    test('an issuer without refresh tokens is asked by its userinfo', async () => {
      const id = newPerson(quiet, { groups: ['ops'] });
      const me = await enter('quiet');
      gate.now += MINUTE;
      assert.equal((await me.send('GET', '/session')).status, 200);
      quiet.people.delete(id);
      gate.now += MINUTE;
      assert.equal((await me.send('GET', '/session')).status, 401);
    });

    test('a renewed token of somebody else ends the session', async () => {
      newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      corp.bend = (claims, { sign }) => sign({ ...claims, sub: 'somebody-else' });
      gate.now += MINUTE;
      assert.equal((await me.send('GET', '/session')).status, 401);
    });

    test('an issuer that is no longer set lets nobody go on', async () => {
      newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      const without = await gate.secondService({ issuers: [quiet.setting({ name: 'quiet' })] });
      const { cookie } = me;
      assert.equal(
        (await inject(without, 'GET', '/admin/v1/session', undefined, { cookie })).status,
        401,
      );
    });

    const logoutToken = (more: JWTPayload) =>
      corp.sign(
        {
          iss: corp.url,
          aud: CLIENT_ID,
          iat: Math.floor(gate.now / SECOND),
          exp: Math.floor(gate.now / SECOND) + 120,
          jti: randomUUID(),
          events: { [LOGOUT_EVENT]: {} },
          ...more,
        },
        { typ: 'logout+jwt' },
      );
    const logout = (token: string, name = 'corp') =>
      gate.post(`${OIDC}/${name}/logout`, new URLSearchParams({ logout_token: token }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });

    test('the issuer ends sessions by its logout token: one by sid, all of a person by sub', async () => {
      const sub = newPerson(corp, { groups: ['ops'] });
      const sessions = [await enter(), await enter(), await enter()];
      const rows = await tables()
        .selectFrom('oidc_session')
        .selectAll()
        .where('subject', '=', sub)
        .orderBy('checked_at')
        .execute();
      assert.ok(rows.every(({ sid }) => sid !== null));
      const states = async () =>
        Promise.all(sessions.map(async (each) => (await each.send('GET', '/session')).status));
      const own = await tables()
        .selectFrom('console_session')
        .innerJoin('oidc_session', 'oidc_session.session_id', 'console_session.session_id')
        .select('sid')
        .where('console_session.session_id', '=', await sessionIdOf(sessions[1]?.cookie ?? ''))
        .executeTakeFirstOrThrow();
      assert.equal((await logout(await logoutToken({ sub, sid: own.sid ?? '' }))).status, 200);
      assert.deepEqual(await states(), [200, 401, 200]);
      const all = await logoutToken({ sub });
      assert.equal((await logout(all)).status, 200);
      assert.deepEqual(await states(), [401, 401, 401]);
      const later = await enter();
      assert.equal((await logout(all)).status, 400, 'a second time');
      assert.equal((await later.send('GET', '/session')).status, 200);
    });

    const sessionIdOf = async (cookie: string): Promise<string> => {
      const { body } = await gate.send('GET', '/admin/v1/session/list', undefined, { cookie });
      return body.items.find(({ current }: { current: boolean }) => current).session_id;
    };

    test('a logout token that is not one ends nothing', async () => {
      const sub = newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      const now = Math.floor(gate.now / SECOND);
      for (const [what, token] of Object.entries({
        'of another issuer': await logoutToken({ sub, iss: quiet.url }),
        'for another client': await logoutToken({ sub, aud: 'another' }),
        'an id token': await logoutToken({ sub, nonce: 'a nonce' }),
        'without the event': await logoutToken({ sub, events: {} }),
        'about nobody': await logoutToken({}),
        'without an id': await logoutToken({ sub, jti: undefined as unknown as string }),
        'an hour old': await logoutToken({ sub, iat: now - hour, exp: now + hour }),
        'signed by somebody else': await quiet.sign({
          ...{ iss: corp.url, aud: CLIENT_ID, sub, iat: now, jti: randomUUID() },
          events: { [LOGOUT_EVENT]: {} },
        }),
        'signed by nobody': plain(
          { alg: 'none' },
          {
            iss: corp.url,
            aud: CLIENT_ID,
            sub,
            iat: now,
            jti: 'x',
            events: { [LOGOUT_EVENT]: {} },
          },
        ),
        'no token at all': 'nonsense',
      })) {
        assert.equal((await logout(token)).status, 400, what);
        assert.equal((await me.send('GET', '/session')).status, 200, what);
      }
      assert.equal((await logout(await logoutToken({ sub }), 'nobody')).status, 404);
    });

    test('signing out ends the session here, and leads to the issuer to end it there', async () => {
      newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      const { status, body, headers } = await me.send('POST', '/session/sign-out');
      assert.equal(status, 200);
      assert.match(String(headers['set-cookie']), /^tollgate_production=; .*Max-Age=0/);
      const url = new URL(body.url);
      assert.equal(url.origin, corp.url);
      assert.equal(
        url.searchParams.get('post_logout_redirect_uri'),
        `${PUBLIC_URL}/console/sign-in`,
      );
      assert.equal((await fetch(url)).status, 200);
      assert.equal((await me.send('GET', '/session')).status, 401);
      const local = await signIn(gate, await newOwner(gate));
      assert.deepEqual((await local.send('POST', '/session/sign-out')).body, { url: null });
    });

    test('no token of the issuer is stored readable, or logged', async () => {
      newPerson(corp, { groups: ['ops'] });
      let given: string[] = [];
      corp.bend = async (claims, { sign }) => {
        const token = await sign(claims);
        given = [token];
        return token;
      };
      const lines: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
      const service = await gate.secondService({ log });
      const begun = await visitIssuer();
      await comeBack(begun, service);
      assert.equal(given.length, 1);
      // A failure says why, and not with what.
      const failed = await visitIssuer();
      corp.bend = (claims) => {
        const token = plain({ alg: 'none' }, claims);
        given.push(token);
        return token;
      };
      assert.equal(refusalOf(await comeBack(failed, service)), 'invalid');
      assert.ok(lines.some((line) => line.includes('sign-in by an issuer failed')));
      const secrets = [begun, failed].flatMap(({ callback, cookie }) => [
        cookie.split('=')[1] ?? '',
        new URL(callback, PUBLIC_URL).searchParams.get('code') ?? '',
      ]);
      secrets.push(...given, CLIENT_SECRET);
      const rows = JSON.stringify([
        lines,
        await tables().selectFrom('oidc_session').selectAll().execute(),
        await tables().selectFrom('oidc_flow').selectAll().execute(),
        await tables().selectFrom('audit_log').selectAll().execute(),
      ]);
      for (const secret of secrets) assert.ok(!rows.includes(secret));
      const [row] = await tables().selectFrom('oidc_session').selectAll().execute();
      assert.match(String(row?.sealed_tokens), /^v2\./);
    });

    test('sign-ins that nobody finishes are slowed down, for their address alone', async () => {
      newPerson(corp, { groups: ['ops'] });
      for (let each = 0; each < 20; each++) assert.equal((await begin()).status, 200);
      const locked = await begin();
      assert.deepEqual([locked.status, locked.body.code], [429, 'too_many_attempts']);
      const { email } = await signIn(gate, await newOwner(gate));
      assert.ok(email);
      gate.now += 2 * MINUTE;
      await enter();
      assert.equal((await begin()).status, 200, 'the count begins anew');
    });

    test('a disabled account stays out, whatever the issuer says', async () => {
      newPerson(corp, { groups: ['root'] });
      const { email } = await enter();
      await tables()
        .updateTable('account')
        .set({ disabled: 1 })
        .where('email', '=', email)
        .execute();
      assert.equal(refusalOf(await signInBy()), 'disabled');
    });

    test('passwords can be left to owners, or to nobody; sessions by them end', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const project = await signIn(gate, await memberOf(owner));
      for (const [setting, ownerStatus, memberStatus] of [
        ['owners', 200, 401],
        ['off', 401, 401],
      ] as const) {
        const service = await gate.secondService({ passwordSignIn: setting });
        const stateOf = async ({ cookie }: { cookie: string }) =>
          (await inject(service, 'GET', '/admin/v1/session', undefined, { cookie })).status;
        assert.equal(await stateOf(owner), ownerStatus);
        assert.equal(await stateOf(project), memberStatus);
        const again = async (email: string) =>
          (
            await inject(
              service,
              'POST',
              '/admin/v1/session',
              { email, password: PASSWORD },
              SAME_ORIGIN,
            )
          ).status;
        assert.equal(await again(owner.email), ownerStatus === 200 ? 201 : 401);
        assert.equal(await again(project.email), 401);
        const { body } = await inject(service, 'GET', '/admin/v1/environment');
        assert.equal(body.password_sign_in, setting);
        assert.deepEqual(
          body.issuers.map(({ name }: { name: string }) => name),
          ['corp', 'quiet'],
        );
      }
    });

    /** Somebody with a password and a role in the first project. */
    async function memberOf(owner: Awaited<ReturnType<typeof signIn>>): Promise<string> {
      const email = newEmail();
      const invited = await owner.send('POST', '/projects/1/invitations', {
        email,
        role: 'viewer',
      });
      const token = invited.body.link.split('#')[1];
      const body = { token, password: PASSWORD };
      await gate.post('/admin/v1/invitations/accept', body, SAME_ORIGIN);
      return email;
    }
  },
  { kinds: EITHER, ...ISSUERS },
);

// Which process asks the issuer, and who waits for it, statements decide.
suite(
  'sessions by OpenID Connect, checked at their issuer',
  (gate) => {
    const { begin, visitIssuer, comeBack, enter } = visitIssuers(gate);

    test('whoever is removed at the issuer is out within a minute, and whoever changes groups, too', async () => {
      const id = newPerson(corp, { groups: ['ops'] });
      const [me, elsewhere] = [await enter(), await enter()];
      corp.people.set(id, { groups: ['leads'] });
      const asked = corp.asked.get('/token') ?? 0;
      gate.now += 40 * SECOND;
      assert.deepEqual(rolesOf((await me.send('GET', '/session')).body), [[1, 'operator']]);
      assert.equal(corp.asked.get('/token'), asked, 'not for every request');
      gate.now += 20 * SECOND;
      assert.deepEqual(rolesOf((await me.send('GET', '/session')).body), [[1, 'admin']]);
      // A refresh token works once, so requests at once ask once.
      gate.now += MINUTE;
      const answers = await Promise.all([1, 2, 3, 4].map(() => me.send('GET', '/session')));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal(corp.asked.get('/token'), asked + 2);

      corp.people.delete(id);
      gate.now += MINUTE;
      for (const each of [me, elsewhere]) {
        assert.equal((await each.send('GET', '/session')).status, 401);
        const again = await each.send('GET', '/session');
        assert.equal(again.body.detail, 'The session has ended. Sign in again.');
      }
    });

    test('an issuer out of order: sessions go on for ten minutes, passwords for ever', async () => {
      newPerson(corp, { groups: ['ops'] });
      const me = await enter();
      const local = await signIn(gate, await newOwner(gate));
      corp.outage = 503;
      gate.now += 10 * MINUTE;
      assert.equal((await me.send('GET', '/session')).status, 200);
      gate.now += MINUTE;
      const away = await me.send('GET', '/session');
      assert.equal(away.status, 401);
      assert.match(away.body.detail, /does not answer/);
      assert.equal((await local.send('GET', '/session')).status, 200);

      // Nothing is known of the issuer yet, and nothing at the start depends on it.
      const fresh = await gate.secondService();
      const begun = await begin('corp', {}, fresh);
      assert.deepEqual([begun.status, begun.body.code], [503, 'issuer_unavailable']);
      assert.equal(
        begun.body.detail,
        'Example Corp does not answer. Try again, or sign in another way.',
      );
      corp.outage = undefined;
      gate.now += MINUTE;
      assert.equal((await begin('corp', {}, fresh)).status, 200);
      assert.equal(
        (await me.send('GET', '/session')).status,
        200,
        'the session was only suspended',
      );
    });

    test('any process finishes what another has begun, and checks what another has opened', async () => {
      newPerson(corp, { groups: ['ops'] });
      const begun = await visitIssuer();
      const second = await gate.secondService();
      const answer = await comeBack(begun, second);
      const [, cookie = ''] = cookiesOf(answer);
      gate.now += MINUTE;
      for (const service of [gate.service, second]) {
        const { status } = await inject(service, 'GET', '/admin/v1/session', undefined, { cookie });
        assert.equal(status, 200);
      }
    });
  },
  ISSUERS,
);
