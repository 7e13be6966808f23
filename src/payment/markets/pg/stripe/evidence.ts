// The evidence that Stripe takes for a dispute: its fields, and how long they may be.
import type Stripe from 'stripe';
import type { Evidence } from '../gateway.ts';

type StripeField = keyof Stripe.DisputeUpdateParams.Evidence;

/** Text, in the order in which somebody reads it. */
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
] as const satisfies readonly StripeField[];

/** Ids of files that were uploaded at Stripe. */
export const FILE_FIELDS = [
  'customer_communication',
  'receipt',
  'refund_policy',
  'cancellation_policy',
  'service_documentation',
  'duplicate_charge_documentation',
  'uncategorized_file',
] as const satisfies readonly StripeField[];

export const EVIDENCE_FIELDS = [...TEXT_FIELDS, ...FILE_FIELDS];
export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];

export const LONGEST_FIELD = 20_000;
/** All fields together. */
const LONGEST_EVIDENCE = 150_000;

const FILE = /^file_[A-Za-z0-9]{1,100}$/;

export interface EvidenceProblem {
  readonly field: string;
  readonly text: string;
}

/** What Stripe would refuse. */
export function problemOf(evidence: Evidence): EvidenceProblem | undefined {
  const entries = Object.entries(evidence);
  if (entries.length === 0) return { field: '', text: 'The evidence is empty.' };
  for (const [field, text] of entries) {
    const name = `evidence.${field}`;
    if (text.length > LONGEST_FIELD) return { field: name, text: tooLong(text, LONGEST_FIELD) };
    if (isFile(field) && !FILE.test(text)) {
      return {
        field: name,
        text: 'Send the id of a file uploaded at Stripe, such as file_1A2b3C.',
      };
    }
  }
  const all = entries.map(([, text]) => text).join('');
  return all.length > LONGEST_EVIDENCE
    ? { field: 'evidence', text: `All fields together: ${tooLong(all, LONGEST_EVIDENCE)}` }
    : undefined;
}

const isFile = (field: string): boolean => FILE_FIELDS.some((each) => each === field);

const tooLong = ({ length }: string, most: number): string =>
  `${length - most} characters too long (maximum ${most}).`;
