// Locks against guessing: they cost an attacker time, and the owner of a known device nothing.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { START, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, newestAudit } from './caller.ts';
import {
  cookieOf,
  deviceOf,
  newEmail,
  newOwner,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  trySignIn,
} from './visitor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

suite(
  'sign-in locks',
  (gate) => {
    const db = () => gate.service.context.storage.db;
    const rows = () => db().selectFrom('sign_in_failure').selectAll().orderBy('subject').execute();
    beforeEach(async () => {
      gate.now = START;
      await db().deleteFrom('sign_in_failure').execute();
    });
    const guess = (email: string, headers: Record<string, string> = {}) =>
      trySignIn(gate, { email, password: 'a guess' }, { ...SAME_ORIGIN, ...headers });
    const lock = async (email: string) => {
      for (let failure = 1; failure <= 5; failure++) await guess(email);
      assert.equal((await guess(email)).status, 429);
    };

    test('a refused attempt neither counts nor writes, for the account nor for the address', async () => {
      const email = await newOwner(gate);
      await lock(email);
      const before = await rows();
      gate.now += 1_000;
      for (let refused = 1; refused <= 30; refused++) {
        assert.equal((await guess(email)).status, 429);
      }
      assert.deepEqual(await rows(), before);
      assert.equal((await trySignIn(gate, { email: await newOwner(gate) })).status, 201);
    });

    test('the lock of an address is looked at before anything is counted for the account', async () => {
      for (let failure = 1; failure <= 20; failure++) await guess(newEmail());
      const before = await rows();
      const email = newEmail();
      assert.equal((await guess(email)).status, 429);
      assert.deepEqual(await rows(), before);
    });

    test('a device that has signed in before is not locked out by strangers', async () => {
      const email = await newOwner(gate);
      const first = await trySignIn(gate, { email });
      assert.match(
        deviceOf(first),
        /^tollgate_production_device=[\w-]{16}\.\d+\.[\w-]{43}; Path=\/admin\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
      );
      const cookie = deviceOf(first).split(';')[0] ?? '';
      await lock(email);
      for (let failure = 1; failure <= 20; failure++) await guess(newEmail());
      assert.equal((await trySignIn(gate, { email })).status, 429);
      const known = await trySignIn(gate, { email }, { ...SAME_ORIGIN, cookie });
      assert.equal(known.status, 201);
      assert.equal((await trySignIn(gate, { email })).status, 429, 'the lock of strangers stays');
    });

    test('a known device has a count of its own, and is no way to guess more', async () => {
      const email = await newOwner(gate);
      const cookie = deviceOf(await trySignIn(gate, { email })).split(';')[0] ?? '';
      for (let failure = 1; failure <= 5; failure++) {
        assert.equal((await guess(email, { cookie })).status, 401);
      }
      const locked = await trySignIn(gate, { email }, { ...SAME_ORIGIN, cookie });
      assert.deepEqual([locked.status, locked.headers['retry-after']], [429, '60']);
      assert.equal((await trySignIn(gate, { email })).status, 201, 'without the cookie');
    });

    test('the proof of a device is good for its account only, unchanged, for 180 days', async () => {
      const [email, other] = [await newOwner(gate), await newOwner(gate)];
      const cookie = deviceOf(await trySignIn(gate, { email })).split(';')[0] ?? '';
      const [name = '', value = ''] = cookie.split('=');
      const [device, issued, signature] = value.split('.');
      const enter = async (email: string, cookie: string) =>
        (await trySignIn(gate, { email }, { ...SAME_ORIGIN, cookie })).status;
      await lock(other);
      assert.equal(await enter(other, cookie), 429);
      await lock(email);
      for (const forged of [
        `${'A'.repeat(16)}.${issued}.${signature}`,
        `${device}.${Number(issued) + 1}.${signature}`,
        `${device}.${issued}.${'A'.repeat(43)}`,
        `${device}.${issued}`,
        '',
      ]) {
        assert.equal(await enter(email, `${name}=${forged}`), 429, forged);
      }
      gate.now = START + 180 * DAY - 1;
      await lock(email);
      assert.equal(await enter(email, cookie), 201);
      gate.now = START + 180 * DAY;
      assert.equal(await enter(email, cookie), 429);
    });

    test('a session can change its password while strangers keep the account locked', async () => {
      const me = await signIn(gate, await newOwner(gate));
      await lock(me.email);
      const body = { password: PASSWORD, new_password: 'another long password' };
      assert.equal((await me.send('PUT', '/session/password', body)).status, 204);
    });

    test('the audit log has the first failure and every lock, and not one row per guess', async () => {
      const email = await newOwner(gate);
      const { account_id } = (await trySignIn(gate, { email })).body;
      await db().deleteFrom('audit_log').execute();
      await Promise.all(Array.from({ length: 5 }, () => guess(email)));
      for (let refused = 1; refused <= 50; refused++) await guess(email);
      gate.now += MINUTE;
      await guess(email);
      const row = (at: number, failures: number, minutes: number) => ({
        at: new Date(at).toISOString(),
        actor_kind: 'console',
        actor: email,
        action: 'session.fail',
        game_index: null,
        target: `accounts/${account_id}`,
        before: null,
        after: {
          wrong: 'password',
          address: '127.0.0.1',
          known_device: false,
          failures,
          locked_until: minutes === 0 ? null : new Date(at + minutes * MINUTE).toISOString(),
        },
      });
      const written = await newestAudit(gate, 10);
      assert.deepEqual(
        written.toSorted(
          (one: { after: { failures: number } }, two: { after: { failures: number } }) =>
            two.after.failures - one.after.failures,
        ),
        [row(START + MINUTE, 6, 2), row(START, 5, 1), row(START, 1, 0)],
      );
    });

    test('guesses at addresses that do not exist leave no row in the audit log', async () => {
      await db().deleteFrom('audit_log').execute();
      for (let failure = 1; failure <= 6; failure++) await guess('nobody@example.com');
      assert.deepEqual(await newestAudit(gate, 10), []);
    });

    test('signing out keeps the proof of the device', async () => {
      const email = await newOwner(gate);
      const answer = await trySignIn(gate, { email });
      const headers = { cookie: cookieOf(answer), 'x-tollgate-csrf': answer.body.csrf };
      const out = await gate.send('DELETE', '/admin/v1/session', undefined, {
        ...headers,
        ...SAME_ORIGIN,
      });
      assert.deepEqual(
        [out.status, out.headers['set-cookie']],
        [204, 'tollgate_production=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'],
      );
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
