// What happens to checkout sessions: paid by the customer, or expired by the merchant or by time.
import { createAgenda } from '../agenda.ts';
import { StripeError } from './errors.ts';
import type { Session } from './ledger.ts';
import { sessionTotal } from './ledger.ts';
import { showSession } from './objects.ts';
import { createIntent, payIntent, type Till } from './payments.ts';

/** The customer pays: only now Stripe makes the intent. */
export function paySession(till: Till, session: Session): void {
  const intent = createIntent(till, {
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
  payIntent(till, intent);
  announceSession(till, 'completed', session);
}

export function expireSession(till: Till, session: Session): void {
  if (session.status !== 'open') {
    throw new StripeError(
      `Only Checkout Sessions with a status of open can be expired; this one is ${session.status}.`,
    );
  }
  session.status = 'expired';
  announceSession(till, 'expired', session);
}

function announceSession({ ledger, events }: Till, happening: string, session: Session): void {
  const object = showSession(ledger, session);
  events.announce(`checkout.session.${happening}`, session.livemode, object);
}

/** Expires sessions whose time is over whenever the clock has moved. */
export function watchExpiry(till: Till): { add(session: Session): void; reload(): void } {
  const { ledger } = till;
  const agenda = createAgenda<Session>();
  const add = (session: Session) => agenda.add(session.expiresAt, session);

  ledger.world.clock.onMove(() => {
    for (let due = agenda.takeDue(ledger.now()); due; due = agenda.takeDue(ledger.now())) {
      if (due.item.status === 'open') expireSession(till, due.item);
    }
  });
  return {
    add,
    reload() {
      agenda.clear();
      ledger.sessions.all().forEach(add);
    },
  };
}
