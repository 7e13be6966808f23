// Asks the market what it says of a sale now, and whether it can do what somebody asks for.
import { invalid, type Rejection } from '../../audit/operation.ts';
import type { App } from '../../tenants/directory.ts';
import type { SaleState } from '../markets/action.ts';
import { marketOf } from '../markets/markets.ts';
import type { SaleActionsAt } from './at-market.ts';
import { type Ask, type Checked, checkAction } from './check.ts';
import type { Subject } from './subject.ts';

export interface Asking {
  readonly app: App;
  readonly saleActions: SaleActionsAt;
}

export async function readSaleState(
  { app, saleActions }: Asking,
  { purchase }: Subject,
): Promise<SaleState | Rejection> {
  const { provider } = purchase;
  const { seller, actions: traits } = marketOf(provider);
  const at = await saleActions(app.appid, provider);
  if ('missing' in at) {
    return invalid(
      'kind',
      at.missing === 'settings'
        ? `The app has no settings for ${provider}. Set them, then try again.`
        : (traits?.elsewhere?.en ?? `Nothing can be done at ${seller} from here.`),
    );
  }
  const saleState = await at.read(purchase);
  if ('unavailable' in saleState) {
    const { unavailable, alarm } = saleState;
    const detail = alarm
      ? `${capital(seller)} does not accept the credentials of the app (${unavailable}). Nothing was done. Check the settings for ${provider}, then try again.`
      : `${capital(seller)} does not answer (${unavailable}). Nothing was done. Try again.`;
    return { rejected: 'UNAVAILABLE', detail };
  }
  return 'refused' in saleState
    ? invalid('kind', `${capital(seller)} says: ${saleState.refused}`)
    : saleState;
}

/** Refunds of a cycle are about the purchase; everything else is about the subscription. */
export function checkAsk(
  { purchase, subscriptionId }: Subject,
  ask: Ask,
  saleState: SaleState,
): Checked | Rejection {
  if (ask.kind !== 'refund' && subscriptionId === undefined) {
    return invalid(
      'kind',
      purchase.kind === 'subscription'
        ? `This is one cycle. Send ${ask.kind} to its subscription.`
        : `Only subscriptions can be ${PAST[ask.kind]}.`,
    );
  }
  const { seller, actions } = marketOf(purchase.provider);
  return checkAction(ask, saleState, capital(seller), actions);
}

const PAST = { cancel: 'cancelled', extend: 'extended', defer: 'deferred' } as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
