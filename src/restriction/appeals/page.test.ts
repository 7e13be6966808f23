// The page for appeals: whole in every language, safe with any text, and without a script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../rules.ts';
import { appealPage, CONTENT_SECURITY_POLICY } from './page.ts';
import { LANGUAGE_NAMES, PAGE_TEXTS, pageLanguage } from './page-texts.ts';

const FOUND = {
  kind: 'found',
  code: '1001-A-1-0123456789ABCDE',
  restriction: { scope: 'Chat', title: null, reason: 'Insults', period: null },
  appeal: undefined,
  form: { text: '' },
  againOn: undefined,
} as const;

test('every language has every text, and no two texts of a language are the same', () => {
  for (const language of LANGUAGES) {
    const texts = PAGE_TEXTS[language];
    assert.deepEqual(Object.keys(texts), Object.keys(PAGE_TEXTS.en), language);
    for (const text of Object.values(texts)) assert.ok(text.trim() !== '', language);
    assert.equal(new Set(Object.values(texts)).size, Object.keys(texts).length, language);
    assert.ok(LANGUAGE_NAMES[language]);
  }
});

test('the page says its language and direction, and labels every field', () => {
  for (const language of LANGUAGES) {
    const html = appealPage(FOUND, language);
    assert.match(html, new RegExp(`<html lang="${language}" dir="`, 'i'));
    assert.equal(html.includes('dir="rtl"'), language === 'ar');
    const fields = [...html.matchAll(/<(?:input|textarea|select) id="(\w+)"/g)];
    assert.deepEqual(
      fields.map(([, id]) => id),
      ['text', 'lang'],
    );
    for (const [, id] of fields) assert.ok(html.includes(`<label for="${id}">`), id);
  }
});

test('texts of players and operators are text, not HTML', () => {
  const nasty = `</textarea><script>alert("1")</script>'&`;
  const appeal = { state: 'upheld', text: nasty, answer: nasty } as const;
  const restriction = { scope: nasty, title: nasty, reason: nasty, period: nasty };
  const states = [
    { kind: 'code', code: nasty } as const,
    { ...FOUND, code: nasty, restriction, appeal, form: { text: nasty } },
  ];
  for (const state of states) {
    const html = appealPage(state, 'en');
    assert.ok(!html.includes('<script'));
    assert.equal(html.match(/<\/textarea>/g)?.length ?? 0, state.kind === 'code' ? 0 : 1);
    assert.ok(!/value="[^"]*alert\("/.test(html));
  }
  assert.ok(!CONTENT_SECURITY_POLICY.includes('script-src'));
  assert.ok(CONTENT_SECURITY_POLICY.startsWith("default-src 'none'"));
});

test('the language of the browser, where the page has it', () => {
  const cases = {
    '': 'en',
    'ko-KR,ko;q=0.9,en;q=0.8': 'ko',
    'xx, de;q=0.5, fr;q=0.7': 'fr',
    'zh-TW': 'zh-hant',
    'zh-Hant-HK': 'zh-hant',
    'zh-CN': 'zh-hans',
    'fil-PH': 'tl',
    'en;q=0, ja': 'ja',
    'pt-BR': 'pt',
  };
  for (const [header, language] of Object.entries(cases)) {
    assert.equal(pageLanguage(header), language, header);
  }
  assert.equal(pageLanguage(undefined), 'en');
});
