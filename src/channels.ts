// The kinds of messages that Tollgate sends, each as its half defines it.
import type { Channels } from './outbox/channel.ts';
import { eventChannel } from './outbox/events.ts';
import { PURCHASE_EVENTS, purchaseWebhook } from './payment/ledger/webhook.ts';
import { MARKET_CODES } from './payment/markets/markets.ts';
import { AppealDecidedEvent, AppealOpenedEvent } from './restriction/appeals/appeal-events.ts';
import { RESTRICTION_EVENT_EXAMPLE, RestrictionEvent } from './restriction/events.ts';
import { gameServerChannel } from './restriction/notify.ts';
import { restrictionWebhook } from './restriction/webhook.ts';

const EVENTS_OF_RESTRICTIONS = [RestrictionEvent, AppealOpenedEvent, AppealDecidedEvent];
const EVENT_TYPES: readonly string[] = [
  ...PURCHASE_EVENTS,
  ...EVENTS_OF_RESTRICTIONS.flatMap(({ properties }) => properties.type.enum),
];

export const channels: Channels = new Map([
  ['restriction', gameServerChannel],
  ['purchase', { ...eventChannel, types: EVENT_TYPES, markets: MARKET_CODES }],
]);

/** The same for the API reference. */
export const webhooks = {
  restrictionNotification: restrictionWebhook,
  purchaseEvents: purchaseWebhook({
    schemas: EVENTS_OF_RESTRICTIONS,
    examples: { released: { game_index: 1001, events: [RESTRICTION_EVENT_EXAMPLE] } },
  }),
};
