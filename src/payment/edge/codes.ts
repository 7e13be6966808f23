// Countries and languages describe the caller and must not cost a paid receipt: any usual form is read, one form is stored, and what means nothing is left out.
import iso6391 from 'iso-639-1';
import { iso31661, iso31661Alpha3ToAlpha2, iso31661Reserved } from 'iso-3166';

/** Kosovo has no ISO code; the App Store and Google Play use this one. */
const KOSOVO = 'XK';
const COUNTRIES: ReadonlySet<string> = new Set([
  ...[...iso31661, ...iso31661Reserved].map((country) => country.alpha2),
  KOSOVO,
]);
const LETTERS = /^[A-Za-z]{2,3}$/;

/** Two upper-case letters; undefined for what is not a country. */
export function countryCode(text: string): string | undefined {
  if (!LETTERS.test(text)) return undefined;
  const code = text.toUpperCase();
  if (code.length === 2) return COUNTRIES.has(code) ? code : undefined;
  return code === 'XKX' ? KOSOVO : iso31661Alpha3ToAlpha2[code];
}

/** The language of a tag or of a POSIX locale: `en` of `en-US`, `en_US.UTF-8` and `EN`. */
const LANGUAGE = /^([A-Za-z]{2,3})(?:[-_.@]|$)/;

/** Lower-case letters, two where ISO 639-1 has them: `IW` is `he`, `kor` is `ko`, `fil` stays. */
export function languageCode(text: string): string | undefined {
  const code = LANGUAGE.exec(text)?.[1]?.toLowerCase();
  if (code === undefined) return undefined;
  if (iso6391.validate(code)) return code;
  // Knows the codes that ISO replaced, and the two-letter forms of three letters.
  const [current = ''] = Intl.getCanonicalLocales(code)[0]?.split('-') ?? [];
  return current.length === 3 || iso6391.validate(current) ? current : undefined;
}
