// POST /game/block/type/set and /v2/game/block/type/set: registering a type (interface 2.1, 2.2, 4.1, 4.5, 8).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, generation1 } from './generations.ts';
import { POLICY_TYPE, TEMPORARY_TYPE } from './players.ts';

const PATH = '/game/block/type/set';
const LANGUAGES = 'ko en ja zh-hans zh-hant de fr ru es pt id th vi it tr ar tl'.split(' ');

const [KO, EN] = POLICY_TYPE.reasons;
const [TITLED_KO, TITLED_EN] = TEMPORARY_TYPE.reasons;

/** Text of exactly so many UTF-8 bytes, of characters of three bytes as far as they go. */
function textOf(bytes: number): string {
  const text = '가'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3);
  assert.equal(Buffer.byteLength(text), bytes);
  return text;
}

suite(
  'register restriction type',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    for (const { path, call, says } of GENERATIONS) {
      const set = (type: object, more = {}) => call(gate, app, PATH, { ...type, ...more });

      describe(path(PATH), () => {
        test('numbers count up from 1 within the app, in both popup formats', async () => {
          const fresh = await gate.createApp();
          for (const [index, type] of [POLICY_TYPE, TEMPORARY_TYPE, POLICY_TYPE].entries()) {
            const answer = await call(gate, fresh, PATH, { ...type });
            assertSays(answer, says(0, { data: { block_type: index + 1 } }));
          }
        });

        test('a number is never used again', async () => {
          const fresh = await gate.createApp();
          const register = () => call(gate, fresh, PATH, { ...POLICY_TYPE });
          const remove = (block_type: number) =>
            call(gate, fresh, '/game/block/type/delete', { block_type });
          assertSays(await register(), says(0, { data: { block_type: 1 } }));
          assertSays(await register(), says(0, { data: { block_type: 2 } }));
          assertSays(await remove(2), says(0));
          assertSays(await register(), says(0, { data: { block_type: 3 } }));
          assertSays(await remove(3), says(0));
          assertSays(await remove(1), says(0));
          assertSays(await register(), says(0, { data: { block_type: 4 } }));
        });

        test('simultaneous registrations get numbers of their own', async () => {
          const fresh = await gate.createApp();
          const answers = await Promise.all(
            Array.from({ length: 20 }, () => call(gate, fresh, PATH, { ...POLICY_TYPE })),
          );
          const numbers = answers.map((answer) => answer.body.data.block_type);
          assert.deepEqual(
            numbers.toSorted((one, other) => one - other),
            Array.from({ length: 20 }, (_, index) => index + 1),
          );
        });

        test('all 17 languages are taken at once, and given back', async () => {
          const fresh = await gate.createApp();
          const reasons = LANGUAGES.map((language) => ({
            language,
            title: `title ${language}`,
            reason: `reason ${language}`,
          }));
          const answer = await call(gate, fresh, PATH, { ...TEMPORARY_TYPE, reasons });
          assertSays(answer, says(0, { data: { block_type: 1 } }));
          for (const language of LANGUAGES) {
            const list = await call(gate, fresh, '/game/block/type/get', { language });
            const [type] = list.body.data.temp_type_list;
            assert.deepEqual(
              [type.title, type.reason],
              [`title ${language}`, `reason ${language}`],
            );
          }
        });

        const invalid: readonly [string, object, string][] = [
          ['type_status missing', { type_status: undefined }, 'type_status'],
          ['type_status null', { type_status: null }, 'type_status'],
          ['type_status of another kind', { type_status: 'P' }, 'type_status'],
          ['type_status in lower case', { type_status: 'o' }, 'type_status'],
          ['type_name missing', { type_name: undefined }, 'type_name'],
          ['type_name empty', { type_name: '' }, 'type_name'],
          ['type_name a number', { type_name: 5 }, 'type_name'],
          ['type_name with a NUL', { type_name: 'a\0b' }, 'type_name'],
          ['type_en_name missing', { type_en_name: undefined }, 'type_en_name'],
          ['type_en_name empty', { type_en_name: '' }, 'type_en_name'],
          ['type_en_name a list', { type_en_name: ['x'] }, 'type_en_name'],
          ['reasons missing', { reasons: undefined }, 'reasons'],
          ['reasons null', { reasons: null }, 'reasons'],
          ['reasons an object', { reasons: { ko: KO } }, 'reasons'],
          ['an entry that is text', { reasons: [KO, 'en'] }, 'reasons[1]'],
          ['an entry that is null', { reasons: [KO, null] }, 'reasons[1]'],
          ['a language missing', { reasons: [KO, { reason: 'x' }] }, 'reasons[1].language'],
          [
            'a language unknown',
            { reasons: [KO, EN, { language: 'sv', reason: 'x' }] },
            'reasons[2].language',
          ],
          [
            'a language in capitals',
            { reasons: [KO, { ...EN, language: 'EN' }] },
            'reasons[1].language',
          ],
          ['a reason missing', { reasons: [KO, { language: 'en' }] }, 'reasons[1].reason'],
          ['a reason empty', { reasons: [KO, { ...EN, reason: '' }] }, 'reasons[1].reason'],
          [
            'a reason that is a number',
            { reasons: [KO, { ...EN, reason: 7 }] },
            'reasons[1].reason',
          ],
          [
            'a title empty with N',
            { type_status: 'N', reasons: [TITLED_KO, { ...TITLED_EN, title: '' }] },
            'reasons[1].title',
          ],
          ['a title that is a number', { reasons: [KO, { ...EN, title: 7 }] }, 'reasons[1].title'],
        ];
        for (const [name, change, field] of invalid) {
          test(`${name} is an invalid parameter`, async () => {
            assertSays(await set(POLICY_TYPE, change), says(4000, { field }));
          });
        }

        test('a language repeated is an invalid parameter, and named', async () => {
          assertSays(
            await set(POLICY_TYPE, { reasons: [KO, EN, EN] }),
            says(4000, { field: 'reasons', detail: 'more than one text in en' }),
          );
        });

        const titleRefused = (language: string) =>
          says(4014, { detail: `reasons[${language}].title is not allowed with type_status O` });
        const titleMissing = (language: string) =>
          says(4014, { detail: `reasons[${language}].title is required with type_status N` });

        test('4014: a title with O, in any language', async () => {
          assertSays(await set(POLICY_TYPE, { reasons: [KO, TITLED_EN] }), titleRefused('en'));
          assertSays(await set(POLICY_TYPE, { reasons: [TITLED_KO, EN] }), titleRefused('ko'));
        });

        test('4014: a title missing with N, in any language', async () => {
          assertSays(await set(TEMPORARY_TYPE, { reasons: [TITLED_KO, EN] }), titleMissing('en'));
          const third = { language: 'ja', reason: '理由' };
          assertSays(
            await set(TEMPORARY_TYPE, { reasons: [TITLED_KO, TITLED_EN, third] }),
            titleMissing('ja'),
          );
        });

        test('an empty title with O is an absent title', async () => {
          const reasons = [KO, { ...EN, title: '' }];
          const fresh = await gate.createApp();
          const answer = await call(gate, fresh, PATH, { ...POLICY_TYPE, reasons });
          assertSays(answer, says(0, { data: { block_type: 1 } }));
          const filled = [TITLED_KO, { ...EN, title: '' }];
          assertSays(await set(POLICY_TYPE, { reasons: filled }), titleRefused('ko'));
        });

        test('a title that is null is an absent title', async () => {
          const reasons = [KO, { ...EN, title: null }];
          const answer = await set(POLICY_TYPE, { reasons });
          assert.equal(answer.body.result_code, 0);
          assertSays(
            await set(TEMPORARY_TYPE, { reasons: [TITLED_KO, { ...TITLED_EN, title: null }] }),
            titleMissing('en'),
          );
        });

        test('4015: Korean or English is missing', async () => {
          const french = { language: 'fr', reason: 'raison' };
          const both = 'reasons[ko] and reasons[en] are missing';
          const missing: readonly [object[], string][] = [
            [[], both],
            [[french], both],
            [[KO], 'reasons[en] is missing'],
            [[KO, french], 'reasons[en] is missing'],
            [[EN], 'reasons[ko] is missing'],
            [[EN, french], 'reasons[ko] is missing'],
          ];
          for (const [reasons, detail] of missing) {
            assertSays(await set(POLICY_TYPE, { reasons }), says(4015, { detail }));
          }
        });

        const limits: readonly [string, string, number, object, (text: string) => object][] = [
          ['type_name', 'type_name', 200, POLICY_TYPE, (type_name) => ({ type_name })],
          ['type_en_name', 'type_en_name', 200, POLICY_TYPE, (type_en_name) => ({ type_en_name })],
          [
            'reason with O',
            'reasons[en].reason',
            200,
            POLICY_TYPE,
            (reason) => ({ reasons: [KO, { ...EN, reason }] }),
          ],
          [
            'title',
            'reasons[ko].title',
            200,
            TEMPORARY_TYPE,
            (title) => ({ reasons: [{ ...TITLED_KO, title }, TITLED_EN] }),
          ],
          [
            'reason with N',
            'reasons[ja].reason',
            400,
            TEMPORARY_TYPE,
            (reason) => ({
              reasons: [TITLED_KO, TITLED_EN, { ...TITLED_EN, language: 'ja', reason }],
            }),
          ],
        ];
        for (const [name, field, most, type, change] of limits) {
          test(`${name} has at most ${most} UTF-8 bytes: one more is 4016, with field and bytes`, async () => {
            const fits = await set(type, change(textOf(most)));
            assert.equal(fits.body.result_code, 0);
            for (const bytes of [most + 1, most + 12]) {
              const detail = `${field} is ${bytes} bytes, at most ${most}`;
              assertSays(await set(type, change(textOf(bytes))), says(4016, { detail }));
            }
          });
        }

        test('characters of four bytes count as four', async () => {
          const fits = await set(POLICY_TYPE, { type_name: '🚫'.repeat(50) });
          assert.equal(fits.body.result_code, 0);
          assertSays(
            await set(POLICY_TYPE, { type_name: `${'🚫'.repeat(50)}x` }),
            says(4016, { detail: 'type_name is 201 bytes, at most 200' }),
          );
        });

        test('shape is judged before popup format, languages before bytes', async () => {
          const long = textOf(201);
          const titledLong = { ...TITLED_KO, reason: long };
          const steps: readonly [object, object][] = [
            [{ type_name: '', reasons: [titledLong] }, says(4000, { field: 'type_name' })],
            [{ type_name: long, reasons: [titledLong] }, titleRefused('ko')],
            [
              { type_name: long, reasons: [{ ...KO, reason: long }] },
              says(4015, { detail: 'reasons[en] is missing' }),
            ],
            [
              { type_name: long, reasons: [{ ...KO, reason: long }, EN] },
              says(4016, { detail: 'type_name is 201 bytes, at most 200' }),
            ],
          ];
          for (const [change, answer] of steps) assertSays(await set(POLICY_TYPE, change), answer);
        });

        test('a repeated language is judged before the popup format', async () => {
          assertSays(
            await set(POLICY_TYPE, { reasons: [TITLED_KO, TITLED_KO] }),
            says(4000, { field: 'reasons', detail: 'more than one text in ko' }),
          );
        });
      });
    }

    test('a refused type takes no number', async () => {
      const fresh = await gate.createApp();
      const set = (fields: object) =>
        generation1.call(gate, fresh, PATH, { ...POLICY_TYPE, ...fields });
      const detail = 'reasons[en] is missing';
      assertSays(await set({ reasons: [KO] }), generation1.says(4015, { detail }));
      assertSays(await set({}), generation1.says(0, { data: { block_type: 1 } }));
    });
  },
  { kinds: EITHER },
);
