// SQL of events for the app server (channel `purchase`).
import { eventRow } from '../../outbox/events.ts';
import { appsWithReceiver, enqueue, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import { addActivity } from './activity.ts';
import type { Event, Listener } from './events.ts';

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
      queued.map(({ type, data, traceparent }, index) =>
        eventRow({ gameIndex: game_index, seq: first + index, type, data, traceparent, now }),
      ),
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
