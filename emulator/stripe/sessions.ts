// What happens to checkout sessions: paid by the customer, or expired by the merchant or by time.
import { createDueQueue } from '../due-queue.ts';
import type { TaxedBuyer } from '../pg/buyer.ts';
import { StripeError } from './errors.ts';
import type { Intent, Session } from './ledger.ts';
import { sessionTotal } from './ledger.ts';
import { showSession } from './objects.ts';
import {
  createIntent,
  delayIntent,
  failIntent,
  payIntent,
  type StripeAccount,
} from './payments.ts';

/** The customer pays: only now Stripe makes the intent. The money of a delayed payment comes later. */
export function paySession(
  account: StripeAccount,
  session: Session,
  isDelayed = false,
  buyer: TaxedBuyer = { country: 'US' },
): void {
  session.buyer = buyer;
  const intent = createIntent(account, {
    livemode: session.livemode,
    amount: sessionTotal(session),
    currency: session.currency,
    metadata: session.intentMetadata,
    automatic: false,
    methodTypes: ['card'],
    method: 'pm_card_visa',
    session: session.id,
    ...(session.intentDescription !== undefined && { description: session.intentDescription }),
    ...(session.email !== undefined && { receiptEmail: session.email }),
  });
  session.intent = intent.id;
  session.status = 'complete';
  if (isDelayed) delayIntent(account, intent);
  else payIntent(account, intent);
  announceSession(account, 'completed', session);
}

/** The money of a delayed payment has come, or will not. */
export function settleDelayed(account: StripeAccount, intent: Intent, succeeds: boolean): void {
  if (succeeds) payIntent(account, intent);
  else failIntent(account, intent);
  const session = account.ledger.sessions.get(intent.session ?? '');
  const event = succeeds ? 'async_payment_succeeded' : 'async_payment_failed';
  if (session) announceSession(account, event, session);
}

export function expireSession(account: StripeAccount, session: Session): void {
  if (session.status !== 'open') {
    throw new StripeError(
      `Only Checkout Sessions with a status of open can be expired; this one is ${session.status}.`,
    );
  }
  session.status = 'expired';
  announceSession(account, 'expired', session);
}

function announceSession({ ledger, events }: StripeAccount, event: string, session: Session): void {
  const object = showSession(ledger, session);
  events.announce(`checkout.session.${event}`, session.livemode, object);
}

/** Expires sessions whose time is over whenever the clock has moved. */
export function watchExpiry(account: StripeAccount): {
  add(session: Session): void;
  reload(): void;
} {
  const { ledger } = account;
  const dueQueue = createDueQueue<Session>();
  const add = (session: Session) => dueQueue.add(session.expiresAt, session);

  ledger.world.clock.onMove(() => {
    for (let due = dueQueue.takeDue(ledger.now()); due; due = dueQueue.takeDue(ledger.now())) {
      if (due.item.status === 'open') expireSession(account, due.item);
    }
  });
  return {
    add,
    reload() {
      dueQueue.clear();
      ledger.sessions.all().forEach(add);
    },
  };
}
