// A type as it is being written: a text for every language, empty where there is none yet.
import { useForm } from '@mantine/form';
import { byteLength } from '../../components/bytes-input.tsx';
import {
  LANGUAGE_CODES,
  type LanguageCode,
  REQUIRED_CODES,
  type TypeKind,
  type TypeRecord,
} from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

export const NAME_BYTES = 200;
export const TITLE_BYTES = 200;
export const REASON_BYTES: Readonly<Record<TypeKind, number>> = { O: 200, N: 400 };

export interface DraftText {
  readonly title: string;
  readonly reason: string;
}

export interface Draft {
  readonly type_status: TypeKind;
  readonly type_name: string;
  readonly type_en_name: string;
  readonly texts: Readonly<Record<LanguageCode, DraftText>>;
}

function draftOf(type: TypeRecord | undefined): Draft {
  const textOf = (code: LanguageCode): DraftText => {
    const found = type?.reasons.find(({ language }) => language === code);
    return { title: found?.title ?? '', reason: found?.reason ?? '' };
  };
  return {
    type_status: type?.type_status ?? 'O',
    type_name: type?.type_name ?? '',
    type_en_name: type?.type_en_name ?? '',
    texts: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, textOf(code)])) as Draft['texts'],
  };
}

/** A title counts only where the kind has one. */
export const isEmpty = (kind: TypeKind, { title, reason }: DraftText): boolean =>
  reason === '' && (kind === 'O' || title === '');

/** What is sent: the languages that have a text. */
export function bodyOf({ texts, ...draft }: Draft): Omit<TypeRecord, 'block_type'> {
  const kind = draft.type_status;
  return {
    ...draft,
    reasons: LANGUAGE_CODES.filter((code) => !isEmpty(kind, texts[code])).map((language) => {
      const { title, reason } = texts[language];
      return kind === 'N' ? { language, title, reason } : { language, reason };
    }),
  };
}

/** What the player of a language sees, and whether it is the English text for want of their own. */
export function seenIn(
  { type_status, texts }: Draft,
  code: LanguageCode,
): DraftText & { readonly isFallback: boolean } {
  const isFallback =
    !REQUIRED_CODES.includes(code) &&
    isEmpty(type_status, texts[code]) &&
    !isEmpty(type_status, texts.en);
  return { ...texts[isFallback ? 'en' : code], isFallback };
}

export function useDraft(type: TypeRecord | undefined) {
  const say = useMessages();
  const problem = (text: string, most: number, isNeeded: boolean, missing: string) => {
    if (text === '' && isNeeded) return missing;
    return byteLength(text) > most ? say.stateWrong : null;
  };
  return useForm<Draft>({
    initialValues: draftOf(type),
    validate: (draft) => {
      const kind = draft.type_status;
      const named = (text: string) => problem(text, NAME_BYTES, true, say.needed);
      const entries: [string, string | null][] = [
        ['type_name', named(draft.type_name)],
        ['type_en_name', named(draft.type_en_name)],
      ];
      for (const code of LANGUAGE_CODES) {
        const text = draft.texts[code];
        const isRequired = REQUIRED_CODES.includes(code);
        const isNeeded = isRequired || !isEmpty(kind, text);
        const missing = isRequired ? say.needed : say.neededBoth;
        const { title, reason } = text;
        entries.push([
          `texts.${code}.reason`,
          problem(reason, REASON_BYTES[kind], isNeeded, missing),
        ]);
        if (kind === 'N') {
          entries.push([`texts.${code}.title`, problem(title, TITLE_BYTES, isNeeded, missing)]);
        }
      }
      return Object.fromEntries(entries.filter(([, found]) => found !== null));
    },
  });
}

export type DraftForm = ReturnType<typeof useDraft>;
