// Every result code that an endpoint promises is produced by a real request, in both generations (interface 4, 7.1).

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { type Document, dereference } from '../http/openapi-document.ts';
import { EITHER } from '../support/databases.ts';
import { type Answer, inject, suite, type TestApp } from '../support/harness.ts';
import { GENERATIONS, type Generation, generation2, MESSAGES, NO_DATE } from './generations.ts';
import {
  DAY,
  dateText,
  newPlayer,
  POLICY_TYPE,
  registerType,
  restrict,
  restriction,
} from './players.ts';

/** The lists of section 4; codes beyond the interface follow the same style. */
const PROMISED: Readonly<Record<string, readonly number[]>> = {
  '/game/block/type/set': [0, 4000, 4002, 4014, 4015, 4016, 6000],
  '/game/block/type/delete': [0, 4000, 4002, 4011, 4012, 6000],
  '/game/block/type/get': [0, 4000, 4002, 6000],
  '/game/block/set': [0, 4000, 4002, 4011, 4013, 6000],
  '/game/block/delete': [0, 2002, 4000, 4002, 6000],
  '/v2/game/block/type/set': [0, 2499, 4000, 4014, 4015, 4016, 6000],
  '/v2/game/block/type/delete': [0, 2499, 4000, 4011, 4012, 6000],
  '/v2/game/block/type/get': [0, 2499, 4000, 6000],
  '/v2/game/block/set': [0, 2499, 4000, 4011, 4013, 6000],
  '/v2/game/block/delete': [0, 2002, 2499, 4000, 6000],
  '/v2/game/block/get': [0, 2499, 4000, 6000],
  '/v2/game/block/scope/set': [0, 2499, 4000, 4011, 4013, 6000],
  '/v2/game/block/scope/delete': [0, 2002, 2499, 4000, 6000],
  '/v2/game/block/scope/get': [0, 2499, 4000, 6000],
  '/v2/game/block/appeal': [0, 2002, 2499, 4000, 4017, 4018, 6000],
  '/v2/game/block/history': [0, 2499, 4000, 6000],
  '/v2/game/block/bulk/set': [0, 2499, 4000, 6000],
  '/v2/game/block/bulk/delete': [0, 2499, 4000, 6000],
};

interface Example {
  readonly result_code: number;
  readonly result_msg: string;
}

suite(
  'result codes',
  (gate) => {
    let app: TestApp;
    let type: number;
    before(async () => {
      app = await gate.createApp();
      type = await registerType(gate, app);
      await restrict(gate, app, newPlayer(), { block_type: type });
    });

    const CHAT = { scope: 'chat' };

    /** Path and code → a body that earns the code, made at the time of the call. */
    const [ko, en] = POLICY_TYPE.reasons;
    const recipes: Readonly<
      Record<string, Readonly<Record<number, () => object | Promise<object>>>>
    > = {
      '/game/block/type/set': {
        0: () => POLICY_TYPE,
        4014: () => ({ ...POLICY_TYPE, type_status: 'N' }),
        4015: () => ({ ...POLICY_TYPE, reasons: [ko] }),
        4016: () => ({ ...POLICY_TYPE, reasons: [ko, { ...en, reason: 'x'.repeat(201) }] }),
      },
      '/game/block/type/delete': {
        0: async () => ({ block_type: await registerType(gate, app) }),
        4011: () => ({ block_type: 999 }),
        4012: () => ({ block_type: type }),
      },
      '/game/block/type/get': { 0: () => ({}) },
      '/game/block/set': {
        0: () => restriction(gate, newPlayer()),
        4011: () => restriction(gate, newPlayer(), { block_type: 999 }),
        4013: () => restriction(gate, newPlayer(), { did: newPlayer() }),
      },
      '/game/block/delete': {
        0: async () => {
          const player_id = newPlayer();
          await restrict(gate, app, player_id);
          return { player_id };
        },
        2002: () => ({ player_id: newPlayer() }),
      },
      '/game/block/get': { 0: () => ({ player_id: newPlayer() }) },
      '/game/block/scope/set': {
        0: () => restriction(gate, newPlayer(), CHAT),
        4011: () => restriction(gate, newPlayer(), { ...CHAT, block_type: 999 }),
        4013: () => restriction(gate, newPlayer(), { ...CHAT, did: newPlayer() }),
      },
      '/game/block/scope/delete': {
        0: async () => {
          const player_id = newPlayer();
          const fields = restriction(gate, player_id, CHAT);
          await generation2.call(gate, app, '/game/block/scope/set', fields);
          return { player_id, ...CHAT };
        },
        2002: () => ({ player_id: newPlayer(), ...CHAT }),
      },
      '/game/block/scope/get': { 0: () => ({ player_id: newPlayer(), ...CHAT }) },
      '/game/block/appeal': {
        0: () => appealable(),
        2002: () => ({ player_id: newPlayer(), text: 'x' }),
        4017: async () => {
          const player_id = newPlayer();
          await restrict(gate, app, player_id, { block_type: type });
          return { player_id, text: 'x' };
        },
        4018: async () => {
          const appeal = await appealable();
          await generation2.call(gate, app, '/game/block/appeal', appeal);
          return appeal;
        },
      },
      '/game/block/history': { 0: () => ({ player_id: newPlayer() }) },
      '/game/block/bulk/set': { 0: () => ({ users: [restriction(gate, newPlayer())] }) },
      '/game/block/bulk/delete': { 0: () => ({ users: [{ player_id: newPlayer() }] }) },
    };

    async function appealable() {
      const player_id = newPlayer();
      const block_type = await registerType(gate, app);
      const { restrictions, directory } = gate.service;
      const known = await directory.app(app.appid);
      assert.ok(known);
      await restrictions.types.changeAppeals(known, block_type, { allowed: true }, SYSTEM);
      await restrict(gate, app, player_id, { block_type });
      return { player_id, text: 'x' };
    }

    /** What any endpoint says about the caller; 4000 by the header that all of them need. */
    function refusal(
      { call }: Generation,
      path: string,
      code: number,
    ): Promise<Answer> | undefined {
      const refusals: Readonly<Record<number, () => Promise<Answer>>> = {
        2499: () => call(gate, app, path, {}, { 'X-Access-Token': undefined }),
        4000: () => call(gate, app, path, {}, { ISCRYPT: undefined }),
        4002: () => call(gate, app, path, { service_certification_key: 'wrong' }),
        6000: () => call(gate, app, path, { appid: 'unknown' }),
      };
      return refusals[code]?.();
    }

    async function produce(generation: Generation, path: string, code: number): Promise<Answer> {
      const refused = await refusal(generation, path, code);
      if (refused) return refused;
      const body = await recipes[path]?.[code]?.();
      assert.ok(body, `there is no recipe for ${code} of ${path}`);
      return generation.call(gate, app, path, { ...body });
    }

    /** Path → the examples that the API reference gives for answers of a status. */
    function reference(status: '200' | '500'): Map<string, Example[]> {
      const document = gate.service.app.swagger() as unknown as Document;
      const paths = dereference(document, document.paths) as Record<
        string,
        { post: { responses: Record<string, unknown> } }
      >;
      const found = new Map<string, Example[]>();
      for (const [path, { post }] of Object.entries(paths)) {
        if (!/^(\/v2)?\/game\/block\//.test(path)) continue;
        const { content } = post.responses[status] as {
          content: {
            'application/json': {
              example?: Example;
              examples?: Record<string, { value: Example }>;
            };
          };
        };
        const { example, examples = {} } = content['application/json'];
        const several = Object.values(examples).map((each) => each.value);
        found.set(path, example ? [example] : several);
      }
      return found;
    }

    test('the API reference shows exactly the promised codes, each with its message', () => {
      const shown = [...reference('200')].map(
        ([path, examples]) => [path, examples.map((each) => each.result_code)] as const,
      );
      assert.deepEqual(Object.fromEntries(shown), PROMISED);
      for (const example of [...reference('200').values(), ...reference('500').values()].flat()) {
        assert.equal(example.result_msg.split(':')[0], MESSAGES[example.result_code]);
      }
    });

    for (const generation of GENERATIONS) {
      describe(`generation ${generation.number}`, () => {
        for (const [path, codes] of Object.entries(PROMISED)) {
          const base = path.replace(/^\/v2/, '');
          if (generation.path(base) !== path) continue;
          for (const code of codes) {
            test(`${path} produces ${code} ${MESSAGES[code]}`, async () => {
              const { status, body } = await produce(generation, base, code);
              assert.deepEqual(
                { status, code: body.result_code, message: body.result_msg.split(':')[0] },
                { status: 200, code, message: MESSAGES[code] },
              );
            });
          }
        }
      });
    }

    test('4000 of a registration names its three causes', async () => {
      const dates: readonly [object, { field: string; detail: string }][] = [
        [{ start_date: '2026-11-15' }, { field: 'start_date', detail: NO_DATE }],
        [
          { start_date: dateText(gate.now + 2 * DAY) },
          { field: 'start_date', detail: 'later than end_date' },
        ],
        [
          { start_date: dateText(gate.now - 2 * DAY), end_date: dateText(gate.now - DAY) },
          { field: 'end_date', detail: 'in the past' },
        ],
      ];
      for (const { call, says } of GENERATIONS) {
        for (const [change, named] of dates) {
          const answer = await call(gate, app, '/game/block/set', restriction(gate, 5, change));
          assert.deepEqual(answer.body, says(4000, named));
        }
      }
    });

    test('a path that does not exist is HTTP 404 and has no result code', async () => {
      for (const path of ['/game/block/unknown', '/v2/game/block/unknown', '/game/block/get']) {
        const { status, body } = await gate.post(path, {}, { ISCRYPT: '0' });
        const message = `There is no POST ${path}.`;
        assert.deepEqual({ status, body }, { status: 404, body: { error: 'not_found', message } });
      }
    });

    test('a failure of ours is HTTP 500 with 5000, and says no more', async () => {
      const broken = await gate.secondService();
      const token = await broken.tokens.issueAppToken(app.clientId, app.gameIndex);
      await broken.context.storage.close();
      for (const path of Object.keys(PROMISED)) {
        const { appid, key: service_certification_key } = app;
        const headers = { ISCRYPT: '0', 'X-Access-Token': token };
        const body = { appid, service_certification_key };
        const answer = await inject(broken, 'POST', path, body, headers);
        const says = { result_code: 5000, result_msg: 'INTERNAL_ERROR' };
        assert.equal(answer.status, 500);
        assert.deepEqual(
          { result_code: answer.body.result_code, result_msg: answer.body.result_msg },
          says,
        );
        const fields = path.startsWith('/v2')
          ? [...Object.keys(says), 'token_validation']
          : Object.keys(says);
        assert.deepEqual(Object.keys(answer.body), fields);
      }
      assert.deepEqual(
        new Set([...reference('500').values()].flat().map((each) => each.result_code)),
        new Set([5000]),
      );
    });
  },
  { kinds: EITHER },
);
