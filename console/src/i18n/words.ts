// Words of a page in both languages; the compiler insists that each has all of them.
import { type Language, useLanguage } from './language.tsx';

type Word = string | ((...about: never[]) => string);
type Same<T> = {
  readonly [Name in keyof T]: T[Name] extends (...about: infer About) => string
    ? (...about: About) => string
    : string;
};

export type Words<W> = Readonly<Record<Language, W>>;

export function defineWords<T extends Readonly<Record<string, Word>>>(words: {
  readonly en: T & Same<T>;
  readonly ko: NoInfer<Same<T>>;
}): Words<Same<T>> {
  return words;
}

export function useWords<W>(words: Words<W>): W {
  return words[useLanguage().language];
}

/** One text in both languages. */
export type Label = Words<string>;
