// Sessions, invitations, codes and admin tokens that somebody made up, kept or used before: none lets anybody in.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import {
  codeNow,
  cookieOf,
  deviceOf,
  newEmail,
  newOwner,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  trySignIn,
  type Visitor,
} from '../admin/visitor.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, type Gate, suite, type TestApp } from '../support/harness.ts';
import type { Forgery } from './gallery.ts';

const DAY = 86_400_000;
const UNAUTHORIZED = [401, 'unauthorized'];
const GONE = [404, 'not_found'];
const WRONG_CODE = [401, 'code_wrong'];

suite(
  'forged sessions',
  (gate) => {
    let owner: Visitor;
    let app: TestApp;
    before(async () => {
      owner = await signIn(gate, await newOwner(gate));
      app = await gate.createApp();
    });

    const read = (headers: Record<string, string>): Promise<Answer> =>
      gate.send('GET', '/admin/v1/projects', undefined, headers);
    const withCookie = (cookie: string): Promise<Answer> => read({ cookie });
    const secretOf = (cookie: string): string => cookie.split('=')[1] ?? '';
    const accept = (token: string): Promise<Answer> =>
      gate.post('/admin/v1/invitations/accept', { token, password: PASSWORD }, SAME_ORIGIN);
    const invitations = () => `/projects/${app.gameIndex}/invitations`;
    const invite = async (): Promise<{ token: string; invitation_id: string }> => {
      const invited = { email: newEmail(), role: 'viewer' };
      const { body } = await owner.send('POST', invitations(), invited);
      return { token: body.link.split('#')[1], invitation_id: body.invitation_id };
    };

    const FORGERIES: Record<
      Forgery<'sessions'>,
      [readonly (string | number)[], () => Promise<Answer>]
    > = {
      'the cookie of the other environment': [
        UNAUTHORIZED,
        () => withCookie(`tollgate_sandbox=${secretOf(owner.cookie)}`),
      ],
      'a session id that the stranger chose': [
        UNAUTHORIZED,
        async () => {
          const chosen = `tollgate_production=${'A'.repeat(43)}`;
          const body = { email: owner.email };
          const answer = await trySignIn(gate, body, { ...SAME_ORIGIN, cookie: chosen });
          assert.equal(answer.status, 201);
          assert.notEqual(cookieOf(answer), chosen);
          return withCookie(chosen);
        },
      ],
      'a truncated session id': [UNAUTHORIZED, () => withCookie(owner.cookie.slice(0, -1))],
      'the cookie of the device as a session': [
        UNAUTHORIZED,
        async () => {
          const [device = ''] = deviceOf(await trySignIn(gate, { email: owner.email })).split(';');
          return withCookie(`tollgate_production=${secretOf(device)}`);
        },
      ],
      'a session that was signed out': [
        UNAUTHORIZED,
        async () => {
          const session = await signIn(gate, owner.email);
          assert.equal((await session.send('DELETE', '/session')).status, 204);
          return withCookie(session.cookie);
        },
      ],
      'the token of another session': [
        [403, 'cross_site'],
        async () => {
          const { csrf } = await signIn(gate, await newOwner(gate));
          return owner.send('POST', '/projects', { name: 'x' }, { 'x-tollgate-csrf': csrf });
        },
      ],
      'an invitation used twice': [
        GONE,
        async () => {
          const { token } = await invite();
          assert.equal((await accept(token)).status, 200);
          return accept(token);
        },
      ],
      'an invitation that was withdrawn': [
        GONE,
        async () => {
          const { token, invitation_id } = await invite();
          await owner.send('DELETE', `${invitations()}/${invitation_id}`);
          return accept(token);
        },
      ],
      'an invitation after seven days': [
        GONE,
        async () => {
          const { token } = await invite();
          gate.now += 7 * DAY;
          const answer = await accept(token);
          gate.now -= 7 * DAY;
          return answer;
        },
      ],
      'a recovery code used twice': [
        WRONG_CODE,
        async () => {
          const { email, codes } = await enrol(gate);
          assert.equal((await trySignIn(gate, { email, code: codes[0] as string })).status, 201);
          return trySignIn(gate, { email, code: codes[0] as string });
        },
      ],
      'a code of the second factor used twice': [
        WRONG_CODE,
        async () => {
          const { email, secret } = await enrol(gate);
          return trySignIn(gate, { email, code: codeNow(gate, secret) });
        },
      ],
      'a revoked admin token': [
        UNAUTHORIZED,
        async () => {
          const { body } = await owner.send('POST', '/admin-tokens', { name: 'short' });
          await owner.send('DELETE', `/admin-tokens/${body.token_id}`);
          return read({ authorization: `Bearer ${body.token}` });
        },
      ],
      'an admin token with a letter more': [
        UNAUTHORIZED,
        () => read({ authorization: `Bearer ${ADMIN_TOKEN}x` }),
      ],
      'an app-server token as an admin token': [
        UNAUTHORIZED,
        async () => read({ authorization: `Bearer ${await gate.token(app)}` }),
      ],
    };

    for (const [name, [expected, forge]] of Object.entries(FORGERIES)) {
      test(`${name}: ${expected.join(' ')}`, async () => {
        const projects = await countProjects(gate);
        const { status, body } = await forge();
        assert.deepEqual([status, body.code], expected);
        assert.equal(await countProjects(gate), projects);
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

async function countProjects({ service }: Gate): Promise<number> {
  return (await service.context.storage.db.selectFrom('project').selectAll().execute()).length;
}

/** An account with a second factor; the code of this moment is used up. */
async function enrol(gate: Gate): Promise<{ email: string; secret: string; codes: string[] }> {
  const email = await newOwner(gate);
  const me = await signIn(gate, email);
  const { secret } = (await me.send('POST', '/session/totp', { password: PASSWORD })).body;
  const confirmed = await me.send('POST', '/session/totp/confirm', { code: codeNow(gate, secret) });
  return { email, secret, codes: confirmed.body.recovery_codes };
}
