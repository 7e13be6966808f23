// Disputes as the admin API has them: their states, their deadlines and the fields of the evidence.
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Schema } from '../../endpoint.ts';
import { appPath } from '../../place.tsx';
import { DAY_MS } from '../../sales/window.ts';
import { useStates } from './names.ts';

export type Dispute = Schema<'Dispute'>;
export type DisputeRecord = Schema<'DisputeRecord'>;
export type Evidence = Schema<'DisputeEvidence'>;
export type Field = keyof Evidence;

export const STATES = ['open', 'sent', 'won', 'lost', 'closed'] as const;

/** In the order in which somebody reads them. */
const TEXT_FIELDS = [
  'uncategorized_text',
  'product_description',
  'service_date',
  'access_activity_log',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'customer_name',
  'customer_email_address',
  'customer_purchase_ip',
  'billing_address',
] as const satisfies readonly Field[];

const FILE_FIELDS = [
  'customer_communication',
  'receipt',
  'refund_policy',
  'cancellation_policy',
  'service_documentation',
  'duplicate_charge_documentation',
  'uncategorized_file',
] as const satisfies readonly Field[];

export const FIELDS: readonly Field[] = [...TEXT_FIELDS, ...FILE_FIELDS];

/** Of one line. */
export const SHORT_FIELDS: readonly Field[] = [
  ...FILE_FIELDS,
  'service_date',
  'duplicate_charge_id',
  'customer_name',
  'customer_email_address',
  'customer_purchase_ip',
];

export const LONGEST = 20_000;

export const filledIn = (evidence: Evidence): Field[] =>
  FIELDS.filter((name) => (evidence[name] ?? '') !== '');

const SOON_MS = 3 * DAY_MS;

/** What somebody must do something about. */
export const isDueSoon = ({ state, due_at }: Dispute, now = Date.now()): boolean =>
  state === 'open' && due_at !== null && Date.parse(due_at) - now < SOON_MS;

export const disputePage = (appid: string, id: string): string =>
  appPath(appid, `/disputes/list/${encodeURIComponent(id)}`);

const TONES = { open: 'busy', sent: 'busy', won: 'good', lost: 'bad', closed: 'quiet' } as const;

export function DisputeBadge({ state }: { state: Dispute['state'] }) {
  const states = useStates();
  return <StatusBadge tone={TONES[state]}>{states[state]}</StatusBadge>;
}
