// The language of the user interface: chosen once, remembered in the browser, set on the document.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

export const LANGUAGES = { en: 'English', ko: '한국어' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT_AS = 'tollgate.language';

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === 'en' || kept === 'ko') return kept;
  return navigator.language.startsWith('ko') ? 'ko' : 'en';
}

interface Choice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<Choice | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (chosen: Language) => {
    localStorage.setItem(KEPT_AS, chosen);
    setLanguage(chosen);
  };
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): Choice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('There is no language here.');
  return choice;
}
