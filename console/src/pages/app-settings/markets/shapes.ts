// The settings of all markets. The compiler insists on all codes of the admin API.
import { useLanguage } from '../../../i18n/language.tsx';
import type { Market } from '../../../sales/records.ts';
import { amazon } from './amazon.ts';
import { apple } from './apple.ts';
import { custom } from './custom.ts';
import { google } from './google.ts';
import { onestore } from './onestore.ts';
import { pg } from './pg.ts';
import { samsung } from './samsung.ts';
import type { Shape } from './shape.ts';
import { steam } from './steam.ts';

export const SHAPES: Readonly<Record<Market, Shape>> = {
  APPLE: apple,
  GOOGLE: google,
  STEAM: steam,
  PG: pg,
  ONESTORE: onestore,
  AMAZON: amazon,
  SAMSUNG: samsung,
  CUSTOM: custom,
};

export function useTitle(): (market: Market) => string {
  const { language } = useLanguage();
  return (market) => SHAPES[market].title[language];
}

/** The names of a market's settings, secrets and choices. */
export function useWords(market: Market): (name: string) => string {
  const { language } = useLanguage();
  return (name) => SHAPES[market].words[language][name] ?? name;
}
