// The page on which players appeal: forms without a script, in the languages of restriction types.
import { hash } from 'node:crypto';
import type { AppealTable } from '../../storage/schema.ts';
import { LANGUAGES, type Language } from '../rules.ts';
import { APPEAL_CHARACTERS } from '../schema.ts';
import { LANGUAGE_NAMES, PAGE_TEXTS, type PageTexts } from './page-texts.ts';

export const APPEAL_PATH = '/appeal';

/** What the player reads about the restriction. */
export interface ShownRestriction {
  readonly scope: string;
  readonly title: string | null;
  readonly reason: string;
  /** Null: permanent. */
  readonly period: string | null;
}

export type PageState =
  | { readonly kind: 'code'; readonly code: string; readonly problem?: keyof PageTexts }
  | {
      readonly kind: 'found';
      readonly code: string;
      /** Undefined once it has ended. */
      readonly restriction: ShownRestriction | undefined;
      readonly appeal: Pick<AppealTable, 'state' | 'text' | 'answer'> | undefined;
      /** The form for an appeal, with what the player has written. */
      readonly form: { readonly text: string; readonly problem?: keyof PageTexts } | undefined;
      /** A day, such as 2026-12-15. */
      readonly againOn: string | undefined;
    };

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText }
main { max-width: 34rem; margin: 4vh auto 0; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.125rem; margin: 1.5rem 0 .25rem }
label { display: block; font-weight: 600; margin-top: 1rem }
input, textarea, select { width: 100%; font: inherit; padding: .625rem; border: 1px solid #767676; border-radius: .5rem }
textarea { min-height: 12rem }
button { font: inherit; font-weight: 600; padding: .75rem 1.25rem; margin-top: 1rem; border: 0; border-radius: .5rem; background: #1a56db; color: #fff }
:focus-visible { outline: 3px solid light-dark(#1a56db, #9db7f5); outline-offset: 2px }
dt { font-weight: 600; margin-top: .5rem }
dd { margin: 0 }
.text { white-space: pre-wrap; margin: 0 }
.hint { margin: .25rem 0 }
[role=alert] { padding: .75rem; border: 1px solid currentColor; border-radius: .5rem; color: light-dark(#b3261e, #f2b8b5) }
[role=status] { padding: .75rem; border: 1px solid currentColor; border-radius: .5rem }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid #8888 }
footer button { background: none; color: inherit; border: 1px solid currentColor; padding: .5rem 1rem }
`;

/** No script, nothing from elsewhere, and in nobody's frame. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

export function appealPage(state: PageState, language: Language): string {
  const texts = PAGE_TEXTS[language];
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${htmlLanguage(language)}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(texts.title)}</title><style>${STYLE}</style></head>
<body><main>
<h1>${escapeHtml(texts.title)}</h1>
${state.kind === 'code' ? codeForm(state, texts, language) : found(state, texts, language)}
${languageForm(texts, language)}
</main></body></html>`;
}

const htmlLanguage = (language: Language): string =>
  language === 'zh-hans' ? 'zh-Hans' : language === 'zh-hant' ? 'zh-Hant' : language;

const codeForm = (
  { code, problem }: PageState & { kind: 'code' },
  texts: PageTexts,
  language: Language,
): string => `${alertOf(problem, texts)}
<form method="post" action="${APPEAL_PATH}">
<p id="intro">${escapeHtml(texts.intro)}</p>
<label for="code">${escapeHtml(texts.code)}</label>
<input id="code" name="code" value="${escapeHtml(code)}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false" dir="ltr" aria-describedby="intro${problem ? ' problem' : ''}"${problem ? ' aria-invalid="true"' : ''}>
${hidden('lang', language)}
<button>${escapeHtml(texts.next)}</button>
</form>`;

function found(
  { code, restriction, appeal, form, againOn }: PageState & { kind: 'found' },
  texts: PageTexts,
  language: Language,
): string {
  const parts = [
    appeal && `<p role="status">${escapeHtml(texts[appeal.state])}</p>`,
    !appeal && !form && `<p role="status">${escapeHtml(texts.notAllowed)}</p>`,
    appeal?.answer && section(texts.answer, appeal.answer),
    appeal && section(texts.yourText, appeal.text),
    restriction && details(restriction, texts),
    againOn && `<p>${escapeHtml(texts.again)} <bdi>${escapeHtml(againOn)}</bdi></p>`,
    form && textForm(code, form, texts, language),
  ];
  return parts.filter((part) => typeof part === 'string').join('\n');
}

const section = (title: string, text: string): string =>
  `<h2>${escapeHtml(title)}</h2><p class="text" dir="auto">${escapeHtml(text)}</p>`;

function details({ scope, title, reason, period }: ShownRestriction, texts: PageTexts): string {
  const rows = [
    [texts.scope, scope],
    [texts.reason, title === null ? reason : `${title}: ${reason}`],
    [texts.period, period ?? texts.permanent],
  ] as const;
  const list = rows.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
  );
  return `<dl>${list.join('')}</dl>`;
}

const textForm = (
  code: string,
  { text, problem }: { readonly text: string; readonly problem?: keyof PageTexts },
  texts: PageTexts,
  language: Language,
): string => `${alertOf(problem, texts)}
<form method="post" action="${APPEAL_PATH}">
${hidden('code', code)}${hidden('lang', language)}${hidden('send', '1')}
<label for="text">${escapeHtml(texts.text)}</label>
<p class="hint" id="hint">${escapeHtml(texts.hint)}</p>
<textarea id="text" name="text" required maxlength="${APPEAL_CHARACTERS}" dir="auto" aria-describedby="hint${problem ? ' problem' : ''}"${problem ? ' aria-invalid="true"' : ''}>
${escapeHtml(text)}</textarea>
<button>${escapeHtml(texts.send)}</button>
</form>`;

function languageForm(texts: PageTexts, current: Language): string {
  const options = LANGUAGES.map(
    (language) =>
      `<option value="${language}" lang="${htmlLanguage(language)}"${language === current ? ' selected' : ''}>${escapeHtml(LANGUAGE_NAMES[language])}</option>`,
  );
  return `<footer><form method="get" action="${APPEAL_PATH}">
<label for="lang">${escapeHtml(texts.language)}</label>
<select id="lang" name="lang">${options.join('')}</select>
<button>${escapeHtml(texts.change)}</button>
</form></footer>`;
}

const alertOf = (problem: keyof PageTexts | undefined, texts: PageTexts): string =>
  problem ? `<p role="alert" id="problem">${escapeHtml(texts[problem])}</p>` : '';

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
