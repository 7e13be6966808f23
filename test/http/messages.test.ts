// Messages about invalid fields are sentences for people, in every API: none shows a rule of the validator.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formInWords } from '../../src/base/forms.ts';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

interface Part {
  readonly $ref?: string;
  readonly pattern?: unknown;
}

test('every pattern of a request in the API reference has words', () => {
  const document = JSON.parse(
    readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const patterns = new Set<string>();
  const seen = new Set<string>();
  function read(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    const { $ref, pattern } = part as Part;
    if (typeof pattern === 'string') patterns.add(pattern);
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      const [, ...path] = $ref.split('/');
      read(path.reduce((place: object, name) => place[name as never], document));
    }
    for (const each of Object.values(part)) read(each);
  }
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    read([operation.requestBody, operation.parameters]);
  }
  assert.ok(patterns.size > 30, `${patterns.size} patterns`);
  const wordless = [...patterns].filter((pattern) => formInWords(pattern) === undefined);
  assert.deepEqual(wordless, []);
});

suite(
  'messages',
  (gate) => {
    test('login and token calls say what is wrong with which field', async () => {
      const app = await gate.createApp();
      const authorization = `Bearer ${await gate.token(app)}`;
      const wrong = { appid: app.appid, player_id: '7', account_uuid: 'me', language: 'a\u0000' };
      const login = await gate.post('/auth/v1/login', wrong, { authorization });
      assert.deepEqual(
        [login.status, login.body],
        [
          400,
          {
            error: 'invalid_request',
            message:
              'player_id must be an integer from 1 to 9223372036854775807; account_uuid must be a UUID; language must not contain the character U+0000.',
          },
        ],
      );
      const token = await gate.post('/oauth/token', { grant_type: 5 });
      assert.deepEqual(
        [token.status, token.body],
        [400, { error: 'invalid_request', error_description: 'grant_type must be a string.' }],
      );
    });

    test('U+0000 is refused with the same words in the admin API, wherever it stands', async () => {
      const { appid, gameIndex } = await gate.createApp();
      const message = 'must not contain the character U+0000';
      const nul = 'a\u0000b';
      const prices = [{ currency: 'USD', amount: '1.00' }];
      const product = { name: 'Gems', kind: 'consumable', prices };
      const texts = { type_status: 'O', type_name: nul, type_en_name: 'x', reasons: [] };
      const cases: [string, string, object | undefined, string][] = [
        ['POST', '/projects', { name: nul }, 'name'],
        ['PATCH', `/projects/${gameIndex}`, { name: nul }, 'name'],
        [
          'PUT',
          `/apps/${appid}/products/gems`,
          { ...product, descriptions: { en: nul } },
          'descriptions.en',
        ],
        ['POST', `/apps/${appid}/types`, texts, 'type_name'],
        ['POST', `/apps/${appid}/players/1/notes`, { text: nul }, 'text'],
        ['GET', '/audit?actor=a%00b', undefined, 'actor'],
        [
          'PUT',
          `/apps/${appid}/markets/APPLE`,
          { settings: { bundle_id: nul, app_apple_id: 1 } },
          'settings.bundle_id',
        ],
      ];
      for (const [method, path, body, field] of cases) {
        const answer = await admin(gate, method as 'POST', path, body);
        assert.deepEqual([answer.status, answer.body.errors], [400, [{ field, message }]], path);
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
