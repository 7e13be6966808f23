// Refunds at a market of the studio's own, which refunds once for each key.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import type {
  Acted,
  ActionRefused,
  Actions,
  ActionTraits,
  Intent,
  SaleState,
  Sold,
} from '../action.ts';
import type { Cancellation } from '../cancellation.ts';
import { textOf } from '../fields.ts';
import type { Unavailable } from '../market.ts';
import { readPurchase, readSubscription } from './answers.ts';
import type { AskStudio } from './api.ts';
import type { CustomApp, customShapes } from './settings.ts';

export const customActions = {
  refund: { part: true, byLine: false, prorated: false, goods: 'taken' },
} as const satisfies ActionTraits;

/** What the studio shows of a payment. */
interface Payment {
  readonly transactionId: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly cancellations: readonly Cancellation[];
  readonly subscription: SaleState['subscription'];
}

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

/** Decimal text; undefined for what is no amount. */
function amountOf({ action, before }: Pick<Intent, 'action' | 'before'>): string | undefined {
  if (action.kind !== 'refund' || action.line !== undefined) return undefined;
  if (action.amount === 'prorated') return undefined;
  return action.amount === 'rest' ? (before.refundable ?? undefined) : action.amount;
}

/** What is under way counts as all: the studio says how much only at its end. */
function refundedOf({ cancellations, price }: Payment): string {
  const refund = cancellations.find(({ kind }) => kind === 'refund');
  if (!refund || refund.state === 'restored') return '0';
  return refund.state === 'partial' ? (refund.amount ?? '0') : (refund.amount ?? price ?? '0');
}

export function outcomeOf(
  payment: Payment,
  intent: Pick<Intent, 'action' | 'before'>,
): 'done' | 'pending' | 'not done' {
  const wanted = new Big(intent.before.refunded ?? 0).plus(amountOf(intent) ?? 0);
  if (new Big(refundedOf(payment)).lt(wanted)) return 'not done';
  return payment.cancellations.some(({ state }) => state === 'pending') ? 'pending' : 'done';
}

export function saleStateOf(payment: Payment, takesRefunds: boolean): SaleState | ActionRefused {
  const { price: paid, currency, cancellations, subscription } = payment;
  const isDisputed = cancellations.some(({ kind, state }) => kind === 'dispute' && state !== 'won');
  if (isDisputed) return disputed;
  const about = { currency, paid, lines: [], subscription, version: null };
  if (paid === null || currency === null) {
    return { ...about, refunded: null, refundable: null, can: {} };
  }
  const refunded = amountText(refundedOf(payment), currency);
  const left = new Big(paid).minus(refunded);
  return {
    ...about,
    refunded,
    refundable: amountText(left, currency),
    can: takesRefunds && left.gt(0) ? customActions : {},
  };
}

const disputed: ActionRefused = { refused: 'The buyer disputes the payment.' };
const otherCycle: ActionRefused = {
  refused: "The studio's server shows another payment by now. Only the newest cycle is refunded.",
};
const onlyAmounts: ActionRefused = {
  refused: "A refund at the studio's own market is an amount of money.",
};
