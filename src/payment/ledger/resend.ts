// Sends one event about a purchase to the app server again.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, notFound, type Rejection } from '../../audit/operation.ts';
import { parseJson, printJson } from '../../base/json.ts';
import { namedObject } from '../../base/named.ts';
import { rowsFor } from '../../outbox/filter.ts';
import { changeOutbox, enqueue, takeNumbers } from '../../outbox/outbox.ts';
import { bodyOf, sentAround } from '../../outbox/relay/sent.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type Activity, addActivity, isEvent, readActivity, SENT_AGAIN } from './activity.ts';
import { purchaseEvent } from './events.ts';
import { findListeners } from './events-store.ts';
import { findByServiceId } from './purchases-store.ts';

export const ResendInput = Type.Object(
  {
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Number of the event in the timeline. Without it, `purchase.verified` is sent.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ResendInput = Type.Static<typeof ResendInput>;

export const ResentEvent = namedObject('ResentEvent', {
  type: Type.String({ description: 'Type of the event, such as `purchase.verified`.' }),
  number: Type.Integer({ description: 'Number of the new message.' }),
});
export type ResentEvent = Type.Static<typeof ResentEvent>;

interface PurchaseKey {
  readonly service_transaction_id: string;
}

/** With the same content, as a new message at the end of the queue. */
export function resendEvent(
  { context, app }: AppContext,
  actor: Actor,
  { service_transaction_id: id, number }: ResendInput & PurchaseKey,
): Promise<ResentEvent | Rejection> {
  return changeOutbox<ResentEvent>(context, actor, async (tx, now) => {
    const { appid, gameIndex } = app;
    const purchase = await findByServiceId(tx, app, id);
    if (!purchase) return notFound(`App ${appid} has no purchase ${id}.`);
    const listeners = await findListeners(tx, [appid]);
    if (listeners.length === 0) {
      return notFound(`Project ${gameIndex} has no receiver of purchase events. Register one.`);
    }
    const found = number === undefined ? verified(purchase, now) : await sent(tx, purchase, number);
    if ('rejected' in found) return found;
    const { type, payload } = found;
    const seq = await takeNumbers(tx, gameIndex, 'purchase', 1);
    const message = { channel: 'purchase', seq, subject: String(seq), payload } as const;
    const row = { game_index: gameIndex, appid, ...message, traceparent: null, created_at: now };
    const rows = rowsFor(listeners, row, { type, appid, market: purchase.provider });
    if (rows.length === 0) return invalid('number', `No receiver gets ${type} of app ${appid}.`);
    await enqueue(tx, rows);
    const about = { game_index: gameIndex, appid, ...subjectOf(purchase) };
    const entry = { ...about, kind: type, reference: String(seq), at: now, details: SENT_AGAIN };
    await addActivity(tx, [entry]);
    const value = { type, number: seq };
    return {
      value,
      audit: {
        action: 'purchase.resend-event',
        gameIndex,
        target: `apps/${appid}/purchases/${id}`,
        after: { ...value, ...(number !== undefined && { of: number }) },
      },
    };
  });
}

interface Found {
  readonly type: string;
  readonly payload: string;
}

const subjectOf = ({ provider, unique_key }: PurchaseTable) => ({ provider, subject: unique_key });

/** It is made of the purchase alone, so it can be made at any time. */
function verified(purchase: PurchaseTable, now: number): Found | Rejection {
  if (purchase.claimed !== 1) {
    const detail = 'No app server has verified this purchase yet. Send the number of an event.';
    return invalid('number', detail);
  }
  const { type, data } = purchaseEvent('purchase.verified', purchase);
  const timestamp = new Date(purchase.claimed_at ?? now).toISOString();
  return { type, payload: printJson({ type, timestamp, data }) };
}

/** As it was sent. */
async function sent(db: Db, purchase: PurchaseTable, number: number): Promise<Found | Rejection> {
  const { appid, game_index: gameIndex, transaction_id } = purchase;
  const { provider, subject } = subjectOf(purchase);
  const activity = await readActivity(db, { appid, gameIndex, provider, subjects: [subject] });
  const isIt = (each: Activity): boolean => isEvent(each) && each.reference === String(number);
  const event = activity.find(isIt);
  if (!event) return notFound(`The timeline of the purchase has no event ${number}.`);
  const requests = await sentAround(db, { gameIndex, channel: 'purchase' }, number);
  for (const request of requests) {
    const { events } = parseJson(bodyOf(request)) as { events: SentEvent[] };
    const same = events.find(
      ({ type, data }) => type === event.kind && data.transactionId === transaction_id,
    );
    if (same) return { type: same.type, payload: printJson(same) };
  }
  if (event.kind === 'purchase.verified') return verified(purchase, event.at);
  return invalid(
    'number',
    `Event ${number} has not been sent yet, or is older than the time for which requests are kept.`,
  );
}

interface SentEvent {
  readonly type: string;
  readonly data: { readonly transactionId?: string };
}
