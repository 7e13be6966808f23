// The life of an action: which state follows which. Pure.
import type { MarketActionTable } from '../../storage/schema.ts';
import type { Acted } from '../markets/action.ts';

export type ActionState = MarketActionTable['state'];

/** `sent`: the market was called, and nobody knows yet what became of it. `accepted`: it reports later how it ends. */
export const ACTION_STATES = [
  'waiting',
  'intended',
  'sent',
  'accepted',
  'done',
  'rejected',
  'declined',
  'withdrawn',
] as const satisfies readonly ActionState[];

export const UNDER_WAY = [
  'waiting',
  'intended',
  'sent',
  'accepted',
] as const satisfies readonly ActionState[];

/** Certainly not done by the market, neither now nor later. */
const UNTOUCHED: readonly ActionState[] = ['waiting', 'intended'];

export const isUntouched = (state: ActionState): boolean => UNTOUCHED.includes(state);

export const hasEnded = (state: ActionState): boolean =>
  !(UNDER_WAY as readonly ActionState[]).includes(state);

/** No call to a market takes longer, so after this time the market shows what became of one. */
export const QUIET_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What to do next about an action that no process works on. */
export type Step = 'act' | 'settle' | 'nothing' | { readonly waitMs: number };

export function nextStep(
  { state, sent_at: sentAt }: Pick<MarketActionTable, 'state' | 'sent_at'>,
  now: number,
): Step {
  if (state === 'intended') return 'act';
  if (state === 'accepted') return 'settle';
  if (state !== 'sent') return 'nothing';
  const waitMs = (sentAt ?? 0) + QUIET_MS - now;
  return waitMs > 0 ? { waitMs } : 'settle';
}

export interface Outcome {
  readonly state: ActionState;
  /** In the words of the market. */
  readonly answer: string | null;
}

/** What an answer makes of the action. What was accepted and is not done has failed at the market. */
export function afterAnswer(before: ActionState, answer: Acted | 'not done'): Outcome {
  if (answer === 'done') return { state: 'done', answer: null };
  if (answer === 'pending') return { state: 'accepted', answer: null };
  if (answer === 'not done') {
    return before === 'accepted'
      ? { state: 'rejected', answer: 'The market took it on, and has not done it in the end.' }
      : { state: 'intended', answer: null };
  }
  if ('refused' in answer) return { state: 'rejected', answer: answer.refused };
  return { state: before, answer: answer.unavailable };
}

/** How long to wait until the market is asked again how it ended. */
export const lookAgainMs = (sinceMs: number): number =>
  sinceMs < HOUR_MS ? 5 * MINUTE_MS : HOUR_MS;
