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
      assert.equal(typeProblem(definition), expected);
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
  const rows: readonly ['P' | 'B', number, number, number, string | undefined][] = [
    ['B', 10, 20, 5, undefined],
    ['B', 10, 20, 20, undefined],
    ['B', 10, 20, 21, 'end_date'],
    ['B', 10, 10, 10, undefined],
    ['B', 11, 10, 5, 'start_date'],
    ['B', 11, 10, 50, 'start_date'],
    ['P', 11, 10, 50, undefined],
    ['P', 10, 20, 50, undefined],
  ];
  for (const [status, start, end, now, expected] of rows) {
    test(`${status} from ${start} to ${end} at ${now}: ${expected ?? 'fine'}`, () => {
      assert.equal(periodProblem(status, start, end, now), expected);
    });
  }

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
  const B = restriction('B', 10, 20);
  const P = restriction('P', 10, null);
  const moments: readonly [Restriction, number, boolean, boolean][] = [
    [B, 9, false, false],
    [B, 10, true, false],
    [B, 20, true, false],
    [B, 21, false, true],
    [P, 9, true, false],
    [P, 10_000, true, false],
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
