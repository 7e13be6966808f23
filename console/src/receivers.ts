// Receivers of a project: the first of each channel, registered or not, and others by name.
import { endpoint, type Schema } from './endpoint.ts';
import { useGet } from './queries.ts';

/** A channel is its first receiver, `channel:name` another one. */
export type Channel = Schema<'ReceiverId'>;
export const CHANNELS = ['restriction', 'purchase'] as const;

/** The channel and the name of a receiver; the first one has no name. */
export function partsOf(receiver: Channel) {
  const [channel, name] = receiver.split(':');
  return { channel: channel as (typeof CHANNELS)[number], name };
}

export type ReceiverRecord = Schema<'ReceiverState'>;
export type Registration = Pick<
  Schema<'Receiver'>,
  'url' | 'key_hint' | 'updated_at' | 'old_key' | 'bearer_hint' | 'events' | 'apps' | 'markets'
>;

export const receiversEndpoint = (game_index: number) =>
  endpoint('/projects/{game_index}/receivers', { game_index });

export const useReceivers = (gameIndex: number): readonly ReceiverRecord[] =>
  useGet(receiversEndpoint(gameIndex)).data?.items ?? [];

/** Undefined data until it has been read. */
export function useReceiver(gameIndex: number, channel: Channel) {
  const { data, error, refetch } = useGet(receiversEndpoint(gameIndex));
  return { data: data?.items.find((each) => each.channel === channel), error, refetch };
}

export function registrationOf(record: ReceiverRecord | undefined): Registration | undefined {
  const { url = null, key_hint = null, updated_at = null } = record ?? {};
  return url === null || key_hint === null || updated_at === null
    ? undefined
    : { ...record, url, key_hint, updated_at };
}
