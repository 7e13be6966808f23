// The rules of restrictions as tables: types and their texts, periods, and table 3.1 itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asLanguage,
  decideSet,
  hasExpired,
  isInEffect,
  LANGUAGES,
  periodProblem,
  type Reason,
  type Restriction,
  readPeriod,
  repeatedLanguage,
  textsIn,
  typeProblem,
} from './rules.ts';

const ko: Reason = { language: 'ko', reason: '이유' };
const en: Reason = { language: 'en', reason: 'reason' };
const titled = (reason: Reason): Reason => ({ ...reason, title: 'title' });
const type = (type_status: 'O' | 'N', reasons: Reason[], names = {}) => ({
  type_status,
  type_name: '이름',
  type_en_name: 'name',
  reasons,
  ...names,
});

describe('types', () => {
  test('there are seventeen languages', () => {
    assert.equal(new Set(LANGUAGES).size, 17);
  });

  const problems: readonly [string, ReturnType<typeof type>, number | undefined][] = [
    ['O without titles', type('O', [ko, en]), undefined],
    ['N with titles', type('N', [titled(ko), titled(en)]), undefined],
    ['O with a title', type('O', [ko, titled(en)]), 4014],
    ['N without a title', type('N', [titled(ko), en]), 4014],
    ['no languages', type('O', []), 4015],
    ['no Korean', type('O', [en]), 4015],
    ['no English', type('N', [titled(ko)]), 4015],
    ['200 bytes of name', type('O', [ko, en], { type_name: 'x'.repeat(200) }), undefined],
    ['201 bytes of name', type('O', [ko, en], { type_name: 'x'.repeat(201) }), 4016],
    [
      '200 bytes of English name',
      type('O', [ko, en], { type_en_name: 'x'.repeat(200) }),
      undefined,
    ],
    ['201 bytes in 67 letters', type('O', [ko, en], { type_en_name: '한'.repeat(67) }), 4016],
    ['200 bytes of reason', type('O', [ko, { ...en, reason: 'é'.repeat(100) }]), undefined],
    ['202 bytes of reason', type('O', [ko, { ...en, reason: 'é'.repeat(101) }]), 4016],
    [
      '400 bytes with N',
      type('N', [titled(ko), { ...titled(en), reason: 'x'.repeat(400) }]),
      undefined,
    ],
    ['401 bytes with N', type('N', [titled(ko), { ...titled(en), reason: 'x'.repeat(401) }]), 4016],
    ['200 bytes of title', type('N', [titled(ko), { ...en, title: 'x'.repeat(200) }]), undefined],
    ['201 bytes of title', type('N', [titled(ko), { ...en, title: 'x'.repeat(201) }]), 4016],
    ['format before languages', type('O', [titled(en)]), 4014],
    ['languages before bytes', type('O', [{ ...en, reason: 'x'.repeat(500) }]), 4015],
  ];
  for (const [name, definition, expected] of problems) {
    test(`${name}: ${expected ?? 'fine'}`, () => {
      assert.equal(typeProblem(definition)?.code, expected);
    });
  }

  test('a repeated language is found', () => {
    assert.equal(repeatedLanguage([ko, en]), undefined);
    assert.equal(repeatedLanguage([ko, en, ko, en]), 'ko');
  });

  test('texts are in the wanted language, in English where it is missing', () => {
    assert.deepEqual(textsIn([ko, titled(en)], 'ko'), { reason: '이유' });
    assert.deepEqual(textsIn([ko, titled(en)], 'fr'), { title: 'title', reason: 'reason' });
    assert.throws(() => textsIn([ko], 'fr'), /^Error: a type without English texts$/);
  });

  test('a wish that is no language of ours is English', () => {
    assert.deepEqual(['ko', 'ZH-Hant', 'sv', '', undefined].map(asLanguage), [
      'ko',
      'zh-hant',
      'en',
      'en',
      'en',
    ]);
  });
});

describe('periods', () => {
  const [TEN, TWENTY] = ['2026-11-15 00:00:10', '2026-11-15 00:00:20'];
  const at = (second: string) => Date.parse(`2026-11-15T00:00:${second}Z`);
  const rows: readonly ['P' | 'B', string, string, string, string | undefined][] = [
    ['B', TEN, TWENTY, '05', undefined],
    ['B', TEN, TWENTY, '20', undefined],
    ['B', TEN, TWENTY, '20.999', undefined],
    ['B', TEN, TWENTY, '21', 'end_in_past'],
    ['B', TEN, TEN, '10', undefined],
    ['B', TWENTY, TEN, '05', 'start_after_end'],
    ['B', TWENTY, TEN, '50', 'start_after_end'],
    ['P', TWENTY, TEN, '50', undefined],
    ['P', TEN, TWENTY, '50', undefined],
  ];
  for (const [status, start, end, now, expected] of rows) {
    test(`${status} from ${start} to ${end} at ${now}: ${expected ?? 'fine'}`, () => {
      const period = readPeriod(status, start, end, 'UTC');
      assert.ok('startsAt' in period);
      assert.equal(periodProblem(period, at(now)), expected);
    });
  }

  test('a date that does not exist is named; the moments of a period are in order', () => {
    const read = (start: string, end: string) => readPeriod('B', start, end, 'America/New_York');
    const problem = 'not an existing date and time in the format YYYY-MM-DD HH:mm:ss';
    assert.deepEqual(read('2026-02-30 00:00:00', 'x'), { field: 'start_date', problem });
    assert.deepEqual(read(TEN, '2026-02-30 00:00:00'), { field: 'end_date', problem });
    const skipped = read('2030-03-10 02:30:00', '2030-03-10 03:10:00');
    assert.ok('startsAt' in skipped);
    const end = Date.parse('2030-03-10T07:10:00Z');
    assert.deepEqual([skipped.startsAt, skipped.endsAt], [end, end]);
    assert.deepEqual(readPeriod('P', TWENTY, TEN, 'UTC'), {
      status: 'P',
      startDate: TWENTY,
      endDate: TEN,
      startsAt: at('20'),
      endsAt: null,
    });
  });

  const restriction = (
    status: 'P' | 'B',
    startsAt: number,
    endsAt: number | null,
  ): Restriction => ({
    status,
    blockType: 1,
    startDate: '',
    endDate: '',
    startsAt,
    endsAt,
  });
  const B = restriction('B', 10_000, 20_000);
  const P = restriction('P', 10_000, null);
  const moments: readonly [Restriction, number, boolean, boolean][] = [
    [B, 9_999, false, false],
    [B, 10_000, true, false],
    [B, 20_000, true, false],
    [B, 20_999, true, false],
    [B, 21_000, false, true],
    [P, 9_999, true, false],
    [P, 10_000_000, true, false],
  ];
  for (const [each, now, inEffect, expired] of moments) {
    test(`${each.status} at ${now} is ${inEffect ? '' : 'not '}in effect, ${expired ? '' : 'not '}expired`, () => {
      assert.equal(isInEffect(each, now), inEffect);
      assert.equal(hasExpired(each, now), expired);
    });
  }

  test('table 3.1: none is registered, an existing one is changed, or skipped on demand', () => {
    assert.deepEqual(
      [undefined, B, P].map((current) => [decideSet(current, false), decideSet(current, true)]),
      [
        ['registered', 'registered'],
        ['changed', 'skipped'],
        ['changed', 'skipped'],
      ],
    );
  });
});
