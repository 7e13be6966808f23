// Delivery status of messages by number: waiting for a receiver, dead letter of one, or delivered to all.
import type { Db } from '../storage/db.ts';
import type { Channel, LaneName } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import { lanesOf } from './relay/lane-life.ts';

export type DeliveryStatus = 'waiting' | 'dead' | 'done';

/** A replayed dead letter was sent under another number. */
export async function deliveryStatusOf(
  db: Db,
  { gameIndex, channel }: { readonly gameIndex: number; readonly channel: Channel },
  numbers: readonly number[],
): Promise<(number: number) => DeliveryStatus> {
  if (numbers.length === 0) return () => 'done';
  const lane = { gameIndex, lanes: await lanesOf(db, gameIndex, channel) };
  const waiting = await findWaiting(db, { ...lane, numbers });
  const least = Math.min(...numbers);
  const dead = await findDead(db, { ...lane, least, greatest: Math.max(...numbers) });
  const queued = new Set(waiting.map(({ seq }) => seq));
  return (number) => {
    if (queued.has(number)) return 'waiting';
    const isDead = dead.some(
      ({ first_seq, last_seq }) => first_seq <= number && number <= last_seq,
    );
    return isDead ? 'dead' : 'done';
  };
}

interface Lanes {
  readonly gameIndex: number;
  readonly lanes: readonly LaneName[];
}

const findWaiting = statement((db, $: Params<Lanes & { numbers: readonly number[] }>) =>
  ofProject(db, $)
    .selectFrom('outbox')
    .select('seq')
    .where('channel', 'in', $.lanes)
    .where('seq', 'in', $.numbers),
);

const findDead = statement((db, $: Params<Lanes & { least: number; greatest: number }>) =>
  ofProject(db, $)
    .selectFrom('outbox_batch')
    .select(['first_seq', 'last_seq'])
    .where('channel', 'in', $.lanes)
    .where('state', '=', 'dead')
    .where('first_seq', '<=', $.greatest)
    .where('last_seq', '>=', $.least),
);
