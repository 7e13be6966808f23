// The kinds of messages that Tollgate sends, each as its half defines it.
import type { Channels } from './outbox/channel.ts';
import { eventChannel } from './payment/ledger/events-store.ts';
import { gameServerChannel } from './restriction/notify.ts';

export const channels: Channels = new Map([
  ['restriction', gameServerChannel],
  ['purchase', eventChannel],
]);
