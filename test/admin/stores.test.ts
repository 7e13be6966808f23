// The statements of sign-in by an issuer and of members: each finds and changes what it names, and nobody else's.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { isRejection } from '../../src/audit/operation.ts';
import { listOwners, newAccount } from '../../src/operators/accounts.ts';
import { type Attempt, beginAttempt, endAttempt } from '../../src/operators/lockout.ts';
import * as members from '../../src/operators/members.ts';
import type { IssuerClient } from '../../src/operators/oidc/client.ts';
import { disconnect, listConnections } from '../../src/operators/oidc/connections.ts';
import { beginFlow, FLOW_LIFE_MS, takeFlow } from '../../src/operators/oidc/flows.ts';
import * as identities from '../../src/operators/oidc/identities.ts';
import type { Issuer } from '../../src/operators/oidc/issuers.ts';
import * as issued from '../../src/operators/oidc/sessions.ts';
import { completeReset, passwordResetHandler } from '../../src/operators/password-reset.ts';
import type { Role } from '../../src/operators/roles.ts';
import {
  endSession,
  findSession,
  listSessions,
  openSession,
  type SignedIn,
} from '../../src/operators/sessions.ts';
import type { AccountTable } from '../../src/storage/schema.ts';
import { createProject, listProjects } from '../../src/tenants/projects.ts';
import { expectDone, suite } from '../support/harness.ts';
import { newEmail, PASSWORD } from './visitor.ts';

const issuer = (name: string): Issuer => ({
  ...{ name, label: name, url: `https://${name}.example`, clientId: 'c', groupsClaim: 'groups' },
  ...{ secretReference: undefined, scopes: [], parameters: {}, roles: [] },
  ...{ requiredAmr: [], requiredAcr: [], trustsEmail: false, graceMs: 0 },
});
const CORP = issuer('corp');
const OTHER = issuer('other');
const NOTHING = { owner: false, projects: new Map() } as const;

suite('statements of sign-ins', (gate) => {
  const context = () => gate.service.context;
  const db = () => context().storage.db;
  const projects: number[] = [];
  before(async () => {
    for (const name of ['one', 'two']) {
      projects.push(expectDone(await createProject(context(), SYSTEM, { name })).game_index);
    }
  });

  /** With a password, as of somebody who was invited. */
  async function addAccount(email = newEmail()): Promise<AccountTable> {
    const account = newAccount(email, 'hash', false, gate.now);
    await db().insertInto('account').values(account).execute();
    return account;
  }
  const createAccount = (subject: string, email: string) =>
    db()
      .transaction()
      .execute((tx) =>
        identities.createAccount(
          tx,
          CORP,
          { subject, claims: { email, email_verified: true } },
          gate.now,
        ),
      );
  const signedIn = ({ account_id }: AccountTable) => ({ accountId: account_id }) as SignedIn;
  /** In a session by the issuer, or by password. */
  const by = ({ account_id }: AccountTable, from?: Issuer) => ({
    accountId: account_id,
    issued: from && { issuer: from.url },
  });

  test('a flow is taken once, by its own cookie, and before its end', async () => {
    const begin = (next: string) =>
      beginFlow(context(), { issuer: CORP.url, next, accountId: null });
    const [one, other] = [await begin('/one'), await begin('/other')];
    assert.equal((await takeFlow(context(), other))?.next, '/other');
    assert.equal(await takeFlow(context(), other), undefined);
    gate.now += FLOW_LIFE_MS - 1;
    const next = await begin('/next');
    assert.equal((await takeFlow(context(), one))?.next, '/one', 'up to its last moment');
    gate.now += FLOW_LIFE_MS;
    assert.equal(await takeFlow(context(), next), undefined);
    await begin('/last');
    gate.now += FLOW_LIFE_MS;
    await begin('/new');
    const left = await db().selectFrom('oidc_flow').select('next').execute();
    assert.deepEqual(left, [{ next: '/new' }], 'those that have ended go');
  });

  test('a person is known by issuer and id; an address has one account', async () => {
    const email = newEmail();
    const known = await createAccount('a', email);
    assert.equal(await createAccount('b', email), undefined);
    assert.equal(known?.account.email, email);
    const found = (from: Issuer, subject: string) =>
      identities.findIdentity(db(), from.url, subject);
    assert.deepEqual(await found(CORP, 'a'), known);
    assert.deepEqual([await found(CORP, 'b'), await found(OTHER, 'a')], [undefined, undefined]);
    const allowed = {
      owner: false,
      projects: new Map([...projects, 999].map((n) => [n, 'viewer'])),
    };
    const existing = await identities.withoutMissing(db(), allowed as never);
    assert.deepEqual([...existing.projects.keys()].sort(), projects.toSorted());
  });

  test('connections of an account end alone', async () => {
    const [mine, theirs] = [await addAccount(), await addAccount()];
    for (const [from, subject, account] of [
      [CORP, 'mine', mine],
      [OTHER, 'mine', mine],
      [CORP, 'theirs', theirs],
    ] as const) {
      gate.now += 1;
      await identities.linkAccount(db(), from, subject, account, gate.now);
    }
    const urls = async (account: AccountTable) =>
      (await listConnections(context(), signedIn(account))).items.map((each) => each.issuer);
    assert.deepEqual(await urls(mine), [CORP.url, OTHER.url]);
    const end = () => disconnect(context(), SYSTEM, signedIn(mine), CORP);
    assert.equal(expectDone(await end()).subject, 'mine');
    assert.deepEqual([await urls(mine), await urls(theirs)], [[OTHER.url], [CORP.url]]);
    assert.ok(isRejection(await end()));
  });

  test('groups give roles, change them and take them away, from one account alone', async () => {
    const [one, two] = projects as [number, number];
    const known = (await createAccount('leader', newEmail())) ?? assert.fail('an account');
    const { account } = known;
    const bystander = await addAccount();
    for (const game_index of projects) {
      await members.setRole(db(), { game_index, account_id: bystander.account_id, role: 'admin' });
      for (const [index, by] of [account, bystander].entries()) {
        const id = `${game_index} ${index}`;
        const times = { created_at: gate.now, expires_at: gate.now + 1 };
        await db()
          .insertInto('invitation')
          .values({
            ...{ invitation_id: id, hash: id, email: newEmail(), game_index, role: 'viewer' },
            ...{ invited_by: by.email, language: null, mailed_at: null, mail_failure: null },
            ...{ limits: null, ...times },
          })
          .execute();
      }
    }
    const apply = async (allowed: { owner: boolean; projects: Map<number, Role> }) => {
      const now = await identities.findIdentity(db(), CORP.url, 'leader');
      await db()
        .transaction()
        .execute((tx) => identities.applyRoles(tx, CORP, now ?? known, allowed, gate.now));
    };
    const roles = (email: string) => members.findMembers(context(), email);
    const roleOf = async (gameIndex: number) =>
      (await members.roleIn(db(), by(account, CORP), gameIndex))?.role;
    const invitations = async () =>
      (await db().selectFrom('invitation').select('invitation_id').execute())
        .map(({ invitation_id }) => invitation_id)
        .sort();
    await apply({
      owner: true,
      projects: new Map([
        [one, 'owner'],
        [two, 'viewer'],
      ]),
    });
    assert.deepEqual(
      (await roles(account.email)).map(({ gameIndex, role }) => [gameIndex, role]),
      [
        [null, 'owner'],
        [one, 'owner'],
        [two, 'viewer'],
      ],
    );
    await apply({
      owner: true,
      projects: new Map([
        [one, 'operator'],
        [two, 'viewer'],
      ]),
    });
    assert.deepEqual([await roleOf(one), await roleOf(two)], ['operator', 'viewer']);
    assert.deepEqual(
      await invitations(),
      [`${one} 1`, `${two} 0`, `${two} 1`],
      'no owner of the project any more',
    );
    await apply({ owner: true, projects: new Map([[one, 'operator']]) });
    assert.deepEqual([await roleOf(one), await roleOf(two)], ['operator', undefined]);
    assert.deepEqual(await invitations(), [`${one} 1`, `${two} 1`]);
    await db().updateTable('invitation').set({ invited_by: account.email }).execute();
    await apply(NOTHING);
    assert.deepEqual([await invitations(), await roles(account.email)], [[], []]);
    assert.equal((await roles(bystander.email)).length, 2);
  });

  test('what groups give counts in sessions by their issuer, what people give in all', async () => {
    const [one, two] = projects as [number, number];
    const [mine, theirs] = [await addAccount(), await addAccount()];
    const { account_id } = mine;
    await members.setRole(db(), { game_index: one, account_id, role: 'viewer' });
    await members.setRole(db(), { game_index: two, account_id, role: 'admin', issuer: CORP.url });
    const known = [
      [CORP, 'me', mine],
      [CORP, 'else', mine],
      [OTHER, 'me', mine],
      [OTHER, 'else', theirs],
    ] as const;
    for (const [from, subject, account] of known) {
      await identities.linkAccount(db(), from, subject, account, gate.now);
    }
    const given = db().updateTable('oidc_identity').set({ gives_owner: 1 });
    await given.where('issuer', '=', CORP.url).where('subject', '=', 'me').execute();

    const origin = { address: '192.0.2.1', userAgent: 'browser' };
    const tx = db();
    const cookies = [(await openSession(tx, account_id, origin, gate.now)).cookie];
    for (const [from, subject, { account_id: accountId }] of known) {
      const person = { accountId, issuer: from.url, subject, hasFactor: true, tokens: { id: 'i' } };
      cookies.push(await issued.openIssued(tx, context().vault, person as never, origin, gate.now));
    }
    const seen = [];
    for (const cookie of cookies) {
      const session = (await findSession(context(), cookie)) ?? assert.fail('a session');
      const { visible } = await members.rolesOf(context(), session);
      const { items } = await listProjects(context(), {}, { member: session });
      const roles = visible.map(({ game_index, role }) => [game_index, role]);
      assert.deepEqual(
        items.map(({ game_index }) => game_index),
        roles.map(([game_index]) => game_index),
      );
      assert.equal((await members.roleIn(db(), session, two))?.role, roles[1]?.[1]);
      seen.push([session.owner, roles]);
    }
    const own = [one, 'viewer'];
    assert.deepEqual(seen, [
      [false, [own]],
      [true, [own, [two, 'admin']]],
      [false, [own, [two, 'admin']]],
      [false, [own]],
      [false, []],
    ]);
    const owners = async () =>
      (await listOwners(context(), {})).items.map(({ email, issuer }) => [email, issuer]);
    assert.deepEqual(await owners(), [[mine.email, CORP.url]]);
    await db().updateTable('account').set({ owner: 1 }).where('email', '=', theirs.email).execute();
    const both = [
      [mine.email, CORP.url],
      [theirs.email, undefined],
    ];
    const byId = [mine, theirs].sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
    assert.deepEqual(await owners(), byId[0] === mine ? both : both.toReversed());
  });

  test('members of a project by their id, page by page; a change ends older invitations', async () => {
    const { game_index } = expectDone(await createProject(context(), SYSTEM, { name: 'three' }));
    const accounts = [await addAccount(), await addAccount(), await addAccount()];
    for (const { account_id } of accounts) {
      await members.setRole(db(), { game_index, account_id, role: 'viewer' });
      const elsewhere = { game_index: projects[0] as number, account_id };
      await members.setRole(db(), { ...elsewhere, role: 'viewer' });
    }
    const ids = accounts.map(({ account_id }) => account_id).sort();
    const page = async (after?: string) => {
      const query = { game_index, limit: 2, ...(after !== undefined && { after }) };
      const { items } = await members.listMembers(context(), query);
      return items.map(({ account_id }) => account_id);
    };
    assert.deepEqual([await page(), await page(ids[1])], [ids.slice(0, 2), ids.slice(2)]);
    const [changed, other] = accounts as [AccountTable, AccountTable];
    const invite = (email: string, project: number) => ({
      ...{ invitation_id: `${project} ${email}`, hash: `${project} ${email}`, email },
      ...{ game_index: project, role: 'owner' as const, invited_by: 'x', created_at: gate.now },
      ...{ expires_at: gate.now + 1, language: null, mailed_at: null, mail_failure: null },
      limits: null,
    });
    const elsewhere = projects[0] as number;
    await db()
      .insertInto('invitation')
      .values([
        invite(changed.email, game_index),
        invite(changed.email, elsewhere),
        invite(other.email, game_index),
      ])
      .execute();
    const key = { game_index, account_id: changed.account_id };
    expectDone(await members.changeMember(context(), SYSTEM, { ...key, role: 'admin' }));
    const left = await db().selectFrom('invitation').select('invitation_id').execute();
    assert.deepEqual(
      left.map(({ invitation_id }) => invitation_id).sort(),
      [`${elsewhere} ${changed.email}`, `${game_index} ${other.email}`].sort(),
    );
    expectDone(await members.removeMember(context(), SYSTEM, key, []));
    assert.equal(await members.roleIn(db(), by(changed), game_index), undefined);
    assert.equal((await members.roleIn(db(), by(changed), elsewhere))?.role, 'viewer');
    assert.equal((await members.roleIn(db(), by(other), game_index))?.role, 'viewer');
  });

  test('sessions end by the name of the session, or all of a person; a token works once', async () => {
    const client = { issuer: CORP } as IssuerClient;
    const account = await addAccount();
    const { account_id: accountId } = account;
    const open = async (from: Issuer, subject: string, sid: string | undefined) => {
      const tokens = { id: 'i', access: `${subject} ${sid}` };
      const person = { accountId, issuer: from.url, subject, sid, hasFactor: true, tokens };
      const caller = { address: '192.0.2.1', userAgent: 'browser' };
      return issued.openIssued(db(), context().vault, person, caller, gate.now);
    };
    const cookies: string[] = [];
    const reopen = async () => {
      await db().deleteFrom('console_session').execute();
      cookies.splice(0, cookies.length);
      for (const [from, subject, sid] of [
        [CORP, 'a', 's1'],
        [CORP, 'a', 's2'],
        [CORP, 'a', undefined],
        [CORP, 'b', 's3'],
        [CORP, 'b', undefined],
        [OTHER, 'a', 's1'],
      ] as const) {
        cookies.push(await open(from, subject, sid));
      }
    };
    const left = async () => {
      const all = await Promise.all(cookies.map((cookie) => findSession(context(), cookie)));
      return all.flatMap((session, index) => (session ? [index] : []));
    };
    await reopen();
    const [first] = await Promise.all(cookies.map((cookie) => findSession(context(), cookie)));
    assert.deepEqual(first?.issued, { issuer: CORP.url, checkedAt: gate.now });
    const tokens = await issued.readTokens(context(), first?.sessionId ?? '');
    assert.deepEqual(tokens, { id: 'i', access: 'a s1' });
    const end = (jti: string, more: { sid?: string; subject?: string }) =>
      issued.endByLogout(context(), client, { jti, sid: more.sid, subject: more.subject });
    assert.equal(await end('1', { sid: 's1', subject: 'a' }), 'ended');
    assert.deepEqual(await left(), [1, 3, 4, 5], 'what has no name of its own is theirs');
    await reopen();
    assert.equal(await end('1', { subject: 'a' }), 'replayed');
    assert.equal((await left()).length, 6);
    assert.equal(await end('2', { subject: 'a' }), 'ended');
    assert.deepEqual(await left(), [3, 4, 5]);
    await reopen();
    await issued.endIdentitySessions(db(), { issuer: CORP.url, subject: 'b' });
    assert.deepEqual(await left(), [0, 1, 2, 5]);
    gate.now += 3_600_000;
    assert.equal(await end('1', { sid: 'unknown' }), 'ended', 'forgotten when it is too old');
  });

  test('sessions of an account, the newest first; one ends alone', async () => {
    await db().deleteFrom('console_session').execute();
    const [mine, theirs] = [await addAccount(), await addAccount()];
    const ids: string[] = [];
    for (const { account_id } of [mine, theirs, mine]) {
      gate.now += 1;
      const caller = { address: '192.0.2.1', userAgent: 'browser' };
      ids.push((await openSession(db(), account_id, caller, gate.now)).sessionId);
    }
    const list = async (account: AccountTable) =>
      (await listSessions(context(), signedIn(account))).items.map((each) => each.session_id);
    assert.deepEqual([await list(mine), await list(theirs)], [[ids[2], ids[0]], [ids[1]]]);
    const end = ({ account_id }: AccountTable) =>
      endSession(context(), SYSTEM, account_id, ids[0] ?? '');
    assert.ok(isRejection(await end(theirs)), 'of somebody else');
    expectDone(await end(mine));
    assert.deepEqual([await list(mine), await list(theirs)], [[ids[2]], [ids[1]]]);
  });

  test('a link for a new password replaces the earlier one of its account alone', async () => {
    const [mine, theirs] = [await addAccount(), await addAccount()];
    const links: string[] = [];
    const handle = passwordResetHandler({
      ...context(),
      mailer: { send: async (mail) => void links.push(/#(tgr[\w-]+)/.exec(mail.text)?.[1] ?? '') },
      consoleUrl: 'https://tollgate.example/console',
    });
    for (const { email } of [mine, theirs, mine]) {
      const job = { appid: '', gameIndex: 0, id: 'password-reset 1', attempts: 0 };
      await handle({ ...job, payload: { email, language: 'en' }, createdAt: gate.now });
    }
    const use = (index: number) =>
      completeReset(context(), { token: links[index] ?? '', new_password: PASSWORD });
    assert.ok(isRejection(await use(0)));
    assert.equal(expectDone(await use(2)).email, mine.email);
    assert.equal(expectDone(await use(1)).email, theirs.email);
    assert.ok(isRejection(await use(1)), 'once');
  });

  test('attempts lock their own address, until one succeeds', async () => {
    const from = (address: string): Attempt => ({
      ...{ email: '', address, device: undefined, purpose: 'oidc' },
    });
    const [mine, theirs] = [from('192.0.2.8'), from('192.0.2.9')];
    const attempt = (one: Attempt) => beginAttempt(db(), one, gate.now);
    await attempt(theirs);
    let failures = 0;
    for (let last = await attempt(mine); 'failures' in last; last = await attempt(mine)) {
      failures += 1;
      assert.equal(last.failures, failures);
      assert.ok(failures < 1_000, 'never locked');
    }
    const other = await attempt(theirs);
    assert.ok('failures' in other && other.failures === 2);
    await endAttempt(db(), theirs);
    const again = await attempt(theirs);
    assert.ok('failures' in again && again.failures < 3);
    assert.ok('lockedUntil' in (await attempt(mine)));
  });
});
