// What the bank should know first, by the reason of the dispute.
import type { Facts } from './facts.ts';

/** In the words of Stripe; others get the summary of `general`. */
const SUMMARIES: Readonly<Record<string, (facts: Facts) => string>> = {
  fraudulent: (facts) =>
    `The buyer says that they did not make this payment. It was made from within the game ${facts.game}, by somebody who was signed in to the player account below. ${accountHistory(facts)}`,
  unrecognized: (facts) =>
    `The buyer does not recognise this payment. It is for a virtual item of the game ${facts.game}, bought from within the game. ${accountHistory(facts)}`,
  product_not_received: (facts) =>
    `The buyer says that the goods did not arrive. They are a virtual item of the game ${facts.game}; nothing is shipped. ${deliverySentence(facts)}`,
  product_unacceptable: (facts) =>
    `The buyer says that the goods are not as described. They are a virtual item of the game ${facts.game}, described below as it is shown in the game. ${deliverySentence(facts)}`,
  duplicate: (facts) =>
    facts.alike.length === 0
      ? 'The buyer says that they were charged twice. There is no other payment of this account for the product within two days.'
      : 'The buyer says that they were charged twice. Each payment is an order of its own with its own goods, as listed below.',
  subscription_canceled: () =>
    'The buyer says that a subscription was cancelled before this payment. This payment is no renewal: it is a single charge that the buyer confirmed on the payment page.',
  credit_not_processed: ({ purchase }) =>
    purchase?.refunded
      ? 'The buyer says that a refund was promised and not paid. A refund of this payment is on record.'
      : 'The buyer says that a refund was promised and not paid. No refund of this payment is on record.',
  general: (facts) =>
    `This payment is for a virtual item of the game ${facts.game}, bought from within the game. ${deliverySentence(facts)}`,
};

export const summaryOf = (reason: string | null, facts: Facts): string =>
  ((reason !== null && SUMMARIES[reason]) || (SUMMARIES.general as (facts: Facts) => string))(
    facts,
  );

export function deliverySentence({ purchase }: Facts): string {
  switch (purchase?.delivery) {
    case 1:
      return 'The game delivered it to the player account, as the record below shows.';
    case 2:
      return 'The game reported that the delivery was cancelled.';
    case 3:
      return 'The game delivered it, and took it back later.';
    default:
      return 'The game has not reported a delivery.';
  }
}

function accountHistory({ logins, earlier }: Facts): string {
  const devices = new Set(logins.map(({ did }) => did)).size;
  const used =
    devices === 0
      ? ''
      : `The account was used on ${devices === 1 ? 'one device' : `${devices} devices`} around the purchase. `;
  const paid =
    earlier.length === 0
      ? 'It has no earlier purchases.'
      : `It had made ${earlier.length === 1 ? 'one purchase' : `${earlier.length} purchases`} before that nobody disputed or refunded.`;
  return used + paid;
}
