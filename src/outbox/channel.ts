// What the relay must be told about one kind of message; everything else is the same for all kinds.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxAttemptTable, OutboxTable } from '../storage/schema.ts';

/** Where a project's messages go, and the key that authenticates and signs them. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** What the receiver answered; at most the first 64 KiB. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string | undefined;
}

export type Result = OutboxAttemptTable['result'];

export interface Verdict {
  readonly result: Result;
  readonly resultCode?: number;
  /** Why it does not count as delivered. */
  readonly error?: string;
}

export type QueuedRow = Pick<OutboxTable, 'seq' | 'subject' | 'payload' | 'traceparent'>;

export interface ChannelPort {
  /** The request's bytes, put together from payloads that are JSON already. */
  body(gameIndex: number, target: Target, payloads: readonly string[]): string;
  judge(answer: Answer): Verdict;
  /** Which of these rows say something that is no longer the last word about their subject. */
  overtaken(tx: Db, gameIndex: number, rows: readonly QueuedRow[]): Promise<ReadonlySet<number>>;
}

/** What is known about each kind of message. */
export type Channels = ReadonlyMap<Channel, ChannelPort>;
