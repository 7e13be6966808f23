// How long a subscription of the App Store can be extended, and whether it was. Only Apple refunds.
import type { ActionTraits, Intent, SaleState } from '../action.ts';
import type { SubscriptionState } from '../subscription.ts';

const LONGEST_EXTENSION = { mostDays: 90, perYear: 2 };

export const appleActions = {
  extend: LONGEST_EXTENSION,
  elsewhere: {
    en: 'Only Apple refunds purchases and cancels subscriptions of the App Store. The player asks for a refund at reportaproblem.apple.com, and cancels in the settings of the Apple account. Tollgate answers the questions that Apple asks about the refund.',
    ko: 'App Store 구매의 환불과 구독 취소는 Apple만 할 수 있습니다. 플레이어는 reportaproblem.apple.com에서 환불을 요청하고, Apple 계정 설정에서 구독을 취소합니다. 환불에 대한 Apple의 질문에는 Tollgate가 답합니다.',
  },
} as const satisfies ActionTraits;

const DAY_MS = 24 * 60 * 60_000;
/** `expiresDate` of the cycle now. */
export function outcomeOf(
  expiresDate: unknown,
  { action, before }: Pick<Intent, 'action' | 'before'>,
): 'done' | 'not done' {
  const until = before.subscription?.endsAt;
  if (action.kind !== 'extend' || typeof until !== 'number') return 'not done';
  return Number(expiresDate) >= until + action.days * DAY_MS ? 'done' : 'not done';
}

/** Apple says nothing about the money. */
export const UNTOLD = { refunded: null, refundable: null, lines: [] } as const;

export function saleStateOf({ cycle, lifecycle }: SubscriptionState): SaleState {
  const isActive = lifecycle?.status === 'active' && cycle.ownership === undefined;
  const next = lifecycle?.autoRenewProductId ?? null;
  return {
    ...UNTOLD,
    currency: cycle.currency,
    paid: cycle.price,
    subscription: { renews: next !== null, endsAt: cycle.expiresAt },
    can: isActive ? { extend: LONGEST_EXTENSION } : {},
    version: cycle.storeTransactionId,
  };
}
