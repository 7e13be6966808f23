// Restrictions of players as the admin API has them.
import type { Schema } from '../endpoint.ts';

/** Dates are `YYYY-MM-DD HH:mm:ss` on the clock of the app. */
export type Terms = Schema<'RestrictionTerms'>;
/** `P`: permanent; `B`: for a period. */
export type RestrictionStatus = Terms['status'];
export type RestrictionRecord = Schema<'Restriction'>;
export type HistoryEntry = Schema<'RestrictionHistoryEntry'>;

/** All that a player has now, of the login first. */
export const restrictionsOf = ({
  restriction,
  restrictions,
}: Schema<'Player'>): readonly RestrictionRecord[] =>
  restrictions ?? (restriction ? [restriction] : []);

const GREATEST = 9_223_372_036_854_775_807n;

/** Ids are compared as text: a number of JavaScript would round the long ones. */
export function isPlayerId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= GREATEST;
}
