// Refunds and disputes of a purchase, as a market reports them.

interface Report {
  /** Decimal text in the currency of the purchase: refunded so far, or disputed. */
  readonly amount?: string | null | undefined;
  /** In the market's own words. */
  readonly reason?: string | null | undefined;
  /** By the market's clock; omitted when the market shows it now, which is newer than any report. */
  readonly reportedAt?: number | undefined;
}

export interface RefundReport extends Report {
  readonly kind: 'refund';
  /** Only `given` cancels the purchase; `restored` reverses it. */
  readonly state: 'pending' | 'partial' | 'given' | 'restored';
  /** Pieces refunded so far, of a purchase of several. */
  readonly quantity?: number | null | undefined;
  /** The market shows every refund with its outcome, so the report also counts when it says less than before. */
  readonly isComplete?: true | undefined;
}

export interface DisputeReport extends Report {
  readonly kind: 'dispute';
  /** The market's id: a purchase may be disputed more than once. */
  readonly id: string;
  /** `open` and `lost` cancel the purchase; `won` by the studio does not. */
  readonly state: 'open' | 'won' | 'lost';
}

export type Cancellation = RefundReport | DisputeReport;

/** The full refund that a market shows, if it does. */
export const refundIf = (isRefunded: boolean): readonly RefundReport[] =>
  isRefunded ? [{ kind: 'refund', state: 'given' }] : [];

const CANCELLING: ReadonlySet<Cancellation['state']> = new Set(['given', 'open', 'lost']);

export const isCancelling = ({ state }: Pick<Cancellation, 'state'>): boolean =>
  CANCELLING.has(state);
