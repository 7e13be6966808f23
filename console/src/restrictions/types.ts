// Restriction types as the admin API has them, and the languages that their texts may have.
import { type Endpoint, endpoint, type Schema } from '../endpoint.ts';
import { useApp } from '../place.tsx';
import { useGet } from '../queries.ts';

export type TypeRecord = Schema<'RestrictionType'>;
/** `O`: operations policy; `N`: temporary. */
export type TypeKind = TypeRecord['type_status'];
export type LanguageCode = Schema<'Language'>;

export const LANGUAGE_CODES = [
  'ko',
  'en',
  'ja',
  'zh-hans',
  'zh-hant',
  'de',
  'fr',
  'ru',
  'es',
  'pt',
  'id',
  'th',
  'vi',
  'it',
  'tr',
  'ar',
  'tl',
] as const satisfies readonly LanguageCode[];

/** Every type has these. */
export const REQUIRED_CODES: readonly LanguageCode[] = ['ko', 'en'];

/** An empty field cannot tell by its text. */
export const isRightToLeft = (code: LanguageCode): boolean => code === 'ar';

/** Where the types of the app one is in are read and written. */
export const useTypesEndpoint = (): Endpoint<'/apps/{appid}/types'> =>
  endpoint('/apps/{appid}/types', { appid: useApp().appid });

export const useTypes = () => useGet(useTypesEndpoint());
