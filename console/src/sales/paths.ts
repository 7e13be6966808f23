// Addresses of a purchase and of a subscription: pages of the console, and paths of the admin API.
import { appPath } from '../place.tsx';
import type { Subscription } from './records.ts';

type Name = Pick<Subscription, 'provider' | 'subscription_id'>;

const subscriptionPart = ({ provider, subscription_id }: Name): string =>
  `/subscriptions/${provider}/${encodeURIComponent(subscription_id)}`;

export const purchasePage = (appid: string, serviceId: string): string =>
  appPath(appid, `/purchases/${serviceId}`);

export const subscriptionPage = (appid: string, name: Name): string =>
  appPath(appid, subscriptionPart(name));

export const subscriptionApi = (appid: string, name: Name): string =>
  `/apps/${appid}${subscriptionPart(name)}`;
