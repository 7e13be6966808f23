// What was sent to a receiver, as the admin API has it.
import type { Channel } from '../../receivers.ts';

export type AttemptResult =
  | 'delivered'
  | 'result_code'
  | 'status'
  | 'answer'
  | 'network'
  | 'address';

/** What came back from the receiver. */
export interface Reply {
  readonly result: AttemptResult;
  readonly status: number | null;
  readonly result_code: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

export interface AttemptRecord extends Reply {
  readonly batch_id: string;
  readonly number: number;
  readonly at: string;
  readonly messages: number;
  readonly duration_ms: number;
}

export interface LetterRecord {
  readonly batch_id: string;
  readonly url: string;
  readonly messages: number;
  readonly attempts: number;
  readonly created_at: string;
  readonly died_at: string;
}

export interface Replayed {
  readonly letters: number;
  readonly queued: number;
  readonly overtaken: number;
}

export const lanePath = (gameIndex: number, channel: Channel): string =>
  `/projects/${gameIndex}/outbox/${channel}`;
