// The parts of delivery that differ between channels.
import type { Db } from '../storage/db.ts';
import type { Channel, OutboxAttemptTable, OutboxTable } from '../storage/schema.ts';

/** Where a project's messages go, and what authenticates them. */
export interface Target {
  readonly url: string;
  /** Each signs: the key, and during a rotation the one before it. */
  readonly keys: readonly string[];
  readonly bearer: string;
  /** The only apps whose messages it gets; none: all. */
  readonly apps: readonly string[];
}

/** The receiver's answer, at most its first 64 KiB. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string | undefined;
  /** Those that help to find out why. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How an attempt ended. */
export type Result = Exclude<OutboxAttemptTable['result'], 'superseded'>;

export interface Verdict {
  readonly result: Result;
  readonly resultCode?: number;
  /** Why it does not count as delivered. */
  readonly error?: string;
}

export type QueuedRow = Pick<OutboxTable, 'seq' | 'subject' | 'appid' | 'payload' | 'traceparent'>;

export interface ChannelPort {
  /** The types of its events, and the markets that they are about; none where messages are of one kind. */
  readonly types: readonly string[];
  readonly markets: readonly string[];
  /** The request body, joined from JSON payloads. */
  body(gameIndex: number, target: Pick<Target, 'url'>, payloads: readonly string[]): string;
  /** A `result_code` is a verdict about the messages; any other failure is one about the receiver. */
  judge(answer: Answer): Verdict;
  /** Which of these rows no longer describe the state of their subject. */
  superseded(
    tx: Db,
    gameIndex: number,
    rows: readonly QueuedRow[],
    now: number,
    apps: readonly string[],
  ): Promise<ReadonlySet<number>>;
}

/** The ports of all channels. */
export type Channels = ReadonlyMap<Channel, ChannelPort>;
