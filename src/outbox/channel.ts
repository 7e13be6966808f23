// The parts of delivery that differ between channels.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxAttemptTable, OutboxTable } from '../storage/schema.ts';

/** Where a project's messages go, and the key that authenticates and signs them. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** The receiver's answer, at most its first 64 KiB. */
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
  /** The request body, joined from JSON payloads. */
  body(gameIndex: number, target: Target, payloads: readonly string[]): string;
  judge(answer: Answer): Verdict;
  /** Which of these rows are superseded by a newer change of the same subject. */
  overtaken(tx: Db, gameIndex: number, rows: readonly QueuedRow[]): Promise<ReadonlySet<number>>;
}

/** The ports of all channels. */
export type Channels = ReadonlyMap<Channel, ChannelPort>;
