// What the studio does at the App Store after the sale: it extends a subscription. Only Apple refunds.
import {
  type Acted,
  type ActionRefused,
  type Actions,
  type Intent,
  type SaleState,
  type Sold,
  unlessDone,
} from '../action.ts';
import type { Unavailable } from '../market.ts';
import type { SubscriptionProvider, SubscriptionState } from '../subscription.ts';
import { appleActions, outcomeOf, saleStateOf, UNTOLD } from './actions.ts';
import { appleCredentials } from './api.ts';
import { type AppleDeps, lookUp } from './lookup.ts';
import type { AppleApp, appleShapes } from './settings.ts';

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

const purchaseOf = ({ price, currency }: Sold): SaleState => ({
  ...UNTOLD,
  currency,
  paid: price,
  subscription: null,
  can: {},
  version: null,
});

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
