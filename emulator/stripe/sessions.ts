// What happens to checkout sessions: paid by the customer, or expired by the merchant or by time.
import { createDueQueue } from '../due-queue.ts';
import { StripeError } from './errors.ts';
import type { Session } from './ledger.ts';
import { sessionTotal } from './ledger.ts';
import { showSession } from './objects.ts';
import { createIntent, payIntent, type StripeAccount } from './payments.ts';

/** The customer pays: only now Stripe makes the intent. */
export function paySession(account: StripeAccount, session: Session): void {
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
  payIntent(account, intent);
  announceSession(account, 'completed', session);
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
