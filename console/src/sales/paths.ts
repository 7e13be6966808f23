// Addresses of the pages of a purchase and of a subscription.
import { appPath } from '../place.tsx';
import type { Subscription } from './records.ts';

type Name = Pick<Subscription, 'provider' | 'subscription_id'>;

export const purchasePage = (appid: string, serviceId: string): string =>
  appPath(appid, `/purchases/${serviceId}`);

export const subscriptionPage = (appid: string, { provider, subscription_id }: Name): string =>
  appPath(appid, `/subscriptions/${provider}/${encodeURIComponent(subscription_id)}`);
