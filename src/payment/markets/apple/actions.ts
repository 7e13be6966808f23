// What the studio does at the App Store after the sale: it extends a subscription. Only Apple refunds.
import {
  type Acted,
  type ActionRefused,
  type Actions,
  type ActionTraits,
  type Intent,
  type SaleState,
  type Sold,
  unlessDone,
} from '../action.ts';
import type { Unavailable } from '../market.ts';
import type { SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import { appleCredentials } from './api.ts';
import { type AppleDeps, lookUp } from './lookup.ts';
import type { AppleApp, appleShapes } from './settings.ts';

const LONGEST_EXTENSION = { mostDays: 90, perYear: 2 };

export const appleActions = {
  extend: LONGEST_EXTENSION,
  elsewhere: {
    en: 'Only Apple refunds purchases and cancels subscriptions of the App Store. The player asks for a refund at reportaproblem.apple.com, and cancels in the settings of the Apple account. Tollgate answers the questions that Apple asks about the refund.',
    ko: 'App Store 구매의 환불과 구독 취소는 Apple만 할 수 있습니다. 플레이어는 reportaproblem.apple.com에서 환불을 요청하고, Apple 계정 설정에서 구독을 취소합니다. 환불에 대한 Apple의 질문에는 Tollgate가 답합니다.',
  },
} as const satisfies ActionTraits;

const DAY_MS = 24 * 60 * 60_000;
/** The customer is content again. */
const REASON = 1;

export function createAppleActions(
  deps: AppleDeps,
  { verifySubscription }: SubscriptionProvider<typeof appleShapes>,
): Actions<typeof appleShapes> {
  async function stateOf(
    app: AppleApp,
    sold: Sold,
  ): Promise<SubscriptionState | ActionRefused | Unavailable> {
    if (!appleCredentials(app)) return noKey;
    const state = await verifySubscription(app, sold.storeTransactionId ?? '');
    return 'rejected' in state ? { refused: state.detail } : state;
  }

  /** The end of the cycle that was extended; later ones say nothing. */
  async function settle(app: AppleApp, sold: Sold, intent: Intent): Promise<Acted | 'not done'> {
    const { before } = intent;
    const found = await lookUp(deps, app, before.version ?? '', [environmentOf(sold)]);
    if ('unavailable' in found) return found;
    if ('rejected' in found) return { refused: found.detail };
    return outcomeOf(found.payload.expiresDate, intent);
  }

  return {
    async read(app, sold) {
      if (sold.subscriptionId === null) return purchaseOf(sold);
      const state = await stateOf(app, sold);
      return 'cycle' in state ? saleStateOf(state) : state;
    },
    async act(app, sold, intent) {
      const { action, key } = intent;
      if (action.kind !== 'extend') return onlyExtends;
      const state = await stateOf(app, sold);
      if (!('cycle' in state)) return state;
      // Another cycle has begun: the player has paid for it, and its end is another one.
      if (state.cycle.storeTransactionId !== intent.before.version) return renewed;
      if (outcomeOf(state.cycle.expiresAt, intent) === 'done') return 'done';
      const answer = await deps.api.change(
        app,
        environmentOf(sold),
        'extend',
        `/inApps/v1/subscriptions/extend/${encodeURIComponent(state.originalTransactionId ?? '')}`,
        { extendByDays: action.days, extendReasonCode: REASON, requestIdentifier: key },
      );
      if ('unavailable' in answer) return answer;
      if ('body' in answer) return answer.body.success === false ? failed : 'done';
      const { status, errorCode } = answer;
      if (status === 401) return { unavailable: 'the App Store rejected the API key' };
      return unlessDone(refusedWith(errorCode ?? status), () => settle(app, sold, intent));
    },
    settle,
  };
}

const environmentOf = ({ test }: Sold) => (test ? 'Sandbox' : 'Production');

/** `expiresDate` of the cycle now. */
export function outcomeOf(
  expiresDate: unknown,
  { action, before }: Pick<Intent, 'action' | 'before'>,
): 'done' | 'not done' {
  const until = before.subscription?.endsAt;
  if (action.kind !== 'extend' || typeof until !== 'number') return 'not done';
  return Number(expiresDate) >= until + action.days * DAY_MS ? 'done' : 'not done';
}

const unpaid = { refunded: null, refundable: null, lines: [] } as const;

const purchaseOf = ({ price, currency }: Sold): SaleState => ({
  ...unpaid,
  currency,
  paid: price,
  subscription: null,
  can: {},
  version: null,
});

export function saleStateOf({ cycle, lifecycle }: SubscriptionState): SaleState {
  const isActive = lifecycle?.status === 'active' && cycle.ownership === undefined;
  const next = lifecycle?.autoRenewProductId ?? null;
  return {
    ...unpaid,
    currency: cycle.currency,
    paid: cycle.price,
    subscription: { renews: next !== null, endsAt: cycle.expiresAt },
    can: isActive ? { extend: LONGEST_EXTENSION } : {},
    version: cycle.storeTransactionId,
  };
}

const REASONS: Readonly<Record<number, string>> = {
  4000009: 'it extends by 1 to 90 days',
  4030004: 'the subscription is not active',
  4030005: 'it was extended twice within a year already',
  4030007: 'a family member pays for it',
};

const refusedWith = (code: number): ActionRefused => ({
  refused: `The App Store refuses: ${REASONS[code] ?? 'it gives no reason'} (error ${code})`,
});

const noKey: ActionRefused = {
  refused:
    'Without an API key, the App Store cannot be asked. Add issuer_id, key_id and private_key to the APPLE settings.',
};
const onlyExtends: ActionRefused = { refused: appleActions.elsewhere.en };
const renewed: ActionRefused = {
  refused: 'The subscription has renewed since the preview. Look at it again.',
};
const failed: ActionRefused = { refused: 'The App Store did not extend the subscription.' };
