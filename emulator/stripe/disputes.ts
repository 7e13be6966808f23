// What banks do to a charge: inquiries, disputes and early fraud warnings.
import type { DisputeStep } from '../pg/control.ts';
import { ControlError } from '../world.ts';
import { showCharge } from './charge-object.ts';
import { dueBy, showDispute, showWarning } from './dispute-objects.ts';
import { badParameter, StripeError } from './errors.ts';
import type { Charge, Dispute, Warning } from './ledger.ts';
import type { StripeAccount } from './payments.ts';

export interface DisputeWish {
  amount?: number | undefined;
  reason?: string | undefined;
  /** The bank only asks: no money moves. */
  inquiry?: boolean | undefined;
  /** Prevented before it became a dispute: blocked, or resolved by giving the money back. */
  prevented?: 'block' | 'resolution' | undefined;
}

export function openDispute(account: StripeAccount, charge: Charge, wish: DisputeWish): Dispute {
  const { ledger } = account;
  if (charge.amountRefunded === charge.amount) {
    throw new ControlError('The charge is refunded: there is nothing left to dispute.');
  }
  const amount = wish.amount ?? charge.amount;
  if (amount > charge.amount) throw new ControlError(`amount must be at most ${charge.amount}.`);
  const dispute = ledger.disputes.add({
    id: ledger.world.id('du_'),
    livemode: charge.livemode,
    created: ledger.now(),
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    reason: wish.reason ?? 'fraudulent',
    status: wish.prevented
      ? 'prevented'
      : wish.inquiry
        ? 'warning_needs_response'
        : 'needs_response',
    caseType: wish.prevented ?? (wish.inquiry ? 'inquiry' : 'chargeback'),
    movements: [],
  });
  charge.disputes = [...(charge.disputes ?? []), dispute.id];
  announce(account, 'created', dispute);
  const takesMoney = !wish.inquiry && wish.prevented !== 'block';
  if (takesMoney) move(account, dispute, -amount);
  if (wish.prevented) announce(account, 'closed', dispute);
  return dispute;
}

export function stepDispute(account: StripeAccount, dispute: Dispute, step: DisputeStep): void {
  const { status } = dispute;
  const asked = status.startsWith('warning_');
  const open = !['won', 'lost', 'prevented', 'warning_closed'].includes(status);
  // A lost dispute can still be won: by an appeal.
  if (!open && !(step === 'win' && status === 'lost')) {
    throw new ControlError(`Dispute ${dispute.id} is ${status}.`);
  }
  switch (step) {
    case 'respond':
      dispute.evidence = { ...dispute.evidence, uncategorized_text: 'Answered in the dashboard.' };
      dispute.submissions = (dispute.submissions ?? 0) + 1;
      dispute.status = asked ? 'warning_under_review' : 'under_review';
      announce(account, 'updated', dispute);
      return;
    case 'escalate':
      if (!asked) throw new ControlError(`Dispute ${dispute.id} is no inquiry.`);
      dispute.status = 'needs_response';
      dispute.caseType = 'chargeback';
      announce(account, 'updated', dispute);
      move(account, dispute, -dispute.amount);
      return;
    case 'lose':
      // An inquiry is not lost: the studio refunds, or the bank escalates.
      if (asked) throw new ControlError(`Dispute ${dispute.id} is an inquiry: escalate it first.`);
      dispute.status = 'lost';
      announce(account, 'closed', dispute);
      return;
    case 'win':
      dispute.status = asked ? 'warning_closed' : 'won';
      announce(account, 'closed', dispute);
      if (!asked) move(account, dispute, dispute.amount);
  }
}

/** Together, over all fields. */
const longestEvidence = 150_000;

/** Drafts evidence, or sends it: the bank takes it once. */
export function giveEvidence(
  account: StripeAccount,
  dispute: Dispute,
  { evidence, metadata, submit }: Answer,
): void {
  const { status } = dispute;
  const { ledger } = account;
  if (!status.endsWith('needs_response') || ledger.now() > dueBy(dispute)) {
    throw new StripeError(`Evidence can no longer be given: the dispute is ${status}.`);
  }
  const before = showDispute(dispute, ledger.now());
  const all = { ...dispute.evidence, ...evidence };
  // An empty text takes back what was drafted.
  const given = Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
  if (Object.values(given).join('').length > longestEvidence) {
    throw badParameter(
      `The evidence has more than ${longestEvidence} characters in all.`,
      'evidence',
    );
  }
  dispute.evidence = given;
  if (metadata) dispute.metadata = { ...dispute.metadata, ...metadata };
  if (submit) {
    dispute.submissions = (dispute.submissions ?? 0) + 1;
    dispute.status = status === 'needs_response' ? 'under_review' : 'warning_under_review';
  }
  const { evidence: earlier, status: open } = before;
  const previous = { evidence: earlier, ...(submit && { status: open }) };
  const object = showDispute(dispute, ledger.now());
  account.events.announce('charge.dispute.updated', dispute.livemode, object, previous);
}

interface Answer {
  readonly evidence: Readonly<Record<string, string>>;
  readonly metadata: Record<string, string> | undefined;
  readonly submit: boolean;
}

/** The bank suspects fraud, and tells before anybody disputes. */
export function warnOfFraud(
  { ledger, events }: StripeAccount,
  charge: Charge,
  fraudType = 'made_with_stolen_card',
): Warning {
  const warning = ledger.warnings.add({
    id: ledger.world.id('issfr_'),
    livemode: charge.livemode,
    created: ledger.now(),
    charge: charge.id,
    intent: charge.intent,
    fraudType,
  });
  const object = showWarning(ledger, warning);
  events.announce('radar.early_fraud_warning.created', warning.livemode, object);
  return warning;
}

/** Money leaves the studio's balance or comes back. */
function move(account: StripeAccount, dispute: Dispute, amount: number): void {
  const { ledger } = account;
  dispute.movements.push({ id: ledger.world.id('txn_'), amount, at: ledger.now() });
  announce(account, amount < 0 ? 'funds_withdrawn' : 'funds_reinstated', dispute);
}

function announce({ ledger, events }: StripeAccount, what: string, dispute: Dispute): void {
  events.announce(`charge.dispute.${what}`, dispute.livemode, showDispute(dispute, ledger.now()));
  if (what !== 'created') return;
  const charge = ledger.charges.get(dispute.charge);
  if (charge) events.announce('charge.updated', charge.livemode, showCharge(ledger, charge));
}
