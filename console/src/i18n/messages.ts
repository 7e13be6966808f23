// Messages of a page in both languages; the compiler insists that each has all of them.
import { type Language, useLanguage } from './language.tsx';
import { WORDS } from './words.ts';

type Message = string | ((...about: never[]) => string);
type Same<T> = {
  readonly [Name in keyof T]: T[Name] extends (...about: infer About) => string
    ? (...about: About) => string
    : string;
};

interface Both<T> {
  readonly en: T & Same<T>;
  readonly ko: NoInfer<Same<T>>;
}

/** The hook that gives a component its messages in the reader's language, and the words of all pages. */
export function defineMessages<T extends Readonly<Record<string, Message>>>({
  en,
  ko,
}: Both<T>): () => Same<T> & Omit<(typeof WORDS)['en'], keyof T> {
  const messages = { en: { ...WORDS.en, ...en }, ko: { ...WORDS.ko, ...ko } };
  return () => messages[useLanguage().language];
}

/** The hook that gives a component the names of codes: nothing has a name that is not here. */
export function defineNames<T extends Readonly<Record<string, string>>>(
  names: Both<T>,
): () => Same<T> {
  return () => names[useLanguage().language];
}

/** One text in both languages. */
export type Label = Readonly<Record<Language, string>>;
