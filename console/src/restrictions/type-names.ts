// Names of types and of languages as the reader calls them.
import { useLanguage } from '../i18n/language.tsx';
import { useMessages } from './messages.ts';
import { type LanguageCode, type TypeRecord, useTypes } from './types.ts';

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
  const names = new Intl.DisplayNames(useLanguage().language, { type: 'language' });
  return (code) => names.of(code) ?? code;
}
