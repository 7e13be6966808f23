// Requests that another site makes a browser send, or that carry somebody else's token, change nothing.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Forgery } from '../security/gallery.ts';
import { EITHER } from '../support/databases.ts';
import { PUBLIC_URL, suite } from '../support/harness.ts';
import {
  newOwner,
  PASSWORD,
  problem,
  SAME_ORIGIN,
  signIn,
  trySignIn,
  type Visitor,
} from './visitor.ts';

const REFUSED = (path: string) =>
  problem(
    403,
    'cross_site',
    path,
    'The request does not come from the console.',
    "A session can change something only from the console's own pages, with the header x-tollgate-csrf.",
  );

suite(
  'console cross-site requests',
  (gate) => {
    let me: Visitor;
    let stranger: Visitor;
    before(async () => {
      me = await signIn(gate, await newOwner(gate));
      stranger = await signIn(gate, await newOwner(gate));
    });

    const post = (headers: Record<string, string | undefined>) =>
      gate.send(
        'POST',
        '/admin/v1/projects',
        { name: 'x' },
        Object.fromEntries(
          Object.entries(headers).filter(([, value]) => value !== undefined),
        ) as Record<string, string>,
      );
    const whole = () => ({ cookie: me.cookie, 'x-tollgate-csrf': me.csrf, ...SAME_ORIGIN });

    for (const [name, more] of Object.entries<Record<string, string | undefined>>({
      'from another site': { 'sec-fetch-site': 'cross-site' },
      'from a sibling domain': { 'sec-fetch-site': 'same-site' },
      'from an address bar': { 'sec-fetch-site': 'none' },
      'from another origin': { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      'from a page without origin': { 'sec-fetch-site': undefined, origin: 'null' },
      'that says same-origin with another origin': { origin: 'https://evil.example' },
      'that says nothing of its origin': { 'sec-fetch-site': undefined },
      'without the token': { 'x-tollgate-csrf': undefined },
      'with a token of the wrong length': { 'x-tollgate-csrf': 'short' },
    } satisfies Record<Forgery<'crossSite'>, object>)) {
      test(`a change ${name} is refused`, async () => {
        const answer = await post({ ...whole(), ...more });
        assert.deepEqual(answer.body, REFUSED('/projects'));
        assert.equal(answer.status, 403);
      });
    }

    test("a change with another session's token is refused", async () => {
      const answer = await post({ ...whole(), 'x-tollgate-csrf': stranger.csrf });
      assert.deepEqual(answer.body, REFUSED('/projects'));
    });

    for (const origin of ['http://localhost:80', PUBLIC_URL]) {
      test(`a change from the console's own origin ${origin} is made`, async () => {
        const answer = await post({ ...whole(), 'sec-fetch-site': undefined, origin });
        assert.equal(answer.status, 201);
      });
    }

    test('another site cannot sign a browser in either', async () => {
      const body = { email: me.email, password: PASSWORD };
      for (const headers of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ]) {
        const answer = await trySignIn(gate, body, headers as Record<string, string>);
        assert.deepEqual(answer.body, REFUSED('/session'));
      }
    });

    test('no answer allows another origin to read it', async () => {
      const headers = { cookie: me.cookie, origin: 'https://evil.example' };
      const answer = await gate.send('GET', '/admin/v1/projects', undefined, headers);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    });
  },
  { kinds: EITHER },
);
