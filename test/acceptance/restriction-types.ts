// Restriction types: type/set, type/get and type/delete, in both generations (2.2, 3.2, 4.1, 4.5, 4.6).
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { GENERATIONS } from './client.ts';
import { assertResult, LANGUAGES } from './contract.ts';
import {
  made,
  newPlayer,
  POLICY_TYPE,
  registerType,
  removeAll,
  restrict,
  TEMPORARY_TYPE,
} from './players.ts';

interface ListedType {
  readonly block_type: number;
  readonly type_status: string;
  readonly type_name: string;
  readonly type_en_name: string;
  readonly title?: string;
  readonly reason: string;
}
interface TypeLists {
  readonly block_type_list: readonly ListedType[];
  readonly temp_type_list: readonly ListedType[];
}
type Reason = { readonly language: string; readonly title?: string; readonly reason: string };

const [KOREAN, ENGLISH] = POLICY_TYPE.reasons;
const [TITLED_KOREAN, TITLED_ENGLISH] = TEMPORARY_TYPE.reasons;
/** Three UTF-8 bytes. */
const HANGUL = '가';

after(removeAll);

for (const generation of GENERATIONS) {
  const set = (fields: object) =>
    generation.call<{ block_type: number }>('type/set', { ...fields });
  const lists = async (language?: string) => {
    const answer = await generation.call<TypeLists>('type/get', { language });
    assertResult(answer, 0, generation);
    return answer.body.data;
  };
  const refused = async (code: number, fields: object) =>
    assertResult(await set(fields), code, generation);

  describe(`generation ${generation.number}: type/set`, () => {
    test('answers the number of the type; each number is higher than the one before', async () => {
      const numbers: number[] = [];
      for (const type of [POLICY_TYPE, TEMPORARY_TYPE]) {
        const answer = await set(type);
        assertResult(answer, 0, generation);
        numbers.push(made(answer.body.data.block_type));
      }
      assert.ok(Number.isInteger(numbers[0]) && Number(numbers[1]) > Number(numbers[0]));
    });

    test('takes all 17 languages, and gives each of them back', async () => {
      const reasons = LANGUAGES.map((language) => ({
        language,
        title: `title ${language}`,
        reason: `reason ${language}`,
      }));
      const answer = await set({ ...TEMPORARY_TYPE, reasons });
      assertResult(answer, 0, generation);
      const number = made(answer.body.data.block_type);
      for (const { language, title, reason } of reasons) {
        const { temp_type_list } = await lists(language);
        const listed = temp_type_list.find(({ block_type }) => block_type === number);
        assert.deepEqual(listed, {
          block_type: number,
          type_status: 'N',
          type_name: TEMPORARY_TYPE.type_name,
          type_en_name: TEMPORARY_TYPE.type_en_name,
          title,
          reason,
        });
      }
    });

    test('4000: a field missing, empty or of a wrong kind', async () => {
      for (const name of ['type_status', 'type_name', 'type_en_name', 'reasons']) {
        for (const value of [undefined, null, '', 5]) {
          await refused(4000, { ...POLICY_TYPE, [name]: value });
        }
      }
    });

    test('4000: type_status other than O and N', async () => {
      await refused(4000, { ...POLICY_TYPE, type_status: 'o' });
    });

    test('4000: a language unknown or given twice, a reason missing or empty', async () => {
      const wrong: readonly object[][] = [
        [KOREAN, ENGLISH, { language: 'sv', reason: 'Otillåtet program' }],
        [KOREAN, ENGLISH, ENGLISH],
        [KOREAN, { language: 'en' }],
        [KOREAN, { language: 'en', reason: '' }],
        ['ko', 'en'].map((language) => ({ language, reason: 7 })),
      ];
      for (const reasons of wrong) await refused(4000, { ...POLICY_TYPE, reasons });
    });

    test('4014: a title with O, or a title missing with N', async () => {
      const titled = { ...ENGLISH, title: 'Access restricted' };
      await refused(4014, { ...POLICY_TYPE, reasons: [KOREAN, titled] });
      await refused(4014, { ...TEMPORARY_TYPE, reasons: [TITLED_KOREAN, ENGLISH] });
    });

    test('4015: Korean or English missing', async () => {
      await refused(4015, { ...POLICY_TYPE, reasons: [KOREAN] });
      await refused(4015, { ...POLICY_TYPE, reasons: [ENGLISH] });
      await refused(4015, { ...POLICY_TYPE, reasons: [] });
    });

    test('4016: one byte too long; UTF-8 bytes count', async () => {
      const limits: readonly [number, (text: string) => object][] = [
        [200, (text) => ({ ...POLICY_TYPE, type_name: text })],
        [200, (text) => ({ ...POLICY_TYPE, type_en_name: text })],
        [200, (reason) => ({ ...POLICY_TYPE, reasons: [KOREAN, { ...ENGLISH, reason }] })],
        [400, (reason) => temporary({ ...TITLED_ENGLISH, reason })],
        [200, (title) => temporary({ ...TITLED_ENGLISH, title })],
      ];
      for (const [bytes, fields] of limits) {
        const hanguls = HANGUL.repeat(Math.floor(bytes / 3));
        const longest = hanguls + 'a'.repeat(bytes % 3);
        const answer = await set(fields(longest));
        assertResult(answer, 0, generation);
        made(answer.body.data.block_type);
        await refused(4016, fields(`${longest}a`));
      }
    });

    test('several faults: the format before the languages before the length', async () => {
      const reason = 'a'.repeat(201);
      await refused(4014, { ...POLICY_TYPE, reasons: [{ ...KOREAN, title: 'x', reason }] });
      await refused(4015, { ...POLICY_TYPE, reasons: [{ ...KOREAN, reason }] });
    });
  });

  describe(`generation ${generation.number}: type/get`, () => {
    test('lists O types with a reason and N types with title and reason', async () => {
      const policy = await registerType();
      const temporary = await registerType(TEMPORARY_TYPE);
      const korean = await lists('ko');
      const find = (all: readonly ListedType[], number: number) =>
        all.find(({ block_type }) => block_type === number);
      const { reasons: _p, ...policyNames } = POLICY_TYPE;
      const { reasons: _t, ...temporaryNames } = TEMPORARY_TYPE;
      assert.deepEqual(find(korean.block_type_list, policy), {
        block_type: policy,
        ...policyNames,
        reason: KOREAN.reason,
      });
      assert.deepEqual(find(korean.temp_type_list, temporary), {
        block_type: temporary,
        ...temporaryNames,
        title: TITLED_KOREAN.title,
        reason: TITLED_KOREAN.reason,
      });
      assert.equal(find(korean.temp_type_list, policy), undefined);
    });

    test('English without a language, and where the language is not registered', async () => {
      const number = await registerType(TEMPORARY_TYPE);
      for (const language of [undefined, 'en', 'th']) {
        const { temp_type_list } = await lists(language);
        const listed = temp_type_list.find(({ block_type }) => block_type === number);
        assert.equal(listed?.title, TITLED_ENGLISH.title);
        assert.equal(listed?.reason, TITLED_ENGLISH.reason);
        assert.equal(listed?.type_name, TEMPORARY_TYPE.type_name);
      }
    });

    test('4000: a language that is none of the 17', async () => {
      for (const language of ['sv', 'KO', 7]) {
        assertResult(await generation.call('type/get', { language }), 4000, generation);
      }
    });
  });

  describe(`generation ${generation.number}: type/delete`, () => {
    const remove = (block_type: unknown) => generation.call('type/delete', { block_type });

    test('a type is gone after its deletion: 4011', async () => {
      const number = await registerType();
      assertResult(await remove(number), 0, generation);
      assertResult(await remove(number), 4011, generation);
      const { block_type_list } = await lists();
      assert.ok(!block_type_list.some(({ block_type }) => block_type === number));
      assert.ok((await registerType()) > number, 'and its number is not used again');
    });

    test('4012 while a restriction uses it', async () => {
      const number = await registerType();
      const playerId = newPlayer();
      await restrict(playerId, number);
      assertResult(await remove(number), 4012, generation);
      unwrap(await tollgate.restrictions.delete({ playerId }));
      assertResult(await remove(number), 0, generation);
    });

    test('4000: a block_type missing or no integer', async () => {
      for (const value of [undefined, null, '1', 1.5]) {
        assertResult(await remove(value), 4000, generation);
      }
    });
  });
}

function temporary(english: Reason): object {
  return { ...TEMPORARY_TYPE, reasons: [TITLED_KOREAN, english] };
}
