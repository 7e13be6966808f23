// What was sent to a receiver, as the admin API has it.
import { endpoint, type Schema } from '../../endpoint.ts';
import type { Channel } from '../../receivers.ts';

export type AttemptRecord = Schema<'Attempt'>;
export type DeliveryRecord = Schema<'PlayerDelivery'>;
export type LetterRecord = Schema<'DeadLetter'>;
/** What came back from the receiver. */
export type Reply = Pick<AttemptRecord, 'result' | 'status' | 'result_code' | 'answer' | 'error'>;

export const laneEndpoint = (game_index: number, channel: Channel) =>
  endpoint('/projects/{game_index}/outbox/{channel}', { game_index, channel });
