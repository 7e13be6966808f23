// POST /game/block/type/get, and the same in generation 2: listing types (interface 2.1, 4.1).
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import { POLICY_TYPE, registerType, TEMPORARY_TYPE } from './players.ts';

const PATH = '/game/block/type/get';
const NAMES = { type_name: '운영 정책 위반', type_en_name: 'Policy violation' };
const TEMPORARY_NAMES = { type_name: '조사 중', type_en_name: 'Under investigation' };

suite(
  'list restriction types',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app, {
        ...TEMPORARY_TYPE,
        reasons: [
          ...TEMPORARY_TYPE.reasons,
          { language: 'ja', title: '保留', reason: '調査中です。' },
        ],
      });
      await registerType(gate, app, POLICY_TYPE);
      await registerType(gate, app, {
        ...POLICY_TYPE,
        reasons: [
          ...POLICY_TYPE.reasons,
          { language: 'fr', reason: 'Vous avez enfreint les règles.' },
        ],
      });
    });

    /** The three types with their texts: temporary title and reason, then both policy reasons. */
    const lists = (title: string, temporary: string, first: string, second: string) => ({
      block_type_list: [
        { block_type: 2, type_status: 'O', ...NAMES, reason: first },
        { block_type: 3, type_status: 'O', ...NAMES, reason: second },
      ],
      temp_type_list: [
        { block_type: 1, type_status: 'N', ...TEMPORARY_NAMES, title, reason: temporary },
      ],
    });
    const RULES = 'You broke the rules.';
    const LOOKING = 'We are looking into it.';
    const english = lists('On hold', LOOKING, RULES, RULES);

    for (const { path, call, says } of GENERATIONS) {
      const get = (fields: object) => call(gate, app, PATH, { ...fields });

      describe(path(PATH), () => {
        test('without a language the texts are English', async () => {
          assertSays(await get({}), says(0, { data: english }));
          assertSays(await get({ language: null }), says(0, { data: english }));
          assertSays(await get({ language: 'en' }), says(0, { data: english }));
        });

        test('in Korean all texts are Korean', async () => {
          const rules = '운영 정책을 위반했습니다.';
          const data = lists('일시 제한', '조사하고 있습니다.', rules, rules);
          assertSays(await get({ language: 'ko' }), says(0, { data }));
        });

        test('texts are English where the language is unregistered, names stay as they are', async () => {
          const japanese = lists('保留', '調査中です。', RULES, RULES);
          const french = lists('On hold', LOOKING, RULES, 'Vous avez enfreint les règles.');
          assertSays(await get({ language: 'ja' }), says(0, { data: japanese }));
          assertSays(await get({ language: 'fr' }), says(0, { data: french }));
          assertSays(await get({ language: 'zh-hant' }), says(0, { data: english }));
        });

        test('null and empty text stand for no language: English', async () => {
          for (const language of [null, '']) {
            assertSays(await get({ language }), says(0, { data: english }));
          }
        });

        for (const language of ['sv', 'EN', 'zh', 5, ['en']]) {
          test(`the language ${JSON.stringify(language)} is an invalid parameter`, async () => {
            assertSays(await get({ language }), says(4000, { field: 'language' }));
          });
        }

        test('an app without types has two empty lists', async () => {
          const empty = await gate.createApp();
          const data = { block_type_list: [], temp_type_list: [] };
          assertSays(await call(gate, empty, PATH), says(0, { data }));
        });

        test('a deleted type is not listed', async () => {
          const other = await gate.createApp();
          await registerType(gate, other);
          const block_type = await registerType(gate, other);
          assertSays(await call(gate, other, '/game/block/type/delete', { block_type }), says(0));
          const data = {
            block_type_list: [{ block_type: 1, type_status: 'O', ...NAMES, reason: RULES }],
            temp_type_list: [],
          };
          assertSays(await call(gate, other, PATH), says(0, { data }));
        });
      });
    }
  },
  { kinds: EITHER },
);
