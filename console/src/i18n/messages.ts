// Messages of a page in both languages; the compiler insists that each has all of them.
import { type Language, useLanguage } from './language.tsx';

type Message = string | ((...about: never[]) => string);
type Same<T> = {
  readonly [Name in keyof T]: T[Name] extends (...about: infer About) => string
    ? (...about: About) => string
    : string;
};

/** The hook that gives a component the messages in the reader's language. */
export function defineMessages<T extends Readonly<Record<string, Message>>>(messages: {
  readonly en: T & Same<T>;
  readonly ko: NoInfer<Same<T>>;
}): () => Same<T> {
  return () => messages[useLanguage().language];
}

/** One text in both languages. */
export type Label = Readonly<Record<Language, string>>;
