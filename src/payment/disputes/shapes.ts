// Schemas of disputes: list entries, one with its facts, drafts and what was sent.
import { Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { GATEWAYS } from '../../base/market.ts';
import { named, namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import type { Evidence } from '../markets/pg/gateway.ts';
import { EVIDENCE_FIELDS, FILE_FIELDS } from '../markets/pg/stripe/evidence.ts';
import { isAnsweredHere } from './answerable.ts';
import { GAPS } from './draft.ts';
import { type Facts, sumsOf } from './facts.ts';

const Text = Type.String();
const Time = Type.String({ description: 'UTC, ISO 8601.' });

export const DisputeId = Type.String({
  pattern: '^[\\x21-\\x7e]{1,100}$',
  description: 'Id of the dispute at the gateway.',
});

export const DisputeState = Type.Enum(['open', 'sent', 'won', 'lost', 'closed'], {
  description:
    '`open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.',
});

const Sending = Type.Enum(['unsent', 'under_way', 'sent', 'refused'], {
  description:
    '`under_way`: Tollgate sends the evidence and settles what came of it. `refused`: it was certainly not sent; `refusal` says why.',
});

const FILES: readonly string[] = FILE_FIELDS;

export const EvidenceText = named(
  'DisputeEvidence',
  Type.Object(
    Object.fromEntries(
      EVIDENCE_FIELDS.map((name) => [
        name,
        Type.Optional(
          Type.String({
            description: FILES.includes(name)
              ? 'Id of a file that was uploaded at the gateway.'
              : 'At most 20,000 characters.',
          }),
        ),
      ]),
    ) as Record<(typeof EVIDENCE_FIELDS)[number], Type.TOptional<Type.TString>>,
    {
      additionalProperties: false,
      description: "Texts by the gateway's names of the fields; at most 150,000 characters in all.",
    },
  ),
);

export const DisputeView = namedObject('Dispute', {
  dispute_id: Text,
  gateway: Type.Enum([...GATEWAYS]),
  order_id: Text,
  player_id: orNull(Id64Answer('Player who opened the order.'), 'Null after an erasure.'),
  state: DisputeState,
  inquiry: Type.Boolean({ description: 'The bank only asks; no money has moved.' }),
  reason: orNull(Text, "In the gateway's word, such as `fraudulent`."),
  network_reason: orNull(Text, 'Code of the card network, such as `10.4`.'),
  amount: orNull(Text, 'Disputed, exact decimal as text; in the currency of the bank.'),
  currency: orNull(Text),
  opened_at: Time,
  due_at: orNull(Time, 'Until when the bank takes evidence; null where the gateway does not say.'),
  decided_at: orNull(Time, 'When Tollgate learned of the end.'),
  answered: Type.Boolean({ description: 'Whether the bank was given evidence.' }),
  answer_here: Type.Boolean({
    description: 'Whether Tollgate sends evidence. False: answer in the dashboard of the gateway.',
  }),
  sending: Sending,
});
export type DisputeView = Type.Static<typeof DisputeView>;

const Amounts = Type.Array(Type.Object({ currency: Text, amount: Text }));

const FactsView = namedObject('DisputeFacts', {
  service_transaction_id: orNull(Text, 'Null while no app server has verified the payment.'),
  product_id: Text,
  product_name: orNull(Text),
  quantity: Type.Integer(),
  amount: Text,
  currency: Text,
  account_uuid: Text,
  language: orNull(Text, 'Of the buyer, as verified.'),
  ordered_at: Time,
  paid_at: orNull(Time),
  delivery: orNull(Type.Enum(['delivered', 'cancelled', 'clawed_back'])),
  delivered_at: orNull(Time),
  refunded: Type.Boolean({ description: 'Whether a refund of the payment is on record.' }),
  logins: Type.Array(
    Type.Object({
      did: Id64Answer('Device.'),
      at: Time,
      until: orNull(Time, 'Null while it lasts.'),
    }),
    { description: 'From a month before the purchase, nearest to it; at most 100.' },
  ),
  earlier_purchases: Type.Integer({
    description: 'Of the account, neither disputed nor refunded.',
  }),
  earlier_amounts: Amounts,
  missing: Type.Array(Type.Enum([...GAPS]), {
    description: 'What would make the evidence stronger.',
  }),
});

const Sent = namedObject('SentEvidence', {
  evidence: EvidenceText,
  sent_at: Time,
  sent_by: Text,
  settled_at: orNull(Time, 'When it was certain what came of it.'),
  refusal: orNull(Text, 'Why it was not sent.'),
});

export const DisputeRecord = namedObject('DisputeRecord', {
  ...DisputeView.properties,
  version: Type.Integer({ description: 'Of the draft; send it back with a change.' }),
  draft: orNull(EvidenceText, 'Null until somebody has begun one.'),
  edited_at: orNull(Time),
  edited_by: orNull(Text),
  sent: orNull(Sent, 'Exactly what was sent, or is being sent.'),
  facts: orNull(FactsView, 'Null when the order is gone.'),
});
export type DisputeRecord = Type.Static<typeof DisputeRecord>;

export const DISPUTE_EXAMPLE = {
  dispute_id: 'du_1QxYz2',
  gateway: 'STRIPE',
  order_id: 'H1001',
  player_id: 20_001,
  state: 'open',
  inquiry: false,
  reason: 'fraudulent',
  network_reason: '10.4',
  amount: '9.99',
  currency: 'USD',
  opened_at: '2026-11-15T12:00:00.000Z',
  due_at: '2026-11-24T12:00:00.000Z',
  decided_at: null,
  answered: false,
  answer_here: true,
  sending: 'unsent',
};

export const viewDispute = (row: DisputeTable): DisputeView => ({
  dispute_id: row.dispute_id,
  gateway: row.gateway,
  order_id: row.order_id,
  player_id: row.player_id === ERASED_PLAYER ? null : BigInt(row.player_id),
  state: row.state,
  inquiry: row.inquiry === 1,
  reason: row.reason,
  network_reason: row.network_reason,
  amount: row.amount,
  currency: row.currency,
  opened_at: isoTime(row.opened_at),
  due_at: isoTimeOrNull(row.due_at),
  decided_at: isoTimeOrNull(row.decided_at),
  answered: row.submissions > 0,
  answer_here: isAnsweredHere(row),
  sending: row.sending,
});

const DELIVERIES = { 1: 'delivered', 2: 'cancelled', 3: 'clawed_back' } as const;

export function viewRecord(
  row: DisputeTable,
  known: { readonly facts: Facts; readonly missing: (typeof GAPS)[number][] } | undefined,
): DisputeRecord {
  return {
    ...viewDispute(row),
    version: row.version,
    draft: evidenceIn(row.draft),
    edited_at: isoTimeOrNull(row.edited_at),
    edited_by: row.edited_by,
    sent: sentOf(row),
    facts: known ? { ...viewFacts(known.facts), missing: known.missing } : null,
  };
}

const evidenceIn = (text: string | null): Evidence | null =>
  text === null ? null : (JSON.parse(text) as Evidence);

function sentOf(row: DisputeTable): DisputeRecord['sent'] {
  const { evidence, sent_at, sent_by, settled_at, refusal } = row;
  if (evidence === null || sent_at === null) return null;
  return {
    evidence: JSON.parse(evidence) as Evidence,
    sent_at: isoTime(sent_at),
    sent_by: sent_by ?? '',
    settled_at: isoTimeOrNull(settled_at),
    refusal,
  };
}

function viewFacts({ order, purchase, product, logins, earlier }: Facts) {
  const { delivery = null, deliveryAt = null } = purchase ?? {};
  return {
    service_transaction_id: purchase?.serviceId ?? null,
    product_id: order.productId,
    product_name: product?.name ?? null,
    quantity: order.quantity,
    amount: order.amount,
    currency: order.currency,
    account_uuid: order.accountUuid,
    language: purchase?.language ?? null,
    ordered_at: isoTime(order.createdAt),
    paid_at: isoTimeOrNull(order.paidAt),
    delivery: delivery === null ? null : DELIVERIES[delivery],
    delivered_at: isoTimeOrNull(deliveryAt),
    refunded: purchase?.refunded ?? false,
    logins: logins.map(({ did, at, until }) => ({
      did,
      at: isoTime(at),
      until: isoTimeOrNull(until),
    })),
    earlier_purchases: earlier.length,
    earlier_amounts: sumsOf(earlier),
  };
}
