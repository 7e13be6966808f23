// What the studio does at Google Play after the sale.
import {
  type Acted,
  type ActionRefused,
  type Actions,
  type Intent,
  type Sold,
  unlessDone,
} from '../action.ts';
import type { Unavailable } from '../market.ts';
import { purchaseTokenOf, type SubscriptionProvider } from '../subscription.ts';
import { callFor, outcomeOf, type Seen, saleStateOf } from './actions.ts';
import type { GoogleApi } from './api.ts';
import { isOrderId } from './order.ts';
import type { GooglePlay } from './play.ts';
import type { GoogleApp, googleShapes } from './settings.ts';

export function createGoogleActions(
  ask: GoogleApi,
  play: Pick<GooglePlay, 'order'>,
  { verifySubscription }: SubscriptionProvider<typeof googleShapes>,
): Actions<typeof googleShapes> {
  async function see(app: GoogleApp, sold: Sold): Promise<Seen | ActionRefused | Unavailable> {
    const { providerTransactionId: orderId, subscriptionId } = sold;
    const order = isOrderId(orderId) ? await play.order(app, orderId, '') : undefined;
    if (order && 'unavailable' in order) return order;
    if (subscriptionId === null) return { order, subscription: undefined };
    const state = await verifySubscription(app, purchaseTokenOf(subscriptionId));
    if ('unavailable' in state) return state;
    return 'rejected' in state ? { refused: state.detail } : { order, subscription: state };
  }

  async function settle(app: GoogleApp, sold: Sold, intent: Intent): Promise<Acted | 'not done'> {
    const seen = await see(app, sold);
    return 'order' in seen ? outcomeOf(seen, intent) : seen;
  }

  return {
    async read(app, sold) {
      const seen = await see(app, sold);
      return 'order' in seen ? saleStateOf(seen, sold) : seen;
    },
    async act(app, sold, intent) {
      const call = callFor(sold, intent);
      if ('refused' in call) return call;
      const answer = await ask(app, call);
      if ('unavailable' in answer) return answer;
      if ('found' in answer) return 'done';
      const { error, reason, message } = answer;
      if (reason === undefined) {
        return { unavailable: `Google Play answered ${error} in an unknown format` };
      }
      const refused = { refused: `Google Play refuses: ${message ?? reason} (${error})` };
      return unlessDone(refused, () => settle(app, sold, intent));
    },
    settle,
  };
}
