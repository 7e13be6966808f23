// Receivers of a project: one for each channel, registered or not.
import { endpoint, type Schema } from './endpoint.ts';
import { useGet } from './queries.ts';

export type Channel = Schema<'Channel'>;
export const CHANNELS: readonly Channel[] = ['restriction', 'purchase'];

export type ReceiverRecord = Schema<'ReceiverState'>;
export type Registration = Pick<
  Schema<'Receiver'>,
  'url' | 'key_hint' | 'updated_at' | 'old_key' | 'bearer_hint'
>;

export const receiversEndpoint = (game_index: number) =>
  endpoint('/projects/{game_index}/receivers', { game_index });

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
