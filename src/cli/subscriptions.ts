// tollgate subscriptions …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { SubscriptionId } from '../payment/queries/subscription-operations.ts';
import { SubscriptionProvider } from '../payment/queries/subscription-view.ts';
import { addActionCommand } from './sale-action.ts';

const OneSubscription = Type.Object({
  provider: SubscriptionProvider,
  subscription_id: SubscriptionId,
});
const args = ['provider', 'subscription_id'];

export function subscriptionCommands(program: Command): void {
  const subscriptions = program
    .command('subscriptions')
    .alias('subscription')
    .description('what markets can do about subscriptions');
  addActionCommand(subscriptions, 'cancel', {
    summary: 'end the renewal of a subscription; what is paid stays',
    input: OneSubscription,
    args,
    fields: [],
    kind: 'cancel',
  });
  addActionCommand(subscriptions, 'extend', {
    summary: 'give days: the next renewal comes so much later',
    input: OneSubscription,
    args: [...args, 'days'],
    fields: ['days'],
    kind: 'extend',
  });
  addActionCommand(subscriptions, 'defer', {
    summary: 'postpone the next renewal',
    input: OneSubscription,
    args: [...args, 'days'],
    fields: ['days'],
    kind: 'defer',
  });
  addActionCommand(subscriptions, 'refund', {
    summary: 'refund the newest cycle of a subscription',
    input: OneSubscription,
    args,
    fields: ['amount', 'line', 'goods'],
    kind: 'refund',
  });
}
