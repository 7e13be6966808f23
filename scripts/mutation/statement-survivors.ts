// Changes of statements that no test can notice, and why.
import type { Explained } from './explain.ts';

const BY_ID = 'src/payment/queries/by-id-store.ts';
const LEDGER = 'src/payment/figures/ledger-store.ts';

export const EXPLAINED_STATEMENTS: readonly Explained[] = [
  {
    file: 'src/consent/store.ts',
    changes: ['one.download < other.download → <='],
    why: 'Keys of a map are never equal.',
  },
  {
    file: 'src/figures/read-store.ts',
    changes: ['one < other → <='],
    why: 'Keys of a map are never equal.',
  },
  {
    file: 'src/outbox/replay/accepted.ts',
    changes: ['.limit($.limit) → twice as many'],
    why: 'It goes on until none is left.',
  },
  {
    file: 'src/payment/external/search-store.ts',
    changes: ["'report_id' '>=' idsFrom(from) → >", "'report_id' '<' idsFrom(to + 1) → <="],
    why: 'Ids are longer than what the ids of a moment begin with, so none is equal to it.',
  },
  {
    file: LEDGER,
    changes: [
      ".where('subscription_id', 'in', $.ids) → left out",
      ".where('subscription_id', 'in', $.ids) → left out",
      ".where('subscription_id', 'in', $.ids) → left out",
      ".where('replaces', 'in', $.ids) → left out",
    ],
    why: 'It would only read more: of what was read, the linked subscriptions are taken by their ids.',
  },
  {
    file: LEDGER,
    changes: [
      ".where('provider', 'in', SUBSCRIPTION_MARKETS) → left out",
      ".where('provider', 'in', SUBSCRIPTION_MARKETS) → left out",
      ".where('provider', 'in', SUBSCRIPTION_MARKETS) → left out",
    ],
    why: 'It leads to the index: no other market has subscriptions.',
  },
  {
    file: LEDGER,
    changes: ['index < own.length → <='],
    why: 'Behind the last one there is nobody with neighbours.',
  },
  {
    file: 'src/payment/figures/personal-data.ts',
    changes: [".where('account_uuid', '=', pseudonym) → left out"],
    why: 'It would only read more: the account is replaced by its name, which the facts of others do not have.',
  },
  {
    file: 'src/payment/figures/undelivered-store.ts',
    changes: ['.limit($.limit) → twice as many'],
    why: 'It would only read more: whoever has more than the limit is not counted.',
  },
  {
    file: BY_ID,
    changes: [
      ".where('provider', 'in', MARKET_CODES) → left out",
      ".where('provider', 'in', MARKET_CODES) → left out",
      ".where('provider', 'in', MARKET_CODES) → left out",
      ".where('provider', 'in', SUBSCRIPTION_MARKETS) → left out",
    ],
    why: 'It leads to the index: there are no other markets, and no others with subscriptions.',
  },
  {
    file: BY_ID,
    changes: [".where('number', 'in', $.numbers) → left out"],
    why: 'It would only read more: of what was read, those that were asked for are taken.',
  },
  {
    file: 'src/payment/queries/spending-store.ts',
    changes: [".where('purchase.provider', 'in', MARKET_CODES) → left out"],
    why: 'It leads to the index: there are no other markets.',
  },
  {
    file: 'src/payment/disputes/facts-store.ts',
    changes: ['.limit(MOST_LOGINS) → twice as many', '.limit(MOST_LOGINS) → twice as many'],
    why: 'It would only read more: of what was read, the nearest hundred are taken.',
  },
  {
    file: 'src/payment/disputes/facts-store.ts',
    changes: [".where('provider', 'in', MARKET_CODES) → left out"],
    why: 'It leads to the index: there are no other markets.',
  },
  {
    file: 'src/payment/ledger/activity.ts',
    changes: [".where('provider', 'in', MARKET_CODES) → left out"],
    why: 'It leads to the index: there are no other markets.',
  },
  {
    file: 'src/payment/ledger/erasures-store.ts',
    changes: [".where('subscription.provider', 'in', SUBSCRIPTION_MARKETS) → left out"],
    why: 'It leads to the index: no other market has subscriptions.',
  },
  {
    file: 'src/payment/ledger/chains-store.ts',
    changes: [".where('chain_hash', 'in', $.hashes) → left out"],
    why: 'It would only read more: chains that nobody asked for are not among the new ones.',
  },
  {
    file: 'src/payment/ledger/chains-store.ts',
    changes: ['one.chain_hash < other.chain_hash → <='],
    why: 'In which order equal ones stand makes no difference.',
  },
  {
    file: 'src/payment/ledger/purchases-store.ts',
    changes: [".where('receipt_hash', 'in', $.hashes) → left out"],
    why: 'It would only read more: of what was read, purchases are taken by the hashes of their receipts.',
  },
  {
    file: 'src/payment/ledger/notice-data.ts',
    changes: ['.limit(UNREAD_AT_ONCE) → twice as many'],
    why: 'It goes on until none is left.',
  },
];
