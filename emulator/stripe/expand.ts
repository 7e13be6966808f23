// `expand`: replaces ids in an answer by the objects they name, along dotted paths.
import { showCharge } from './charge-object.ts';
import { StripeError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import {
  listObject,
  type StripeObject,
  showIntent,
  showLineItems,
  showRefund,
  showSession,
} from './objects.ts';
import { pick } from './record-list.ts';

const deepest = 4;

export function expand(ledger: Ledger, answer: StripeObject, paths: readonly string[]): void {
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > deepest) {
      throw new StripeError(`You cannot expand more than ${deepest} levels: ${path}`, {
        param: 'expand',
      });
    }
    walk(ledger, answer, steps, path);
  }
}

function walk(ledger: Ledger, object: StripeObject, steps: string[], path: string): void {
  const [step = '', ...rest] = steps;
  if (object.object === 'list' && step === 'data') {
    for (const entry of object.data as StripeObject[]) walk(ledger, entry, rest, path);
    return;
  }
  const value = object[step] ?? include(ledger, object, step);
  const expanded = typeof value === 'string' ? resolve(ledger, value) : value;
  const impossible = expanded === undefined || (expanded !== null && typeof expanded !== 'object');
  if (impossible) {
    throw new StripeError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  object[step] = expanded;
  if (expanded !== null && rest.length > 0) walk(ledger, expanded as StripeObject, rest, path);
}

function resolve(ledger: Ledger, id: string): StripeObject | undefined {
  const intent = ledger.intents.get(id);
  if (intent) return showIntent(intent);
  const charge = ledger.charges.get(id);
  if (charge) return showCharge(ledger, charge);
  const session = ledger.sessions.get(id);
  if (session) return showSession(ledger, session);
  return undefined;
}

/** Parts that an object only has when they are asked for; null stays null. */
function include(ledger: Ledger, object: StripeObject, step: string): unknown {
  if (object[step] === null) return null;
  const id = String(object.id);
  if (object.object === 'checkout.session' && step === 'line_items') {
    const session = ledger.sessions.get(id);
    return session && showLineItems(session);
  }
  if (object.object === 'charge' && step === 'refunds') {
    const refunds = pick(ledger.refunds, ledger.charges.get(id)?.refunds ?? []);
    const data = refunds.olderThan(undefined).map(showRefund).toArray();
    return listObject(`/v1/charges/${id}/refunds`, data);
  }
  return undefined;
}
