// The calls on payment intents and on their charges, and the balance they make.
import { type Call, expandable, find, listPage, paging } from './call.ts';
import { showCharge } from './charge-object.ts';
import { badParameter } from './errors.ts';
import type { Intent } from './ledger.ts';
import { showIntent } from './objects.ts';
import {
  boolean,
  currency,
  ignored,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  read,
  shape,
  text,
  webUrl,
} from './params.ts';
import { cancelIntent, checkMethod, confirmIntent, createIntent } from './payments.ts';

const automaticMethods = shape({
  enabled: needed(boolean),
  allow_redirects: oneOf('always', 'never'),
});

const creation = shape({
  ...expandable,
  amount: needed(integer({ min: 1 })),
  currency: needed(currency),
  automatic_payment_methods: automaticMethods,
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: boolean,
  confirmation_method: oneOf('automatic'),
  customer: ignored,
  description: text(),
  metadata,
  payment_method: text(),
  payment_method_options: ignored,
  payment_method_types: list(text()),
  receipt_email: text(),
  return_url: webUrl,
  shipping: ignored,
  statement_descriptor: ignored,
  statement_descriptor_suffix: text({ max: 22 }),
  use_stripe_sdk: ignored,
});

/** The least Stripe charges, in minor units; currencies that are not here have no floor. */
const leastAmounts: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  jpy: 50,
  krw: 100,
  cad: 50,
  aud: 50,
};

export function checkAmount(amount: number, code: string, param = 'amount'): void {
  const least = leastAmounts[code] ?? 1;
  if (amount >= least) return;
  throw badParameter(
    `Amount must be at least ${least} in minor units of ${code}.`,
    param,
    'amount_too_small',
  );
}

const confirmation = shape({
  ...expandable,
  payment_method: text(),
  payment_method_options: ignored,
  payment_method_types: list(text()),
  receipt_email: text(),
  return_url: webUrl,
  use_stripe_sdk: ignored,
});

const cancellation = shape({
  ...expandable,
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
});

const lookup = shape({ ...expandable, client_secret: ignored });
const intentList = shape({ ...paging, customer: ignored });
const chargeList = shape({ ...paging, payment_intent: text(), customer: ignored });

export const intentCalls: Call[] = [
  {
    verb: 'POST',
    path: '/payment_intents',
    answer(account, { livemode, source }) {
      const params = read(creation, source);
      checkAmount(params.amount, params.currency);
      checkMethod(params.payment_method);
      const automatic = params.automatic_payment_methods?.enabled ?? !params.payment_method_types;
      const intent = createIntent(account, {
        livemode,
        amount: params.amount,
        currency: params.currency,
        metadata: params.metadata ?? {},
        automatic,
        methodTypes: params.payment_method_types ?? ['card'],
        ...(params.description !== undefined && { description: params.description }),
        ...(params.receipt_email !== undefined && { receiptEmail: params.receipt_email }),
        ...(params.payment_method !== undefined && { method: params.payment_method }),
        ...(params.statement_descriptor_suffix !== undefined && {
          descriptorSuffix: params.statement_descriptor_suffix,
        }),
      });
      if (params.confirm) confirmIntent(account, intent);
      return answerWith(intent, params.expand);
    },
  },
  {
    verb: 'GET',
    path: '/payment_intents',
    answer({ ledger }, { livemode, source }) {
      const query = read(intentList, source);
      const object = listPage(ledger.intents, livemode, query, {
        url: '/v1/payment_intents',
        matches: () => true,
        show: showIntent,
      });
      return { object, expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/payment_intents/:id',
    answer({ ledger }, { livemode, id, source }) {
      const query = read(lookup, source);
      return answerWith(find(ledger.intents, 'payment_intent', id, livemode), query.expand);
    },
  },
  {
    verb: 'POST',
    path: '/payment_intents/:id/confirm',
    answer(account, { livemode, id, source }) {
      const params = read(confirmation, source);
      const intent = find(account.ledger.intents, 'payment_intent', id, livemode);
      checkMethod(params.payment_method);
      if (params.receipt_email !== undefined) intent.receiptEmail = params.receipt_email;
      confirmIntent(account, intent, params.payment_method);
      return answerWith(intent, params.expand);
    },
  },
  {
    verb: 'POST',
    path: '/payment_intents/:id/cancel',
    answer(account, { livemode, id, source }) {
      const params = read(cancellation, source);
      const intent = find(account.ledger.intents, 'payment_intent', id, livemode);
      cancelIntent(account, intent, params.cancellation_reason);
      return answerWith(intent, params.expand);
    },
  },
  {
    verb: 'GET',
    path: '/charges',
    answer({ ledger }, { livemode, source }) {
      const query = read(chargeList, source);
      const object = listPage(ledger.charges, livemode, query, {
        url: '/v1/charges',
        matches: ({ intent }) => (query.payment_intent ?? intent) === intent,
        show: (charge) => showCharge(ledger, charge),
      });
      return { object, expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/charges/:id',
    answer({ ledger }, { livemode, id, source }) {
      const query = read(lookup, source);
      const charge = find(ledger.charges, 'charge', id, livemode);
      return { object: showCharge(ledger, charge), expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/balance',
    answer({ ledger }, { livemode, source }) {
      read(lookup, source);
      const sums = new Map<string, number>();
      for (const charge of ledger.charges.olderThan(undefined)) {
        if (charge.livemode !== livemode || charge.declined) continue;
        const sum = sums.get(charge.currency) ?? 0;
        sums.set(charge.currency, sum + charge.amount - charge.amountRefunded);
      }
      const available = Array.from(sums, ([code, amount]) => balanceOf(amount, code));
      const object = {
        object: 'balance',
        available: available.length > 0 ? available : [balanceOf(0, 'usd')],
        livemode,
        pending: [balanceOf(0, 'usd')],
      };
      return { object };
    },
  },
];

function balanceOf(amount: number, code: string) {
  return { amount, currency: code, source_types: { card: amount } };
}

function answerWith(intent: Intent, expand: string[] = []) {
  return { object: showIntent(intent), expand };
}
