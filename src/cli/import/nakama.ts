// Nakama: rows of its tables users, purchase and subscription, or the answers of its API.

import { type Fields, fieldsOf } from './records.ts';
import type { Converted } from './shape.ts';
import {
  defined,
  eventTimeIn,
  isEmpty,
  listIn,
  objectIn,
  problem,
  textIn,
  UUID,
} from './values.ts';

const LISTS = ['validated_purchases', 'validated_subscriptions', 'users'] as const;

/** The items of a page; an account is one with its user. */
export function nakamaItems(fields: Fields): readonly Fields[] {
  const list = LISTS.find((name) => Array.isArray(fields[name]));
  if (list) return listIn(fields[list]);
  const account = fieldsOf(fields.account) ?? fields;
  const user = fieldsOf(account.user);
  return [user ? { ...user, ...account } : account];
}

/** A ban in Nakama has a beginning only. */
export function readNakamaBan(fields: Fields): Converted {
  const start_date = eventTimeIn(fields.disable_time);
  if (start_date === undefined) return 'skip';
  const player_id = [fields.player_id, fields.id, fields.user_id].find((each) => !isEmpty(each));
  if (player_id === undefined) return problem('player_id', 'Add a column player_id, or id.');
  const { block_type, type_en_name, comment } = fields;
  const own = defined({ block_type, type_en_name, comment });
  return { fields: { ...own, player_id, status: 'P', start_date } };
}

/** Numbers in the table and the API, names in exports of protocol buffers. */
const STORES: Readonly<Record<string, 'APPLE' | 'GOOGLE'>> = {
  '0': 'APPLE',
  APPLE_APP_STORE: 'APPLE',
  '1': 'GOOGLE',
  GOOGLE_PLAY_STORE: 'GOOGLE',
};
const SANDBOX = new Set(['1', 'SANDBOX']);
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function readNakamaPurchase(fields: Fields): Converted {
  // The API leaves out what is zero.
  const store = String(isEmpty(fields.store) ? 0 : fields.store);
  const provider = STORES[store];
  if (!provider) return problem('store', `Tollgate has no market for the store ${store}.`);
  const answer = objectIn(fields.provider_response) ?? objectIn(fields.raw_response) ?? {};
  const owner = textIn(fields.user_id);
  const common = {
    provider,
    product_id: fields.product_id,
    account_uuid: owner && UUID.test(owner) && owner !== NOBODY ? owner : undefined,
    player_id: fields.player_id,
    purchase_date: eventTimeIn(fields.purchase_time),
    verified_date: eventTimeIn(fields.create_time),
    cancel_date: eventTimeIn(fields.refund_time),
  };
  const isSubscription = !isEmpty(fields.original_transaction_id);
  const own = isSubscription
    ? subscriptionIn(fields, provider, answer)
    : provider === 'APPLE'
      ? applePurchase(fields, answer)
      : googlePurchase(fields, answer);
  return 'reason' in own ? own : { fields: defined({ ...common, ...own.fields }) };
}

type Own = Exclude<Converted, 'skip'>;

const isSandbox = ({ environment }: Fields): 1 | undefined =>
  SANDBOX.has(String(environment)) ? 1 : undefined;

function applePurchase(fields: Fields, answer: Fields): Own {
  const id = textIn(fields.transaction_id);
  const bought = listIn(objectIn(answer.receipt)?.in_app).find(
    (each) => each.transaction_id === id,
  );
  return {
    fields: {
      store_transaction_id: id,
      quantity: Number(bought?.quantity ?? 1) || 1,
      receipt: textIn(answer.jws),
      test: isSandbox(fields),
    },
  };
}

/** Nakama stores the purchase token; the order is in Google's answer. */
function googlePurchase(fields: Fields, answer: Fields): Own {
  return {
    fields: {
      store_transaction_id: textIn(answer.orderId),
      purchase_token: textIn(fields.transaction_id),
      quantity: Number(answer.quantity ?? 1) || 1,
      // Its column says sandbox for every purchase whose type Google leaves out.
      test: answer.purchaseType === 0 ? 1 : undefined,
    },
  };
}

function subscriptionIn(fields: Fields, provider: 'APPLE' | 'GOOGLE', answer: Fields): Own {
  const subscription_id = textIn(fields.original_transaction_id) as string;
  const expires = [fields.expiry_time, fields.expire_time].find((each) => !isEmpty(each));
  const cycle = provider === 'APPLE' ? appleCycle(answer, subscription_id) : googleCycle(answer);
  if (cycle === undefined) {
    return problem(
      'provider_response',
      'It does not say which payment of the subscription is the newest. Leave the line out: the next verification records it.',
    );
  }
  return {
    fields: {
      store_transaction_id: cycle,
      subscription_id,
      expires_date: eventTimeIn(expires),
      receipt: provider === 'APPLE' ? textIn(answer.jws) : undefined,
      test:
        provider === 'APPLE'
          ? isSandbox(fields)
          : answer.testPurchase === undefined
            ? undefined
            : 1,
    },
  };
}

function appleCycle(answer: Fields, subscriptionId: string): string | undefined {
  const signed = textIn(answer.jws)?.split('.')[1];
  if (signed !== undefined) {
    return textIn(objectIn(Buffer.from(signed, 'base64url').toString('utf8'))?.transactionId);
  }
  const payments = listIn(answer.latest_receipt_info)
    .filter((each) => each.original_transaction_id === subscriptionId)
    .sort((one, other) => Number(one.purchase_date_ms) - Number(other.purchase_date_ms));
  return textIn(payments.at(-1)?.transaction_id);
}

const googleCycle = (answer: Fields): string | undefined =>
  textIn(listIn(answer.lineItems)[0]?.latestSuccessfulOrderId) ??
  textIn(answer.latestOrderId) ??
  textIn(answer.orderId);
