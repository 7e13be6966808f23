// What the answer about subscriptions says of one period.
import type { Schema } from '../../endpoint.ts';
import { microsOf } from '../../sales/decimal.ts';
import type { Coverage } from './coverage.tsx';
import type { Range } from './periods.ts';

export type SubscriptionItem = Schema<'SubscriptionFigures'>['items'][number];
type Counted = {
  [Name in keyof SubscriptionItem]: SubscriptionItem[Name] extends number ? Name : never;
}[keyof SubscriptionItem];
type Shared = 'churn_rate' | 'conversion_rate';
export type Movement = Exclude<keyof SubscriptionItem['mrr'][number], 'currency'>;
export type Reason = keyof SubscriptionItem['ended'];

export interface SubscriptionView {
  readonly range: Range;
  readonly compared: Range | undefined;
  readonly items: readonly SubscriptionItem[];
  /** Of the time that it is compared with. */
  readonly other: readonly SubscriptionItem[] | undefined;
  readonly coverage: Coverage;
}

export const countOf =
  (name: Counted) =>
  (item: SubscriptionItem): bigint =>
    BigInt(item[name]);

export const rateOf =
  (name: Shared) =>
  (item: SubscriptionItem): bigint | undefined => {
    const rate = item[name];
    return rate === null ? undefined : microsOf(rate);
  };

export const endedBy =
  (reason: Reason) =>
  ({ ended }: SubscriptionItem): bigint =>
    BigInt(ended[reason]);

export const mrrOf =
  (movement: Movement, currency: string) =>
  ({ mrr }: SubscriptionItem): bigint =>
    microsOf(mrr.find((each) => each.currency === currency)?.[movement] ?? '0');
