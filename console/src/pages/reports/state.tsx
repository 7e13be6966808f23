// How far a report is, and what it says.
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Schema } from '../../endpoint.ts';
import { useMessages } from './messages.ts';

export type Report = Schema<'ExternalReport'>;
export type ReportRecord = Schema<'ExternalReportRecord'>;

export const STATES = ['due', 'sent', 'refused', 'corrected', 'closed'] as const;
export const KINDS = [
  'sale',
  'refund',
  'correction',
  'no_sale',
  'unrecognized',
  'duplicate',
] as const;

const TONES = {
  due: 'busy',
  sent: 'good',
  refused: 'bad',
  corrected: 'quiet',
  closed: 'quiet',
} as const;

export function ReportState({ state }: Pick<Report, 'state'>) {
  const say = useMessages();
  return <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
}
