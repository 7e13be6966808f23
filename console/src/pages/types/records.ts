// Restriction types as the admin API has them, and the languages that their texts may have.
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';

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
] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** Every type has these. */
export const REQUIRED_CODES: readonly LanguageCode[] = ['ko', 'en'];

/** `O`: operations policy; `N`: temporary. */
export type TypeKind = 'O' | 'N';

export interface TypeText {
  readonly language: LanguageCode;
  /** Only with `N`. */
  readonly title?: string;
  readonly reason: string;
}

export interface TypeRecord {
  readonly block_type: number;
  readonly type_status: TypeKind;
  readonly type_name: string;
  readonly type_en_name: string;
  readonly reasons: readonly TypeText[];
}

/** Where the types of the app one is in are read and written. */
export const useTypesPath = (): string => `/apps/${useApp().appid}/types`;

export const useTypes = () => useGet<{ readonly items: readonly TypeRecord[] }>(useTypesPath());
