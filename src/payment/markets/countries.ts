// Countries in the codes of gateways (two letters) and of Apple's reports (three).
import { iso31661Alpha2ToAlpha3 } from 'iso-3166';

/** Kosovo has no ISO code; stores and gateways use these. */
const THREE_LETTERS: Readonly<Record<string, string>> = { ...iso31661Alpha2ToAlpha3, XK: 'XKX' };

/** Two letters; null for what is no country. */
export function countryOf(told: unknown): string | null {
  const code = typeof told === 'string' ? told.toUpperCase() : '';
  return Object.hasOwn(THREE_LETTERS, code) ? code : null;
}

export const threeLettersOf = (country: string): string | undefined => THREE_LETTERS[country];
