// Prometheus metrics of message delivery: backlog, age, dead letters, attempts.

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import type { Channel } from '../storage/schema.ts';
import {
  COUNTED_UP_TO,
  countDeadLetters,
  countRefused,
  countWaiting,
  oldestWaiting,
} from './backlog.ts';
import type { Result } from './channel.ts';

/** Registers the metrics; returns the callback for finished attempts. */
export function measureOutbox(
  registry: Registry,
  db: Db,
  clock: Clock,
  channels: readonly Channel[],
): (channel: Channel, result: Result) => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (channel: Channel) => Promise<number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['channel'],
      registers,
      async collect() {
        for (const channel of channels) this.set({ channel }, await read(channel));
      },
    });
  gauge(
    'tollgate_outbox_backlog',
    `Messages waiting for delivery, counted up to ${COUNTED_UP_TO}.`,
    (channel) => countWaiting(db, channel),
  );
  gauge(
    'tollgate_outbox_oldest_seconds',
    'Age of the oldest message in the queue, without refused ones; 0 if it is empty.',
    async (channel) => {
      const now = clock();
      return Math.max(now - ((await oldestWaiting(db, channel)) ?? now), 0) / 1_000;
    },
  );
  gauge(
    'tollgate_outbox_refused',
    'Waiting messages that their receiver refused; each is retried on its own.',
    (channel) => countRefused(db, channel),
  );
  gauge(
    'tollgate_outbox_dead_letters',
    'Dead letters: batches that failed for three days and were not replayed.',
    (channel) => countDeadLetters(db, channel),
  );
  const attempts = new Counter({
    name: 'tollgate_outbox_attempts_total',
    help: 'Delivery attempts of batches, by result.',
    labelNames: ['channel', 'result'],
    registers,
  });
  return (channel, result) => attempts.inc({ channel, result });
}
