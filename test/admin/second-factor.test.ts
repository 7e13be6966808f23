// The second factor: enrolled, asked for, never twice the same code, and recovery codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '../../src/operators/totp.ts';
import { type Gate, START, suite } from '../support/harness.ts';
import { codeNow, newOwner, PASSWORD, signIn, trySignIn, type Visitor } from './visitor.ts';

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

suite('console second factor', (gate) => {
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

  test('removing it takes the password, and then the password is enough', async () => {
    const { me, codes } = await enrol(gate);
    assert.equal((await me.send('POST', '/session/totp/remove', { password: 'no' })).status, 400);
    assert.equal((await trySignIn(gate, { email: me.email })).status, 401);
    assert.equal(
      (await me.send('POST', '/session/totp/remove', { password: PASSWORD })).status,
      204,
    );
    assert.equal((await trySignIn(gate, { email: me.email })).status, 201);
    assert.equal(codes.length, 10);
  });
});
