// Two thousand random malformed requests: whatever arrives, the answer is a documented one.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { MESSAGES, TOKEN_MESSAGES } from './generations.ts';
import { newPlayer, POLICY_TYPE, registerType, restriction } from './players.ts';

/** More of them: `MALFORMED_REQUESTS=… node --test …`. */
const REQUESTS = Number(process.env.MALFORMED_REQUESTS ?? 2_000);
const AT_ONCE = 50;
/** Another set of requests: `MALFORMED_SEED=… node --test …`. */
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_115);

const FIRST_GENERATION = ['type/set', 'type/delete', 'type/get', 'set', 'delete'];
const BEYOND = ['get', 'history', 'bulk/set', 'bulk/delete'];
const PATHS = [
  ...FIRST_GENERATION.map((name) => `/game/block/${name}`),
  ...[...FIRST_GENERATION, ...BEYOND].map((name) => `/v2/game/block/${name}`),
];

/** Raw JSON texts that parsers and databases trip over. */
const nasty = fc.constantFrom(
  'null',
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\'; drop table app; --"',
  '"__proto__"',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '1e300',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999999999999999999999',
  '0.1',
  '1e3',
  '2147483648',
  '[]',
  '[[]]',
  '[null]',
  '[{}]',
  '{}',
  '{"__proto__":{"appid":"x"}}',
  '{"toString":1,"constructor":null}',
  'true',
  'false',
  '"2026-02-30 00:00:00"',
  '"9999-12-31 23:59:59"',
  '"0000-01-01 00:00:00"',
  '['.repeat(200) + ']'.repeat(200),
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: anyText(300).map((text) => JSON.stringify(text)),
  },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
);
const FIELDS = [
  'appid',
  'service_certification_key',
  'player_id',
  'status',
  'block_type',
  'start_date',
  'end_date',
  'skip_blocked',
  'did',
  'type_status',
  'type_name',
  'type_en_name',
  'reasons',
  'language',
  'size',
  'before',
  'users',
  '__proto__',
];
const change = fc.record({ field: fc.constantFrom(...FIELDS), value });
const headerText = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const request = fc.record({
  path: fc.constantFrom(...PATHS),
  /** A valid body with some fields changed, or something else altogether. */
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ raw: fc.json() }) },
    { weight: 1, arbitrary: fc.record({ raw: anyText() }) },
  ),
  cut: fc.option(fc.nat(200), { freq: 8 }),
  token: fc.oneof(
    { weight: 8, arbitrary: fc.constant('valid') },
    { weight: 1, arbitrary: headerText },
    { weight: 1, arbitrary: fc.constantFrom('a.b.c', 'e30.e30.e30', 'eyJhbGciOiJub25lIn0.e30.') },
  ),
  headers: fc.record(
    {
      ISCRYPT: fc.oneof(fc.constantFrom('0', '1', ''), headerText),
      'content-type': fc.oneof(
        fc.constantFrom(
          'text/plain',
          'application/xml',
          'multipart/form-data',
          ';',
          'a/b;charset=x',
        ),
        headerText,
      ),
      traceparent: headerText,
      'accept-language': headerText,
      'x-forwarded-for': headerText,
      'content-encoding': fc.constantFrom('gzip', 'identity', 'x'),
    },
    { requiredKeys: [] },
  ),
});

suite(
  'malformed requests',
  (gate) => {
    let app: TestApp;
    let token: string;
    before(async () => {
      app = await gate.createApp();
      token = await gate.token(app);
      await registerType(gate, app);
    });

    /** Every field that any endpoint knows, all of them valid. */
    function validFields(): Record<string, string> {
      const { reasons, ...type } = POLICY_TYPE;
      const fields = {
        appid: app.appid,
        service_certification_key: app.key,
        ...restriction(gate, newPlayer()),
        ...type,
        language: 'en',
        size: 5,
        before: 5,
        reasons,
        users: [restriction(gate, newPlayer())],
      };
      return Object.fromEntries(
        Object.entries(fields).map(([name, each]) => [name, JSON.stringify(each)]),
      );
    }

    function bodyText(
      body: { raw: string } | { changes: { field: string; value: string }[] },
    ): string {
      if ('raw' in body) return body.raw;
      const fields = new Map(Object.entries(validFields()));
      for (const each of body.changes) fields.set(each.field, each.value);
      return `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`;
    }

    test(`${REQUESTS} random ones get documented answers only`, { timeout: 600_000 }, async () => {
      const requests = fc.sample(request, { seed: SEED, numRuns: REQUESTS });
      const seen = new Set<number>();
      const sendOne = async (each: (typeof requests)[number]): Promise<void> => {
        const text = bodyText(each.body);
        const answer = await gate.post(
          each.path,
          each.cut === null ? text : text.slice(0, each.cut),
          {
            ISCRYPT: '0',
            ...(each.token !== '' && {
              'X-Access-Token': each.token === 'valid' ? token : each.token,
            }),
            ...each.headers,
          },
        );
        const {
          result_code: code,
          result_msg: message,
          token_validation: validation,
        } = answer.body;
        const told = `${each.path} ${JSON.stringify(each)} → ${answer.status} ${JSON.stringify(answer.body, (_, part) => (typeof part === 'bigint' ? String(part) : part))}`;
        const { 'content-encoding': encoding = 'identity' } = each.headers;
        if (encoding !== 'identity') {
          assert.deepEqual([answer.status, answer.body.error], [415, 'unsupported_encoding'], told);
          return;
        }
        assert.equal(answer.status, 200, told);
        assert.ok(code !== 5000 && MESSAGES[code] === message.split(':')[0], told);
        assert.equal(each.path.startsWith('/v2/'), validation !== undefined, told);
        if (validation) {
          assert.equal(TOKEN_MESSAGES[validation.result_code], validation.result_msg, told);
          assert.equal(code === 2499, validation.result_code !== 0, told);
        }
        seen.add(code);
      };
      for (let index = 0; index < requests.length; index += AT_ONCE) {
        await Promise.all(requests.slice(index, index + AT_ONCE).map(sendOne));
      }
      // Malformed in many ways, not in one: the deeper checks were reached, too.
      for (const code of [0, 2499, 4000, 4002, 4011, 6000]) assert.ok(seen.has(code), `${code}`);
    });

    test('a body nested 100,000 deep is refused, and never fails', async () => {
      const headers = { ISCRYPT: '0', 'X-Access-Token': token };
      const lists = '['.repeat(100_000) + ']'.repeat(100_000);
      const objects = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
      for (const path of PATHS) {
        for (const nested of [lists, objects]) {
          const bare = await gate.post(path, nested, headers);
          assert.deepEqual([bare.status, bare.body.result_code], [200, 4000]);
          const changes = [{ field: 'memo', value: nested }];
          const { status, body } = await gate.post(path, bodyText({ changes }), headers);
          assert.deepEqual([status, body.result_code], [200, 4000]);
        }
      }
    });
  },
  { kinds: EITHER },
);
