// Signing in and out: the cookie, what strangers learn, and how guessing is slowed down.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createOwner } from '../../src/operators/accounts.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, START, suite } from '../support/harness.ts';
import {
  cookieOf,
  newEmail,
  newOwner,
  PASSWORD,
  problem,
  SAME_ORIGIN,
  signIn,
  storedPassword,
  trySignIn,
  USUAL_COSTS,
  visitor,
} from './visitor.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

const WRONG = problem(
  401,
  'sign_in_failed',
  '/session',
  'Sign-in failed.',
  'E-mail address or password is wrong.',
);
const ENDED = problem(
  401,
  'unauthorized',
  '/session',
  'An admin token is required.',
  'The session has ended. Sign in again.',
);

suite(
  'console sign-in',
  (gate) => {
    beforeEach(async () => {
      await gate.service.context.storage.db.deleteFrom('sign_in_failure').execute();
    });

    test('signing in sets a cookie that scripts and other sites cannot use, and says who one is', async () => {
      const email = await newOwner(gate);
      const answer = await trySignIn(gate, { email: email.toUpperCase() });
      assert.equal(answer.status, 201);
      assert.match(
        String(answer.headers['set-cookie']?.[0]),
        /^tollgate_production=tgx_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      );
      const { account_id, csrf, ...rest } = answer.body;
      assert.match(account_id, /^[0-9a-f-]{36}$/);
      assert.match(csrf, /^[\w-]{43}$/);
      assert.deepEqual(rest, {
        email,
        owner: true,
        second_factor: false,
        second_factor_required: false,
        environment: 'production',
        other: null,
        roles: [],
      });
      const me = visitor(gate, email, cookieOf(answer), csrf);
      assert.deepEqual((await me.send('GET', '/session')).body, answer.body);
    });

    test('a new password is stored with the usual costs, and whoever has it signs in', async () => {
      const email = newEmail();
      const { context } = await gate.secondService({ passwordCosts: undefined });
      expectDone(await createOwner(context, SYSTEM, { email, password: PASSWORD }));
      assert.match(await storedPassword(gate, email), USUAL_COSTS);
      await signIn(gate, email);
    });

    test('the cookie alone is enough to read, and its value is stored nowhere', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const answer = await gate.send('GET', '/admin/v1/session', undefined, { cookie: me.cookie });
      assert.equal(answer.body.email, me.email);
      const rows = await gate.service.context.storage.db
        .selectFrom('console_session')
        .selectAll()
        .execute();
      const value = me.cookie.split('=')[1] ?? '';
      assert.ok(!JSON.stringify(rows).includes(value));
    });

    test('a wrong password, an unknown address and a disabled account get the same answer', async () => {
      const email = await newOwner(gate);
      const disabled = await newOwner(gate);
      const { db } = gate.service.context.storage;
      await db.updateTable('account').set({ disabled: 1 }).where('email', '=', disabled).execute();
      for (const body of [
        { email, password: 'wrong wrong wrong' },
        { email: newEmail() },
        { email: disabled },
      ]) {
        const answer = await trySignIn(gate, body);
        assert.deepEqual(answer.body, WRONG);
        assert.equal(answer.status, 401);
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    });

    test('after five failures an account is locked for a minute, then for two, whatever the password', async () => {
      const email = await newOwner(gate);
      const fail = () => trySignIn(gate, { email, password: 'not the password' });
      for (let failure = 1; failure <= 5; failure++) assert.deepEqual((await fail()).body, WRONG);
      const locked = await trySignIn(gate, { email });
      assert.equal(locked.status, 429);
      assert.equal(locked.headers['retry-after'], '60');
      assert.deepEqual(
        locked.body,
        problem(
          429,
          'too_many_attempts',
          '/session',
          'Too many attempts.',
          'Too many failed attempts. Try again in 60 s.',
        ),
      );
      gate.now += MINUTE;
      assert.deepEqual((await fail()).body, WRONG);
      assert.equal((await trySignIn(gate, { email })).headers['retry-after'], '120');
      gate.now += 2 * MINUTE;
      assert.equal((await trySignIn(gate, { email })).status, 201);
      assert.deepEqual((await fail()).body, WRONG, 'the count begins anew');
      gate.now = START;
    });

    test('an address that does not exist is locked the same way', async () => {
      const email = newEmail();
      for (let failure = 1; failure <= 5; failure++) await trySignIn(gate, { email });
      assert.equal((await trySignIn(gate, { email })).status, 429);
    });

    test('guesses made at once are counted one by one', async () => {
      const email = await newOwner(gate);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => trySignIn(gate, { email, password: 'guess guess guess' })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
    });

    test('a caller address that fails twenty times is locked for every account', async () => {
      const { db } = gate.service.context.storage;
      const email = await newOwner(gate);
      for (let failure = 1; failure <= 20; failure++) {
        assert.equal((await trySignIn(gate, { email: newEmail() })).status, 401);
      }
      assert.equal((await trySignIn(gate, { email })).status, 429);
      await db.deleteFrom('sign_in_failure').execute();
      assert.equal((await trySignIn(gate, { email })).status, 201);
    });

    test('signing out ends the session and removes the cookie', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const answer = await me.send('DELETE', '/session');
      assert.equal(answer.status, 204);
      assert.equal(
        answer.headers['set-cookie'],
        'tollgate_production=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
      );
      assert.deepEqual((await me.send('GET', '/session')).body, ENDED);
    });

    test('a session ends after twelve idle hours, and after seven days in any case', async () => {
      const me = await signIn(gate, await newOwner(gate));
      for (let hours = 11; hours < 7 * 24; hours += 11) {
        gate.now = START + hours * HOUR;
        assert.equal((await me.send('GET', '/session')).status, 200, `${hours} hours`);
      }
      gate.now = START + 7 * 24 * HOUR;
      assert.deepEqual((await me.send('GET', '/session')).body, ENDED);
      gate.now = START;
      const idle = await signIn(gate, await newOwner(gate));
      gate.now = START + 12 * HOUR;
      assert.equal((await idle.send('GET', '/session')).status, 401);
      gate.now = START;
    });

    test('sessions are listed, and one can be ended from another', async () => {
      const email = await newOwner(gate);
      const first = await signIn(gate, email);
      gate.now += MINUTE;
      const second = await signIn(gate, email);
      const { items } = (await second.send('GET', '/session/list')).body;
      assert.deepEqual(
        items.map((item: { session_id: string }) => ({ ...item, session_id: '' })),
        [START + MINUTE, START].map((at, index) => ({
          session_id: '',
          created_at: new Date(at).toISOString(),
          seen_at: new Date(at).toISOString(),
          address: '127.0.0.1',
          user_agent: 'lightMyRequest',
          current: index === 0,
        })),
      );
      const ended = await second.send('DELETE', `/session/list/${items[1].session_id}`);
      assert.equal(ended.status, 204);
      assert.equal((await first.send('GET', '/session')).status, 401);
      assert.equal((await second.send('GET', '/session')).status, 200);
      const stranger = await signIn(gate, await newOwner(gate));
      const theirs = await stranger.send('DELETE', `/session/list/${items[0].session_id}`);
      assert.equal(theirs.status, 404);
      gate.now = START;
    });

    test('a new password ends every other session; the old one is worth nothing', async () => {
      const email = await newOwner(gate);
      const [here, elsewhere] = [await signIn(gate, email), await signIn(gate, email)];
      const next = 'another long password';
      const wrong = await here.send('PUT', '/session/password', {
        password: 'not it at all',
        new_password: next,
      });
      assert.deepEqual(wrong.body.errors, [
        {
          field: 'password',
          message: 'The password is wrong, or there were too many wrong attempts. Try again later.',
        },
      ]);
      const short = { password: PASSWORD, new_password: 'short' };
      assert.equal((await here.send('PUT', '/session/password', short)).status, 400);
      for (const new_password of ['Password123456!', `${email}${email}`, 'tollgate-2026']) {
        const weak = await here.send('PUT', '/session/password', {
          password: PASSWORD,
          new_password,
        });
        assert.deepEqual([weak.status, weak.body.errors[0].field], [400, 'new_password']);
      }
      const body = { password: PASSWORD, new_password: next };
      assert.equal((await here.send('PUT', '/session/password', body)).status, 204);
      assert.equal((await here.send('GET', '/session')).status, 200);
      assert.equal((await elsewhere.send('GET', '/session')).status, 401);
      assert.deepEqual((await trySignIn(gate, { email })).body, WRONG);
      assert.equal((await trySignIn(gate, { email, password: next })).status, 201);
    });

    test('an admin token has no session of its own', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const made = await me.send('POST', '/admin-tokens', { name: 'robot' });
      const headers = { authorization: `Bearer ${made.body.token}` };
      assert.equal((await gate.send('GET', '/admin/v1/session', undefined, headers)).status, 401);
      assert.equal((await gate.send('GET', '/admin/v1/projects', undefined, headers)).status, 200);
    });

    test('signing in is in the audit log, with the address it came from', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const { body } = await me.send('GET', '/audit?limit=1');
      const [{ audit_id: _, target, ...entry }] = body.items;
      assert.match(target, /^accounts\/[0-9a-f-]{36}$/);
      assert.deepEqual(entry, {
        at: new Date(gate.now).toISOString(),
        actor_kind: 'console',
        actor: me.email,
        action: 'session.open',
        game_index: null,
        before: null,
        after: { address: '127.0.0.1' },
      });
    });

    test('the environment is known before signing in', async () => {
      const answer = await gate.send('GET', '/admin/v1/environment', undefined, SAME_ORIGIN);
      assert.deepEqual(answer.body, { environment: 'production', other: null });
    });
  },
  { kinds: EITHER },
);

suite(
  'console cookie behind https',
  (gate) => {
    test('the cookie is only sent over https', async () => {
      const answer = await trySignIn(gate, { email: await newOwner(gate) });
      assert.match(String(answer.headers['set-cookie']), /^tollgate_sandbox=.*; Secure$/);
      assert.deepEqual(answer.body.other, {
        environment: 'production',
        url: 'https://gate.example.com/console',
      });
    });
  },
  {
    kinds: EITHER,
    environment: 'sandbox',
    publicUrl: 'https://sandbox.example.com',
    otherConsole: { environment: 'production', url: 'https://gate.example.com/console' },
  },
);
