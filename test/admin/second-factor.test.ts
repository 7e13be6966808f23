// The second factor: enrolled, asked for, never twice the same code, and recovery codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '../../src/operators/totp.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, START, suite } from '../support/harness.ts';
import {
  codeNow,
  newMember,
  newOwner,
  PASSWORD,
  problem,
  signIn,
  trySignIn,
  type Visitor,
} from './visitor.ts';

const STEP = 30_000;

test('codes are those of RFC 6238, appendix B, last six digits', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(codeAt(secret, Math.floor(seconds / 30)), code);
  }
});

async function enrol(gate: Gate): Promise<{ me: Visitor; secret: string; codes: string[] }> {
  const me = await signIn(gate, await newOwner(gate));
  const enrolled = await me.send('POST', '/session/totp', { password: PASSWORD });
  assert.equal(enrolled.status, 201);
  const { secret } = enrolled.body;
  const code = codeNow(gate, secret);
  const confirmed = await me.send('POST', '/session/totp/confirm', { code });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return { me, secret, codes: confirmed.body.recovery_codes };
}

suite(
  'console second factor',
  (gate) => {
    test('enrolling takes the password, and counts once a code is confirmed', async () => {
      const me = await signIn(gate, await newOwner(gate));
      const refused = await me.send('POST', '/session/totp', { password: 'wrong wrong' });
      assert.equal(refused.status, 400);
      const { body } = await me.send('POST', '/session/totp', { password: PASSWORD });
      assert.match(body.secret, /^[A-Z2-7]{32}$/);
      const label = encodeURIComponent(me.email);
      const query = `secret=${body.secret}&issuer=Tollgate&digits=6&period=30`;
      assert.equal(body.otpauth_url, `otpauth://totp/Tollgate:${label}?${query}`);
      assert.equal((await trySignIn(gate, { email: me.email })).status, 201);
      const wrong = await me.send('POST', '/session/totp/confirm', { code: '000000' });
      assert.deepEqual(wrong.body.errors, [
        { field: 'code', message: 'The code is wrong or was already used.' },
      ]);
      const code = codeNow(gate, body.secret);
      const confirmed = await me.send('POST', '/session/totp/confirm', { code });
      assert.equal(confirmed.body.recovery_codes.length, 10);
      assert.equal(new Set(confirmed.body.recovery_codes).size, 10);
      assert.match(confirmed.body.recovery_codes[0], /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      assert.equal((await me.send('GET', '/session')).body.second_factor, true);
      assert.equal((await me.send('POST', '/session/totp', { password: PASSWORD })).status, 409);
    });

    test('signing in needs a code, of this step or a neighbour, each step once', async () => {
      const { me, secret } = await enrol(gate);
      const { email } = me;
      const code = (steps: number) => codeAt(secret, Math.floor(gate.now / STEP) + steps);
      const needed = await trySignIn(gate, { email });
      assert.deepEqual([needed.status, needed.body.code], [401, 'code_needed']);
      const used = await trySignIn(gate, { email, code: code(0) });
      assert.deepEqual([used.status, used.body.code], [401, 'code_wrong'], 'used to confirm');
      gate.now += 10 * STEP;
      assert.equal((await trySignIn(gate, { email, code: code(2) })).body.code, 'code_wrong');
      assert.equal((await trySignIn(gate, { email, code: code(-2) })).body.code, 'code_wrong');
      const both = await Promise.all([
        trySignIn(gate, { email, code: code(-1) }),
        trySignIn(gate, { email, code: code(-1) }),
      ]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401]);
      assert.equal((await trySignIn(gate, { email, code: code(0) })).status, 201);
      assert.equal((await trySignIn(gate, { email, code: code(1) })).status, 201);
      assert.equal((await trySignIn(gate, { email, code: code(1) })).status, 401);
      gate.now = START;
    });

    test('guessing codes locks the account, though the password is right', async () => {
      const { me } = await enrol(gate);
      const { email } = me;
      for (let failure = 1; failure <= 5; failure++) {
        assert.equal((await trySignIn(gate, { email, code: '000000' })).status, 401);
        if (failure < 5) assert.equal((await trySignIn(gate, { email })).body.code, 'code_needed');
      }
      assert.equal((await trySignIn(gate, { email, code: '000000' })).status, 429);
    });

    test('a recovery code signs in once, however it is typed', async () => {
      const { me, codes } = await enrol(gate);
      const code = String(codes[3]).toUpperCase().replaceAll('-', ' ');
      assert.equal((await trySignIn(gate, { email: me.email, code })).status, 201);
      assert.equal((await trySignIn(gate, { email: me.email, code })).body.code, 'code_wrong');
      const rows = await gate.service.context.storage.db
        .selectFrom('recovery_code')
        .selectAll()
        .execute();
      assert.ok(!JSON.stringify(rows).includes(String(codes[0])));
    });

    test('removing it takes the password and a code, and then the password is enough', async () => {
      const { me, codes, secret } = await enrol(gate);
      const remove = (body: object) => me.send('POST', '/session/totp/remove', body);
      const code = String(codes[0]);
      assert.equal((await remove({ password: 'no', code })).status, 400);
      const without = await remove({ password: PASSWORD });
      assert.deepEqual(without.body.errors, [{ field: 'code', message: 'is required' }]);
      const used = await remove({ password: PASSWORD, code: codeNow(gate, secret) });
      assert.deepEqual(used.body.errors, [
        { field: 'code', message: 'The code is wrong or was already used.' },
      ]);
      assert.equal((await trySignIn(gate, { email: me.email })).status, 401);
      gate.now += STEP;
      const right = { password: PASSWORD, code: codeNow(gate, secret) };
      assert.equal((await remove(right)).status, 204);
      assert.equal((await trySignIn(gate, { email: me.email })).status, 201);
      assert.equal((await remove(right)).status, 404);
      gate.now = START;
    });

    test('a recovery code removes it, too', async () => {
      const { me, codes } = await enrol(gate);
      const body = { password: PASSWORD, code: String(codes[0]) };
      assert.equal((await me.send('POST', '/session/totp/remove', body)).status, 204);
    });

    test('codes cannot be guessed where it is removed', async () => {
      const { me, codes } = await enrol(gate);
      const remove = (code: string) =>
        me.send('POST', '/session/totp/remove', { password: PASSWORD, code });
      for (let failure = 1; failure <= 5; failure++) {
        assert.equal((await remove('000000')).body.errors[0].field, 'code');
      }
      const locked = await remove(String(codes[0]));
      assert.deepEqual([locked.status, locked.body.errors[0].field], [400, 'password']);
    });

    test('a project that requires it shows nothing to members without it', async () => {
      const [strict, open] = [await gate.createApp(), await gate.createApp()];
      const { me: owner } = await enrol(gate);
      const member = await newMember(gate, owner, strict.gameIndex, 'admin');
      const { account_id } = (await member.send('GET', '/session')).body;
      await gate.service.context.storage.db
        .insertInto('member')
        .values({ game_index: open.gameIndex, account_id, role: 'viewer' })
        .execute();
      const path = `/projects/${strict.gameIndex}/second-factor`;
      const required = await owner.send('PUT', path, { required: true });
      assert.deepEqual([required.status, required.body], [200, { required: true }]);

      const seen = async () => ({
        required: (await member.send('GET', '/session')).body.second_factor_required,
        roles: (await member.send('GET', '/session')).body.roles.length,
        projects: (await member.send('GET', '/projects')).body.items.length,
        app: (await member.send('GET', `/apps/${strict.appid}`)).status,
        other: (await member.send('GET', `/apps/${open.appid}`)).status,
      });
      assert.deepEqual(await seen(), {
        required: true,
        roles: 1,
        projects: 1,
        app: 403,
        other: 200,
      });
      assert.deepEqual(
        (await member.send('GET', `/apps/${strict.appid}`)).body,
        problem(
          403,
          'second_factor_required',
          `/apps/${strict.appid}`,
          'A second factor is required.',
          `Project ${strict.gameIndex} requires a second factor. Set one up under Account, then try again.`,
        ),
      );
      const { secret } = (await member.send('POST', '/session/totp', { password: PASSWORD })).body;
      const code = codeNow(gate, secret);
      assert.equal((await member.send('POST', '/session/totp/confirm', { code })).status, 200);
      assert.deepEqual(await seen(), {
        required: false,
        roles: 2,
        projects: 2,
        app: 200,
        other: 200,
      });

      const bare = await signIn(gate, await newOwner(gate));
      for (const [method, where] of [
        ['GET', `/apps/${strict.appid}`],
        ['GET', '/audit'],
        ['POST', '/admin-tokens'],
        ['PUT', path],
      ] as const) {
        const answer = await bare.send(method, where, method === 'GET' ? undefined : {});
        assert.deepEqual([answer.status, answer.body.code], [403, 'second_factor_required'], where);
      }
      assert.equal((await bare.send('GET', `/apps/${open.appid}`)).status, 200);
      await owner.send('PUT', path, { required: false });
      assert.equal((await bare.send('GET', '/audit')).status, 200);
      const own = await bare.send('PUT', path, { required: true });
      assert.deepEqual(own.body.errors, [
        { field: 'required', message: 'Set up a second factor for your own account first.' },
      ]);
    });
  },
  { kinds: EITHER },
);
