// What Stripe knows: compact records of intents, charges, refunds, disputes and checkout sessions.
import type { TaxedBuyer } from '../pg/buyer.ts';
import type { World } from '../world.ts';
import { createRecordList, type RecordList } from './record-list.ts';

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'canceled'
  | 'succeeded';

interface Kept {
  id: string;
  livemode: boolean;
  /** Unix seconds, as Stripe counts. */
  created: number;
}

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

export interface Intent extends Kept {
  amount: number;
  currency: string;
  status: IntentStatus;
  metadata: Record<string, string>;
  automatic: boolean;
  methodTypes: string[];
  description?: string;
  receiptEmail?: string;
  descriptorSuffix?: string;
  /** The payment method, once one is attached. */
  method?: string;
  charge?: string;
  /** The checkout session it was paid in. */
  session?: string;
  declined?: Decline;
  canceledAt?: number;
  cancellationReason?: string;
}

export interface Charge extends Kept {
  intent: string;
  amount: number;
  currency: string;
  method: string;
  amountRefunded: number;
  refunds: string[];
  disputes?: string[];
  declined?: Decline;
}

/** What was paid with a method whose money arrives days later. */
export const delayedMethod = 'pm_sepaDebit';

export const refundStates = [
  'succeeded',
  'pending',
  'requires_action',
  'failed',
  'canceled',
] as const;
export type RefundState = (typeof refundStates)[number];

export interface Refund extends Kept {
  charge: string;
  intent: string;
  amount: number;
  currency: string;
  reason?: string;
  metadata: Record<string, string>;
  /** Absent: it succeeded, as all refunds of earlier releases. */
  status?: RefundState;
  /** The bank sent the money back. */
  failure?: { reason: string; balanceTransaction: string };
}

/** Money that a dispute moved: negative when it left the studio. */
export interface Movement {
  id: string;
  amount: number;
  at: number;
}

export interface Dispute extends Kept {
  charge: string;
  intent: string;
  amount: number;
  currency: string;
  reason: string;
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'prevented';
  caseType: 'chargeback' | 'inquiry' | 'block' | 'resolution';
  movements: Movement[];
  /** What the studio says to it, sent or only drafted. */
  evidence?: Record<string, string>;
  /** How often the bank was given evidence. */
  submissions?: number;
  metadata?: Record<string, string>;
}

/** An early fraud warning. */
export interface Warning extends Kept {
  charge: string;
  intent: string;
  fraudType: string;
}

export interface LineItem {
  id: string;
  name: string;
  unitAmount: number;
  quantity: number;
}

export interface Session extends Kept {
  status: 'open' | 'complete' | 'expired';
  currency: string;
  items: LineItem[];
  successUrl: string;
  cancelUrl?: string;
  expiresAt: number;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  intentDescription?: string;
  reference?: string;
  email?: string;
  locale?: string;
  intent?: string;
  /** Once it is paid. */
  buyer?: TaxedBuyer;
}

export interface Ledger {
  readonly world: World;
  readonly intents: RecordList<Intent>;
  readonly charges: RecordList<Charge>;
  readonly refunds: RecordList<Refund>;
  readonly disputes: RecordList<Dispute>;
  readonly warnings: RecordList<Warning>;
  readonly sessions: RecordList<Session>;
  /** The merchant's order number → the newest thing that is paid for it. */
  readonly orders: Map<string, Intent | Session>;
  /** Unix seconds by the emulated clock. */
  now(): number;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface LedgerState {
  intents: Intent[];
  charges: Charge[];
  refunds: Refund[];
  sessions: Session[];
  /** State files of earlier releases have neither. */
  disputes?: Dispute[];
  warnings?: Warning[];
}

export function createLedger(world: World): Ledger {
  const intents = createRecordList<Intent>();
  const charges = createRecordList<Charge>();
  const refunds = createRecordList<Refund>();
  const sessions = createRecordList<Session>();
  const disputes = createRecordList<Dispute>();
  const warnings = createRecordList<Warning>();
  const orders = new Map<string, Intent | Session>();

  function load(state: LedgerState) {
    intents.load(state.intents);
    charges.load(state.charges);
    refunds.load(state.refunds);
    sessions.load(state.sessions);
    disputes.load(state.disputes ?? []);
    warnings.load(state.warnings ?? []);
    orders.clear();
    for (const intent of state.intents) noteOrder(orders, intent);
    for (const session of state.sessions) noteOrder(orders, session);
  }

  return {
    world,
    intents,
    charges,
    refunds,
    disputes,
    warnings,
    sessions,
    orders,
    now: () => Math.floor(world.clock.now() / 1000),
    exportState: (): LedgerState => ({
      intents: intents.all(),
      charges: charges.all(),
      refunds: refunds.all(),
      sessions: sessions.all(),
      disputes: disputes.all(),
      warnings: warnings.all(),
    }),
    importState: (state) => load(structuredClone(state) as LedgerState),
    reset: () => load({ intents: [], charges: [], refunds: [], sessions: [] }),
  };
}

/** Remembers which order number a thing is paid for. A session stands before its own intent. */
export function noteOrder(orders: Ledger['orders'], thing: Intent | Session): void {
  const { orderId } = thing.metadata;
  if ('items' in thing) {
    const number = thing.reference ?? orderId ?? thing.intentMetadata.orderId;
    if (number !== undefined) orders.set(number, thing);
  } else if (orderId !== undefined) {
    const known = orders.get(orderId);
    const ownSession = known && 'items' in known && known.intent === thing.id;
    if (!ownSession) orders.set(orderId, thing);
  }
}

export function sessionTotal({ items }: Session): number {
  return items.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
}
