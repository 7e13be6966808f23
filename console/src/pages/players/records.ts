// Restrictions of players as the admin API has them.
import type { Id } from '../../api.ts';

/** `P`: permanent; `B`: for a period. */
export type RestrictionStatus = 'P' | 'B';

/** Dates are `YYYY-MM-DD HH:mm:ss` on the clock of the app. */
export interface Terms {
  readonly status: RestrictionStatus;
  readonly block_type: number;
  readonly start_date: string;
  readonly end_date: string;
}

export interface RestrictionRecord extends Terms {
  readonly player_id: Id;
  /** False before the start of the period. */
  readonly in_effect: boolean;
  readonly changed_at: string;
}

export interface PlayerRecord {
  readonly player_id: Id;
  readonly restriction: RestrictionRecord | null;
}

export interface HistoryEntry {
  readonly seq: number;
  readonly at: string;
  readonly action: 'registered' | 'changed' | 'released' | 'expired';
  readonly actor: { readonly kind: string; readonly name: string };
  readonly comment: string | null;
  readonly before: Terms | null;
  readonly after: Terms | null;
}

const GREATEST = 9_223_372_036_854_775_807n;

/** Ids are compared as text: a number of JavaScript would round the long ones. */
export function isPlayerId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= GREATEST;
}
