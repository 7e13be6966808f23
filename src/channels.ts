// The kinds of messages that Tollgate sends, each as its half defines it.
import type { Channels } from './outbox/channel.ts';
import { eventChannel } from './outbox/events.ts';
import { purchaseWebhook } from './payment/ledger/webhook.ts';
import { AppealDecidedEvent, AppealOpenedEvent } from './restriction/appeals/appeal-events.ts';
import { RESTRICTION_EVENT_EXAMPLE, RestrictionEvent } from './restriction/events.ts';
import { gameServerChannel } from './restriction/notify.ts';
import { restrictionWebhook } from './restriction/webhook.ts';

export const channels: Channels = new Map([
  ['restriction', gameServerChannel],
  ['purchase', eventChannel],
]);

/** The same for the API reference. */
export const webhooks = {
  restrictionNotification: restrictionWebhook,
  purchaseEvents: purchaseWebhook({
    schemas: [RestrictionEvent, AppealOpenedEvent, AppealDecidedEvent],
    examples: { released: { game_index: 1001, events: [RESTRICTION_EVENT_EXAMPLE] } },
  }),
};
