// A notification from a store as the admin API has it.
import type { Schema } from '../../endpoint.ts';

export type Notice = Schema<'Notice'>;
export type NoticeRecord = Schema<'NoticeRecord'>;
