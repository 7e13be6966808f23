// Events about consent for the app server, one for each player.
import type { Market } from '../base/market.ts';
import type { Event } from '../payment/ledger/events.ts';
import type { DownloadKind } from '../payment/markets/download.ts';

/** The download by the store's id, where it is at hand. */
interface About {
  readonly appid: string;
  readonly provider: Market;
  readonly download: string;
  readonly kind: DownloadKind;
  readonly id?: string | undefined;
  /** Null: nobody has logged in from the download. */
  readonly playerId: bigint | null;
  readonly at: number;
}

export const withdrawnEvent = (about: About, restricted: boolean): Event =>
  eventOf('consent.withdrawn', about, { restricted });

export const RESTORED_BY = ['store', 'new_download', 'operator'] as const;

export const restoredEvent = (
  about: About,
  reason: (typeof RESTORED_BY)[number],
  released: boolean,
): Event => eventOf('consent.restored', about, { reason, released });

function eventOf(type: Event['type'], about: About, details: object): Event {
  const { appid, provider, download, kind, id, playerId, at: date } = about;
  return {
    type,
    about: { provider, subject: download },
    data: {
      appid,
      providerId: provider,
      ...(id !== undefined && { [kind === 'install' ? 'installId' : 'appTransactionId']: id }),
      playerId,
      ...details,
      date,
    },
  };
}
