// SQL of events for the app server (channel `purchase`).
import { eventRow } from '../../outbox/events.ts';
import { isFor, rowsFor } from '../../outbox/filter.ts';
import { enqueue, eventReceiversOf, takeNumbers } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import type { AppName } from '../../tenants/directory.ts';
import { addActivity } from './activity.ts';
import type { Event, Listener } from './events.ts';

export const findListeners = (
  tx: Queryable,
  appids: readonly string[],
): Promise<readonly Listener[]> => eventReceiversOf(tx, { appids });

/**
 * Call it last in the transaction: other writers of the project wait from here on.
 * True when somebody is sent one of them.
 */
export async function enqueueEvents(
  tx: Db,
  listeners: readonly Listener[],
  events: readonly Event[],
  now: number,
): Promise<boolean> {
  const byApp = Map.groupBy(events, (event) => event.data.appid);
  let isSent = false;
  for (const [appid, receivers] of Map.groupBy(listeners, (listener) => listener.appid)) {
    const game_index = (receivers[0] as Listener).game_index;
    const wanted = (byApp.get(appid) ?? []).filter((event) =>
      receivers.some((receiver) => isFor(receiver, aboutOf(event))),
    );
    if (wanted.length === 0) continue;
    isSent = true;
    const first = await takeNumbers(tx, game_index, 'purchase', wanted.length);
    await enqueue(
      tx,
      wanted.flatMap((event, index) => {
        const { type, data, traceparent } = event;
        const number = { gameIndex: game_index, seq: first + index };
        return rowsFor(
          receivers,
          eventRow({ ...number, type, data, traceparent, now }),
          aboutOf(event),
        );
      }),
    );
    await addActivity(
      tx,
      wanted.map(({ type, about }, index) => ({
        game_index,
        appid,
        ...about,
        kind: type,
        reference: String(first + index),
        at: now,
      })),
    );
  }
  return isSent;
}

/** Events of other rooms, after their changes. True when there is a receiver for them. */
export const sendEvents = async (
  tx: Db,
  { appid }: AppName,
  events: readonly Event[],
  now: number,
): Promise<boolean> =>
  events.length > 0 && enqueueEvents(tx, await findListeners(tx, [appid]), events, now);

const aboutOf = ({ type, data }: Event) => ({
  type,
  appid: data.appid,
  market: typeof data.providerId === 'string' ? data.providerId : undefined,
});
