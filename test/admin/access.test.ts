// Who may call the admin API, and what every malformed request is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, asAdmin, problem } from './caller.ts';

const REFUSED = 'Send a valid admin token as Authorization: Bearer <token>.';

suite(
  'admin access',
  (gate) => {
    for (const [name, headers] of Object.entries({
      'no token': {},
      'a wrong token': { authorization: 'Bearer wrong' },
      'another scheme': { authorization: `Basic ${ADMIN_TOKEN}` },
      'a token with a byte more': { authorization: `Bearer ${ADMIN_TOKEN}x` },
    })) {
      test(`${name} is refused with 401 and the scheme`, async () => {
        const answer = await gate.send('GET', '/admin/v1/projects', undefined, headers);
        assert.equal(answer.status, 401);
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
        assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
        assert.deepEqual(answer.body, problem('unauthorized', '/projects', REFUSED));
      });
    }

    test('an app-server token is no admin token', async () => {
      const token = await gate.token(await gate.createApp());
      const headers = { authorization: `Bearer ${token}` };
      const answer = await gate.send('GET', '/admin/v1/projects', undefined, headers);
      assert.deepEqual(answer.body, problem('unauthorized', '/projects', REFUSED));
    });

    test('an unknown path tells nothing without a token', async () => {
      const answer = await gate.send('GET', '/admin/v1/nowhere');
      assert.deepEqual(answer.body, problem('unauthorized', '/nowhere', REFUSED));
    });

    test('an unknown path is 404 with a token', async () => {
      const answer = await admin(gate, 'GET', '/nowhere?x=1');
      const detail = 'There is no GET /admin/v1/nowhere.';
      assert.deepEqual(answer.body, problem('not_found', '/nowhere', detail));
    });

    test('a body that is not JSON is 400', async () => {
      const answer = await gate.send('POST', '/admin/v1/projects', '{"name"', asAdmin);
      const detail = 'The body is not JSON, it ends too early.';
      const expected = problem('invalid_request', '/projects', detail);
      assert.deepEqual(answer.body, expected);
    });

    test('a body over the limit is 400', async () => {
      const answer = await admin(gate, 'POST', '/projects', { name: 'x'.repeat(300_000) });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, 'invalid_request');
    });

    for (const [body, errors] of [
      [undefined, [{ field: 'name', message: 'is required' }]],
      [[], [{ field: '', message: 'must be an object' }]],
      [{ name: 7 }, [{ field: 'name', message: 'must be a string' }]],
      [{ name: 'a', nmae: 'b' }, [{ field: 'nmae', message: 'is not a known field' }]],
      [{ name: 'a', game_index: '5' }, [{ field: 'game_index', message: 'must be an integer' }]],
      [
        { name: 'a', game_index: 9007199254740993n },
        [{ field: 'game_index', message: 'must be between -2^53 and 2^53' }],
      ],
    ] as const) {
      test(`every offending field is named: ${errors[0].field} ${errors[0].message} (${typeof body})`, async () => {
        const answer = await admin(gate, 'POST', '/projects', body);
        const detail = `${errors[0].field || 'the input'} ${errors[0].message}.`;
        assert.deepEqual(answer.body, problem('invalid_request', '/projects', detail, errors));
      });
    }

    test('texts that a database cannot hold are 400, never 500', async () => {
      for (const [method, path, body] of [
        ['POST', '/projects', { name: 'a\u0000b' }],
        ['GET', '/apps/a%00b', undefined],
        ['GET', '/clients/a%00b', undefined],
        ['GET', '/audit?target=a%00b', undefined],
        ['GET', '/projects?after=%00', undefined],
        ['GET', '/admin-tokens?after=%00', undefined],
        ['DELETE', '/admin-tokens/%00', undefined],
        ['PUT', '/projects/1/receivers/restriction', { url: 'http://a/\u0000' }],
      ] as const) {
        const answer = await admin(gate, method, path, body);
        assert.equal(answer.body.code, 'invalid_request', path);
        assert.equal(answer.status, 400, path);
      }
    });

    test('a page size out of bounds is 400', async () => {
      const answer = await admin(gate, 'GET', '/projects?limit=501');
      const errors = [{ field: 'limit', message: 'must be at most 500' }];
      const expected = problem(
        'invalid_request',
        '/projects',
        'limit must be at most 500.',
        errors,
      );
      assert.deepEqual(answer.body, expected);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
