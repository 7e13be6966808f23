// Drafts evidence from what is known. What is not known stays empty: nothing is made up.
import { isoTime } from '../../base/iso-time.ts';
import type { Evidence } from '../markets/pg/gateway.ts';
import { type EvidenceField, LONGEST_FIELD } from '../markets/pg/stripe/evidence.ts';
import { type FactPurchase, type Facts, sumsOf } from './facts.ts';
import { deliverySentence, summaryOf } from './summaries.ts';
import type { DisputeTexts } from './texts.ts';

export const GAPS = [
  'not_verified',
  'not_delivered',
  'no_logins',
  'no_product_description',
  'no_refund_policy',
] as const;
type Gap = (typeof GAPS)[number];

/** What would make the evidence stronger, and is missing. */
export const gapsOf = (facts: Facts, texts: DisputeTexts | undefined): Gap[] =>
  [
    !facts.purchase && ('not_verified' as const),
    facts.purchase?.delivery !== 1 && ('not_delivered' as const),
    facts.logins.length === 0 && ('no_logins' as const),
    !facts.product && ('no_product_description' as const),
    !texts?.refund_policy && ('no_refund_policy' as const),
  ].filter((gap) => gap !== false);

/** In the buyer's language, in English, or in whatever there is. */
export const textsFor = (
  all: readonly DisputeTexts[],
  language: string | null,
): DisputeTexts | undefined =>
  [language, language?.split('-', 1)[0], 'en']
    .map((wanted) => all.find((each) => each.language === wanted))
    .find((each) => each !== undefined) ?? all[0];

const REFUND_REASONS: readonly (string | null)[] = [
  'credit_not_processed',
  'product_unacceptable',
  'product_not_received',
];

export function draftOf(
  reason: string | null,
  facts: Facts,
  texts: DisputeTexts | undefined,
): Evidence {
  const { purchase } = facts;
  const fields: Partial<Record<EvidenceField, string | undefined>> = {
    uncategorized_text: paragraphs(
      summaryOf(reason, facts),
      receiptOf(facts),
      earlierOf(facts),
      policy('Terms of service', texts?.terms_shown, texts?.terms),
    ),
    product_description: productOf(facts),
    service_date:
      purchase?.delivery === 1 && purchase.deliveryAt !== null
        ? time(purchase.deliveryAt)
        : undefined,
    access_activity_log: activityOf(facts),
    refund_policy_disclosure: policy(
      'Refund policy',
      texts?.refund_policy_shown,
      texts?.refund_policy,
    ),
    refund_refusal_explanation: REFUND_REASONS.includes(reason)
      ? refusalOf(facts, texts)
      : undefined,
    cancellation_policy_disclosure: policy(
      'Cancellation policy',
      texts?.cancellation_policy_shown,
      texts?.cancellation_policy,
    ),
    cancellation_rebuttal:
      reason === 'subscription_canceled'
        ? 'The payment was a single charge that does not renew by itself, so there was nothing to cancel. The buyer confirmed the amount on the payment page.'
        : undefined,
    ...(reason === 'duplicate' && duplicatesOf(facts)),
  };
  const filled = Object.entries(fields).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, shortened(text as string)]));
}

const secondOf = (at: number): number => Math.floor(at / 1_000);

const time = (at: number): string => `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`;

const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');

const END = '\n[…]';
const shortened = (text: string): string =>
  text.length > LONGEST_FIELD ? text.slice(0, LONGEST_FIELD - END.length) + END : text;

const policy = (name: string, shown: string | undefined, text: string | undefined): string =>
  paragraphs(shown, text && `${name}:\n${text}`);

function productOf({ game, order, product, purchase }: Facts): string {
  const { productId, quantity } = order;
  const { name = productId, descriptions = {} } = product ?? {};
  const described = descriptions[purchase?.language ?? 'en'] ?? descriptions.en;
  return paragraphs(
    `${name} (product ${productId}), quantity ${quantity}.`,
    described,
    `A virtual item of the game ${game}. It is delivered electronically to the player account; nothing is shipped.`,
  );
}

function receiptOf({ order, purchase, playerId }: Facts): string {
  const lines = [
    `Order ${order.id}: product ${order.productId}, quantity ${order.quantity}, ${order.amount} ${order.currency}.`,
    `Opened in the game at ${time(order.createdAt)} by player account ${order.accountUuid}${playerId === null ? '' : ` (player ${playerId})`}.`,
    order.paidAt !== null &&
      `Paid at ${time(order.paidAt)}${order.paymentId === null ? '' : `, payment ${order.paymentId}`}.`,
    purchase && `Recorded as ${purchase.serviceId}.`,
  ];
  return ['Receipt', ...lines.filter((line) => typeof line === 'string')].join('\n');
}

const MOST_LISTED = 20;

function earlierOf({ earlier }: Facts): string {
  if (earlier.length === 0) return '';
  const sums = sumsOf(earlier).map(({ amount, currency }) => `${amount} ${currency}`);
  const first = earlier.at(-1) as FactPurchase;
  return [
    `Earlier purchases of the account without a dispute or refund: ${earlier.length}, since ${time(first.at)}${sums.length === 0 ? '' : `, ${sums.join(', ')} in all`}.`,
    ...earlier.slice(0, MOST_LISTED).map(lineOf),
  ].join('\n');
}

const lineOf = ({ serviceId, productId, amount, currency, at, delivered }: FactPurchase): string =>
  `${time(at)}  ${serviceId}  ${productId}${amount === null ? '' : `  ${amount} ${currency}`}${delivered ? '  delivered' : ''}`;

function activityOf({ order, purchase, logins, playerId }: Facts): string {
  const events = [
    ...logins.map(({ at, did, until }) => ({
      at,
      text: `player ${playerId} logged in on device ${did}${until === null ? '' : `, until ${time(until)}`}`,
    })),
    { at: order.createdAt, text: `order ${order.id} opened in the game` },
    ...(order.paidAt === null ? [] : [{ at: order.paidAt, text: `order ${order.id} paid` }]),
    ...(purchase?.delivery === 1 && purchase.deliveryAt !== null
      ? [{ at: purchase.deliveryAt, text: `${order.productId} delivered to the player account` }]
      : []),
    // Gateways tell the second: within it, the order is that of the list.
  ].sort((one, other) => secondOf(one.at) - secondOf(other.at));
  return [
    'Logins of the player account and what happened to the order. IP addresses are not recorded.',
    ...events.map(({ at, text }) => `${time(at)}  ${text}`),
  ].join('\n');
}

function refusalOf(facts: Facts, texts: DisputeTexts | undefined): string | undefined {
  if (facts.purchase?.delivery !== 1) return undefined;
  return paragraphs(
    deliverySentence(facts),
    texts?.refund_policy && 'The refund policy that applies is quoted in this evidence.',
  );
}

/** The charge is named when there is exactly one to name. */
function duplicatesOf({ order, alike }: Facts): Partial<Record<EvidenceField, string>> {
  if (alike.length === 0) return {};
  const [only] = alike;
  const paid = `This payment is order ${order.id} of ${time(order.paidAt ?? order.createdAt)}.`;
  return {
    duplicate_charge_explanation: [
      `${paid} The other payments of the account for the product are orders of their own:`,
      ...alike.map(lineOf),
    ].join('\n'),
    ...(alike.length === 1 && only?.chargeId && { duplicate_charge_id: only.chargeId }),
  };
}
