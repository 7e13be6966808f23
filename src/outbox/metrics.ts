// Prometheus metrics of message delivery: backlog, age, dead letters, attempts.

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import type { Channel, LaneName } from '../storage/schema.ts';
import {
  COUNTED_UP_TO,
  countDeadLetters,
  countRefused,
  countWaiting,
  oldestWaiting,
  RECEIVERS,
  type Receivers,
} from './backlog.ts';
import type { Result } from './channel.ts';
import { channelOf, nameOf } from './lane-name.ts';

/** Registers the metrics; returns the callback for finished attempts. */
export function measureOutbox(
  registry: Registry,
  db: Db,
  clock: Clock,
  channels: readonly Channel[],
): (lane: LaneName, result: Result) => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (of: Receivers) => Promise<number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['channel', 'receiver'],
      registers,
      async collect() {
        for (const channel of channels) {
          for (const receiver of RECEIVERS) {
            this.set({ channel, receiver }, await read({ channel, receiver }));
          }
        }
      },
    });
  gauge(
    'tollgate_outbox_backlog',
    `Messages waiting for delivery, counted up to ${COUNTED_UP_TO}.`,
    (of) => countWaiting(db, of),
  );
  gauge(
    'tollgate_outbox_oldest_seconds',
    'Age of the oldest message in the queue, without refused ones; 0 if it is empty.',
    async (of) => {
      const now = clock();
      return Math.max(now - ((await oldestWaiting(db, of)) ?? now), 0) / 1_000;
    },
  );
  gauge(
    'tollgate_outbox_refused',
    'Waiting messages that their receiver refused; each is retried on its own.',
    (of) => countRefused(db, of),
  );
  gauge(
    'tollgate_outbox_dead_letters',
    'Dead letters: batches that failed for three days and were not replayed.',
    (of) => countDeadLetters(db, of),
  );
  const attempts = new Counter({
    name: 'tollgate_outbox_attempts_total',
    help: 'Delivery attempts of batches, by result.',
    labelNames: ['channel', 'receiver', 'result'],
    registers,
  });
  return (lane, result) => {
    const receiver = nameOf(lane) === undefined ? 'first' : 'other';
    attempts.inc({ channel: channelOf(lane), receiver, result });
  };
}
