// Events for the app server (channel `purchase`): their form, and which answer accepts them.
import { printJson } from '../base/json.ts';
import type { OutboxTable } from '../storage/schema.ts';
import type { ChannelPort } from './channel.ts';

/** Which types and markets there are, those know who write the events. */
export const eventChannel: Omit<ChannelPort, 'types' | 'markets'> = {
  body: (gameIndex, _target, payloads) => `{"game_index":${gameIndex},"events":[${payloads}]}`,
  judge: ({ status }) =>
    status >= 200 && status <= 299
      ? { result: 'delivered' }
      : { result: 'status', error: `HTTP status ${status}` },
  // No event replaces an earlier one.
  superseded: async () => new Set(),
};

export interface NumberedEvent {
  readonly gameIndex: number;
  readonly seq: number;
  readonly type: string;
  readonly data: { readonly appid: string };
  readonly traceparent?: string | undefined;
  readonly now: number;
}

export const eventRow = (event: NumberedEvent): OutboxTable => {
  const { gameIndex, seq, type, data, traceparent, now } = event;
  return {
    game_index: gameIndex,
    channel: 'purchase',
    seq,
    subject: String(seq),
    payload: printJson({ type, timestamp: new Date(now).toISOString(), data }),
    traceparent: traceparent ?? null,
    created_at: now,
    appid: data.appid,
  };
};
