// What a store answers to a report of a sale outside of it.
import type { Unavailable } from './market.ts';

/** `refused` in the words of the store: nothing was taken, and repeating it would not help. */
export type ReportAnswer = 'taken' | { readonly refused: string } | Unavailable;

const LONGEST_REFUSAL = 2_000;

export const refusal = (words: string): { readonly refused: string } => ({
  refused: words.slice(0, LONGEST_REFUSAL),
});
