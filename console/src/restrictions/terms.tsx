// What a restriction says, in one line: how long, why, from when to when.
import { displayNames } from '../i18n/formatters.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useMessages, useStatusNames } from './messages.ts';
import type { Terms } from './records.ts';
import { type LanguageCode, type TypeRecord, useTypes } from './types.ts';

/** Of a row that somebody wrote, `status` may be anything. */
type Period = Pick<Terms, 'start_date' | 'end_date'> & { readonly status: string };

export function usePeriodText(): (terms: Period) => string {
  const say = useMessages();
  return ({ status, start_date, end_date }) =>
    status === 'P' ? say.since(start_date) : `${start_date} – ${end_date}`;
}

export function useTermsText(): (terms: Terms) => string {
  const statuses = useStatusNames();
  const typeNameOf = useTypeNameOf();
  const periodOf = usePeriodText();
  return (terms) =>
    [statuses[terms.status], typeNameOf(terms.block_type), periodOf(terms)].join(' · ');
}

/** A type has a Korean and an English name, which are the languages of the console too. */
export function useTypeName(): (type: TypeRecord) => string {
  const { language } = useLanguage();
  return ({ type_name, type_en_name }) => (language === 'ko' ? type_name : type_en_name);
}

/** By number; also of one that was deleted, or is not read yet. */
export function useTypeNameOf(): (blockType: number) => string {
  const say = useMessages();
  const nameOf = useTypeName();
  const types = useTypes().data?.items ?? [];
  return (blockType) => {
    const found = types.find((type) => type.block_type === blockType);
    return found ? nameOf(found) : say.typeNumber(blockType);
  };
}

export function useLanguageName(): (code: LanguageCode) => string {
  const names = displayNames(useLanguage().language, { type: 'language' });
  return (code) => names.of(code) ?? code;
}
