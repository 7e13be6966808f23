// Rows of the payment tables for tests of single statements (support/decoys.ts).
import type { Scene } from '../support/decoys.ts';
import { newPurchase } from './queries/records.ts';

export const AT = 1_000_000;

const PURCHASE = {
  ...newPurchase({ appid: '' }, AT),
  account_uuid: 'account',
  verified_at: AT,
  cancel_state: 0,
};

export const purchaseScene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'purchase',
  row: { ...PURCHASE, ...row },
  key: (number) => ({
    unique_key: `key-${number}`,
    number: 10 + number,
    transaction_id: `transaction-${number}`,
    receipt_hash: `hash-${number}`,
  }),
  but,
});

export const orderScene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'purchase_order',
  row: {
    provider: 'STEAM',
    state: 'paid',
    player_id: 7,
    account_uuid: 'account',
    product_id: 'p',
    quantity: 1,
    amount: '1',
    currency: 'USD',
    charge_attempts: 0,
    created_at: AT,
    ...row,
  },
  key: (number) => ({ order_id: `${number + 1}` }),
  but,
});

export const subscriptionScene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'subscription',
  row: {
    provider: 'APPLE',
    account_uuid: 'account',
    original_transaction_id: 'original',
    product_id: 'p',
    auto_renew_product_id: 'p',
    status: 'active',
    expires_at: AT,
    test: 0,
    cycle_key: 'c',
    cycle_at: AT,
    cycle_said_at: AT,
    said_at: AT,
    created_at: AT,
    updated_at: AT,
    ...row,
  },
  key: (number) => ({ subscription_id: `subscription-${number}` }),
  but,
});

export const noticeScene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'market_notice',
  row: {
    provider: 'APPLE',
    kind: 'REFUND',
    state: 'waiting',
    body: 'body',
    said_at: AT,
    received_at: AT,
    subject: 'subject',
    account_uuid: 'account',
    ...row,
  },
  key: (number) => ({ notice_id: `notice-${number}` }),
  but,
});

export const reportScene = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene => ({
  table: 'purchase_cancellation',
  row: {
    provider: 'APPLE',
    cause: 'refund',
    reported_at: AT,
    last_at: AT,
    received_at: AT,
    state: 'given',
    ...row,
  },
  key: (number) => ({ unique_key: `key-${number}` }),
  but,
});
