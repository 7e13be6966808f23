// Receivers of a project as the admin API has them: one for each channel, registered or not.
import { useGet } from './queries.ts';

export type Channel = 'restriction' | 'purchase';
export const CHANNELS: readonly Channel[] = ['restriction', 'purchase'];

interface Messages {
  readonly channel: Channel;
  /** Counted up to 100,000. */
  readonly waiting: number;
  readonly oldest_at: string | null;
  readonly paused: boolean;
  readonly sending: boolean;
  /** Failed attempts of the message at the head of the line. */
  readonly failures: number;
  readonly next_attempt_at: string | null;
  readonly dead_letters: number;
}

export interface Registration {
  readonly url: string;
  readonly key_hint: string;
  readonly updated_at: string;
}

type Unregistered = { readonly [Name in keyof Registration]: null };

export type ReceiverRecord = Messages & (Registration | Unregistered);

export const receiversPath = (gameIndex: number): string => `/projects/${gameIndex}/receivers`;

/** Undefined data until it has been read. */
export function useReceiver(gameIndex: number, channel: Channel) {
  const { data, error, refetch } = useGet<{ readonly items: readonly ReceiverRecord[] }>(
    receiversPath(gameIndex),
  );
  return { data: data?.items.find((each) => each.channel === channel), error, refetch };
}
