// SQL of events for the app server (channel `purchase`), and which answer accepts them.
import { printJson } from '../../base/json.ts';
import type { ChannelPort } from '../../outbox/channel.ts';
import { appsWithReceiver, enqueue, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import { addActivity } from './activity.ts';
import type { Event, Listener } from './events.ts';

export const eventChannel: ChannelPort = {
  body: (gameIndex, _target, payloads) => `{"game_index":${gameIndex},"events":[${payloads}]}`,
  judge: ({ status }) =>
    status >= 200 && status <= 299
      ? { result: 'delivered' }
      : { result: 'status', error: `HTTP status ${status}` },
  // No event replaces an earlier one.
  superseded: async () => new Set(),
};

export const findListeners = (
  tx: Queryable,
  appids: readonly string[],
): Promise<readonly Listener[]> => appsWithReceiver(tx, { channel: 'purchase', appids });

/**
 * Call it last in the transaction: other writers of the project wait from here on.
 * True when a receiver is registered for one of them.
 */
export async function enqueueEvents(
  tx: Db,
  listeners: readonly Listener[],
  events: readonly Event[],
  now: number,
): Promise<boolean> {
  const byApp = Map.groupBy(events, (event) => event.data.appid);
  const receivers = listeners.filter(({ appid }) => byApp.has(appid));
  for (const { game_index, appid } of receivers) {
    const queued = byApp.get(appid) ?? [];
    const first = await takeNumbers(tx, game_index, 'purchase', queued.length);
    await enqueue(
      tx,
      queued.map(({ type, data }, index) => ({
        game_index,
        channel: 'purchase',
        seq: first + index,
        subject: String(first + index),
        payload: printJson({ type, timestamp: new Date(now).toISOString(), data }),
        traceparent: null,
        created_at: now,
        appid,
      })),
    );
    await addActivity(
      tx,
      queued.map(({ type, about }, index) => ({
        game_index,
        appid,
        ...about,
        kind: type,
        reference: String(first + index),
        at: now,
      })),
    );
  }
  return receivers.length > 0;
}
