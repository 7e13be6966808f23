// Refunds at a market of the studio's own, which refunds once for each key.
import type { Acted, ActionRefused, Actions, Intent, Sold } from '../action.ts';
import { textOf } from '../fields.ts';
import type { Unavailable } from '../market.ts';
import { amountOf, outcomeOf, type Payment, saleStateOf } from './actions.ts';
import { readPurchase, readSubscription } from './answers.ts';
import type { AskStudio } from './api.ts';
import type { CustomApp, customShapes } from './settings.ts';

/** It is shown to operators. */
const REASON_LENGTH = 200;

export function createCustomActions(ask: AskStudio): Actions<typeof customShapes> {
  async function see(app: CustomApp, sold: Sold): Promise<Payment | ActionRefused | Unavailable> {
    const answer = await ask(app, 'verify', { receipt: sold.receipt });
    if ('unavailable' in answer) return answer;
    const read = sold.subscriptionId === null ? readPurchase : readSubscription;
    const found = read(app, answer.found);
    if ('unavailable' in found) return found;
    if ('rejected' in found) return { refused: found.detail };
    const payment = paymentOf(found);
    return payment.transactionId === sold.providerTransactionId ? payment : otherCycle;
  }

  async function settle(app: CustomApp, sold: Sold, intent: Intent): Promise<Acted | 'not done'> {
    const payment = await see(app, sold);
    return 'transactionId' in payment ? outcomeOf(payment, intent) : payment;
  }

  return {
    async read(app, sold) {
      const payment = await see(app, sold);
      return 'transactionId' in payment
        ? saleStateOf(payment, app.settings.refunds === true)
        : payment;
    },
    async act(app, sold, intent) {
      const amount = amountOf(intent);
      const { currency } = intent.before;
      if (amount === undefined || currency === null) return onlyAmounts;
      const { receipt, providerTransactionId: transactionId } = sold;
      const wish = { receipt, transactionId, amount, currency, key: intent.key };
      const answer = await ask(app, 'refund', wish);
      if ('unavailable' in answer) return answer;
      const { refunded, reason } = answer.found;
      if (refunded === true) return 'done';
      if (refunded !== false) {
        return { unavailable: 'The answer has another form than documented: refunded' };
      }
      const said = textOf(reason)?.slice(0, REASON_LENGTH) ?? 'without a reason';
      // What an earlier attempt did is answered with true: the key is the same.
      return { refused: `The studio's server refuses: ${said}` };
    },
    settle,
  };
}

type Found = Exclude<
  ReturnType<typeof readPurchase> | ReturnType<typeof readSubscription>,
  { readonly rejected: unknown } | Unavailable
>;

function paymentOf(found: Found): Payment {
  if (!('cycle' in found)) return { ...found, subscription: null };
  const { cycle, lifecycle } = found;
  const renews = lifecycle.autoRenewProductId !== null;
  return { ...cycle, subscription: { renews, endsAt: cycle.expiresAt } };
}

const otherCycle: ActionRefused = {
  refused: "The studio's server shows another payment by now. Only the newest cycle is refunded.",
};
const onlyAmounts: ActionRefused = {
  refused: "A refund at the studio's own market is an amount of money.",
};
