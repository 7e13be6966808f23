// A notice as the admin API tells it.
import type { Market } from '../../sales/records.ts';

export interface Notice {
  readonly provider: Exclude<Market, 'STEAM'>;
  readonly notice_id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'applied' | 'kept' | 'failed';
  readonly said_at: string;
  readonly received_at: string;
}

export interface NoticeRecord extends Notice {
  /** As it came. */
  readonly body: string;
}

export const noticePath = (
  appid: string,
  { provider, notice_id }: Pick<Notice, 'provider' | 'notice_id'>,
): string => `/apps/${appid}/notices/${provider}/${encodeURIComponent(notice_id)}`;
