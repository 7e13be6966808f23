// Invitations: a link that works once, for seven days, for one address.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { disableAccount } from '../../src/operators/accounts.ts';
import { EITHER } from '../support/databases.ts';
import { START, suite, type TestApp } from '../support/harness.ts';
import {
  newEmail,
  newMember,
  newOwner,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  trySignIn,
  type Visitor,
} from './visitor.ts';

const DAY = 86_400_000;
const GONE = 'The invitation was used, withdrawn, or has expired. Ask for a new one.';

suite(
  'console invitations',
  (gate) => {
    let owner: Visitor;
    let app: TestApp;
    before(async () => {
      owner = await signIn(gate, await newOwner(gate));
      app = await gate.createApp();
    });

    const path = () => `/projects/${app.gameIndex}/invitations`;
    const tokenOf = (link: string): string => link.split('#')[1] ?? '';
    const ask = (what: 'open' | 'accept', body: object) =>
      gate.send('POST', `/admin/v1/invitations/${what}`, body, SAME_ORIGIN);
    const invite = async (email: string, role = 'operator') => {
      const { body } = await owner.send('POST', path(), { email, role });
      return { ...body, token: tokenOf(body.link) };
    };

    test('the link is shown once; its secret is stored nowhere', async () => {
      const email = newEmail();
      const invited = await owner.send('POST', path(), { email, role: 'viewer' });
      assert.equal(invited.status, 201);
      const { link, invitation_id, ...rest } = invited.body;
      assert.match(link, /^http:\/\/tollgate\.test\/console\/invitation#tgi_[\w-]{43}$/);
      assert.deepEqual(rest, {
        email,
        game_index: app.gameIndex,
        role: 'viewer',
        invited_by: owner.email,
        created_at: '2026-11-15T12:00:00.000Z',
        expires_at: '2026-11-22T12:00:00.000Z',
      });
      const listed = await owner.send('GET', path());
      assert.deepEqual(listed.body.items.at(-1), { invitation_id, ...rest });
      assert.ok(!JSON.stringify(listed.body).includes(tokenOf(link)));
      const audit = await owner.send('GET', '/audit?limit=5');
      assert.ok(!JSON.stringify(audit.body).includes(tokenOf(link)));
    });

    test('somebody new chooses a password, becomes a member, and the link is spent', async () => {
      const email = newEmail();
      const { token } = await invite(email);
      assert.deepEqual((await ask('open', { token })).body, {
        email,
        project: app.appid,
        role: 'operator',
        has_account: false,
      });
      const short = await ask('accept', { token, password: 'short' });
      assert.deepEqual(short.body.errors, [
        { field: 'password', message: 'Choose a password of at least 12 characters.' },
      ]);
      const weak = await ask('accept', { token, password: 'qwertyuiop123' });
      assert.match(weak.body.errors[0].message, /^This password is easy to guess: /);
      assert.deepEqual((await ask('accept', { token, password: PASSWORD })).body, { email });
      const me = await trySignIn(gate, { email });
      assert.deepEqual(me.body.roles, [
        { game_index: app.gameIndex, name: app.appid, role: 'operator' },
      ]);
      assert.equal(me.body.owner, false);
      for (const what of ['open', 'accept'] as const) {
        const again = await ask(what, what === 'open' ? { token } : { token, password: PASSWORD });
        assert.deepEqual([again.status, again.body.detail], [404, GONE]);
      }
    });

    test('who has an account accepts with its password, and keeps it', async () => {
      const member = await newMember(gate, owner, app.gameIndex, 'viewer');
      const other = await gate.createApp();
      const { body } = await owner.send('POST', `/projects/${other.gameIndex}/invitations`, {
        email: member.email,
        role: 'admin',
      });
      const token = tokenOf(body.link);
      assert.equal((await ask('open', { token })).body.has_account, true);
      const wrong = await ask('accept', { token, password: 'a password of my own' });
      assert.equal(wrong.status, 400);
      assert.equal((await ask('accept', { token, password: PASSWORD })).status, 200);
      const { roles } = (await member.send('GET', '/session')).body;
      assert.deepEqual(
        roles.map(({ role }: { role: string }) => role),
        ['viewer', 'admin'],
      );
    });

    test('of two who accept at once, one does', async () => {
      const email = newEmail();
      const { token } = await invite(email);
      const answers = await Promise.all(
        [1, 2].map(() => ask('accept', { token, password: PASSWORD })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
    });

    test('an invitation ends after seven days, or when it is withdrawn', async () => {
      const first = await invite(newEmail());
      gate.now = START + 7 * DAY - 1;
      assert.equal((await ask('open', { token: first.token })).status, 200);
      gate.now = START + 7 * DAY;
      assert.equal((await ask('open', { token: first.token })).body.detail, GONE);
      gate.now = START;
      const second = await invite(newEmail());
      const gone = await owner.send('DELETE', `${path()}/${second.invitation_id}`);
      assert.equal(gone.status, 204);
      assert.equal((await ask('accept', { token: second.token, password: PASSWORD })).status, 404);
    });

    test('the invitations of an owner end with the ownership, whichever way it ends', async () => {
      for (const end of ['demote', 'remove', 'disable'] as const) {
        const boss = await newMember(gate, owner, app.gameIndex, 'owner');
        const { account_id } = (await boss.send('GET', '/session')).body;
        const { body } = await boss.send('POST', path(), { email: newEmail(), role: 'owner' });
        const token = tokenOf(body.link);
        assert.equal((await ask('open', { token })).status, 200);
        const member = `/projects/${app.gameIndex}/members/${account_id}`;
        if (end === 'demote') await owner.send('PATCH', member, { role: 'admin' });
        if (end === 'remove') await owner.send('DELETE', member);
        if (end === 'disable') {
          const { context } = gate.service;
          await disableAccount(context, SYSTEM, { email: boss.email, disabled: true });
        }
        assert.deepEqual((await ask('open', { token })).body.detail, GONE, end);
      }
    });

    test('an older invitation does not bring a removed member back', async () => {
      const member = await newMember(gate, owner, app.gameIndex, 'viewer');
      const { account_id } = (await member.send('GET', '/session')).body;
      const { token } = await invite(member.email, 'owner');
      await owner.send('DELETE', `/projects/${app.gameIndex}/members/${account_id}`);
      assert.equal((await ask('open', { token })).status, 404);
    });

    test('an invitation of one project cannot be withdrawn through another', async () => {
      const { invitation_id } = await invite(newEmail());
      const other = await gate.createApp();
      const answer = await owner.send(
        'DELETE',
        `/projects/${other.gameIndex}/invitations/${invitation_id}`,
      );
      assert.equal(answer.status, 404);
    });

    test('an owner of the installation can invite another, who sees every project', async () => {
      const email = newEmail();
      const invited = await owner.send('POST', '/invitations', { email });
      const token = tokenOf(invited.body.link);
      assert.deepEqual((await ask('open', { token })).body, {
        email,
        project: null,
        role: 'owner',
        has_account: false,
      });
      await ask('accept', { token, password: PASSWORD });
      const next = await signIn(gate, email);
      assert.equal((await next.send('GET', `/apps/${app.appid}`)).status, 200);
      assert.equal((await next.send('POST', '/projects', { name: 'New' })).status, 201);
    });

    test('owners of the installation are listed, page by page, and members are not', async () => {
      const other = await signIn(gate, await newOwner(gate));
      await newMember(gate, owner, app.gameIndex, 'owner');
      const { account_id } = (await other.send('GET', '/session')).body;
      const { items, next } = (await owner.send('GET', '/owners')).body;
      assert.equal(next, null);
      assert.ok(items.every((each: { owner: boolean }) => each.owner));
      assert.deepEqual(
        items.find((each: { email: string }) => each.email === other.email),
        {
          account_id,
          email: other.email,
          owner: true,
          disabled: false,
          second_factor: false,
          created_at: '2026-11-15T12:00:00.000Z',
        },
      );
      const walked = [];
      for (let after = ''; after !== null; ) {
        const path = `/owners?limit=1${after && `&after=${after}`}`;
        const page = (await owner.send('GET', path)).body;
        walked.push(...page.items);
        after = page.next;
      }
      assert.deepEqual(walked, items);
    });

    test('a token that is none is refused', async () => {
      assert.equal((await ask('open', { token: 'tgi_nothing' })).body.detail, GONE);
      assert.equal((await ask('open', { token: 'a b' })).status, 400);
    });
  },
  { kinds: EITHER },
);
