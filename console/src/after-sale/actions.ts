// Actions after the sale as the admin API has them, and in words.
import { endpoint, type Schema } from '../endpoint.ts';
import { useFormat } from '../i18n/format.ts';
import { useMoney } from '../sales/money.ts';
import type { Subscription } from '../sales/records.ts';
import { useMessages } from './messages.ts';

export type SaleAction = Schema<'SaleAction'>;
export type ActionPreview = Schema<'ActionPreview'>;

/** What is refunded, cancelled or postponed. */
export type Target =
  | { readonly serviceId: string; readonly name: string }
  | {
      readonly provider: Subscription['provider'];
      readonly subscriptionId: string;
      readonly name: string;
    };

export const actionsPath = (appid: string, target: Target) =>
  'serviceId' in target
    ? endpoint('/apps/{appid}/purchases/{service_transaction_id}/actions', {
        appid,
        service_transaction_id: target.serviceId,
      })
    : endpoint('/apps/{appid}/subscriptions/{provider}/{subscription_id}/actions', {
        appid,
        provider: target.provider,
        subscription_id: target.subscriptionId,
      });

export const previewPath = (appid: string, target: Target) =>
  'serviceId' in target
    ? endpoint('/apps/{appid}/purchases/{service_transaction_id}/actions/preview', {
        appid,
        service_transaction_id: target.serviceId,
      })
    : endpoint('/apps/{appid}/subscriptions/{provider}/{subscription_id}/actions/preview', {
        appid,
        provider: target.provider,
        subscription_id: target.subscriptionId,
      });

export const TONES = {
  waiting: 'warning',
  intended: 'busy',
  sent: 'busy',
  accepted: 'busy',
  done: 'good',
  rejected: 'bad',
  declined: 'quiet',
  withdrawn: 'quiet',
} as const satisfies Readonly<Record<SaleAction['state'], string>>;

/** “Refund of $4.00, goods kept”. */
export function useSummary(): (action: SaleAction) => string {
  const say = useMessages();
  const money = useMoney();
  const format = useFormat();
  return ({ kind, amount, currency, prorated, line, goods, days }) => {
    const count = format.number(days ?? 0);
    if (kind === 'cancel') return say.cancelSummary;
    if (kind === 'extend') return say.extendSummary(count);
    if (kind === 'defer') return say.deferSummary(count);
    const what = prorated
      ? say.proratedSummary
      : line === null
        ? say.refundSummary
        : say.refundOfLine(line);
    const sum = amount === null ? [] : [money.amount(amount, currency)];
    return [what, ...sum, goods === 'kept' ? say.goodsKept : say.goodsTaken].join(' · ');
  };
}
