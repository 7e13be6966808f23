// The table of personal data: every table that names a player, with what an export shows and an erasure changes of it.
import { consentTable } from './consent/personal-data.ts';
import { accountTable, loginTable, type PersonalTable } from './identity/personal-data.ts';
import {
  debtTable,
  effectTable,
  exemptionTable,
  unlinkedAccountTable,
} from './measures/personal-data.ts';
import { actionTable } from './payment/actions/personal-data.ts';
import { disputeTable } from './payment/disputes/personal-data.ts';
import { payerTable } from './payment/figures/personal-data.ts';
import { noticeTable } from './payment/ledger/notice-data.ts';
import {
  purchaseTable,
  sentEventTable,
  subscriptionTable,
} from './payment/ledger/personal-data.ts';
import { orderTable } from './payment/orders/personal-data.ts';
import { refusedTable } from './payment/outcomes/refused-store.ts';
import { grantTable } from './payment/owned/grants.ts';
import { auditTable, noteTable, replayTable } from './players/personal-tables.ts';
import {
  appealTable,
  bulkRowTable,
  commentTable,
  deviceExceptionTable,
  historyTable,
  notificationTable,
  restrictedDeviceTable,
  restrictionTable,
} from './restriction/personal-data.ts';
import type { Schema } from './storage/schema.ts';

/** In the order of an erasure: logins and accounts last, because they find the rest. */
export const personalData: readonly PersonalTable[] = [
  purchaseTable,
  subscriptionTable,
  sentEventTable,
  noticeTable,
  payerTable,
  effectTable,
  exemptionTable,
  debtTable,
  unlinkedAccountTable,
  disputeTable,
  consentTable,
  orderTable,
  grantTable,
  actionTable,
  refusedTable,
  restrictionTable,
  historyTable,
  commentTable,
  bulkRowTable,
  notificationTable,
  appealTable,
  restrictedDeviceTable,
  deviceExceptionTable,
  noteTable,
  replayTable,
  auditTable,
  loginTable,
  accountTable,
];

/** Erased with rows that find theirs, and exported in their section. */
export const FOUND_BY_OTHERS = {
  outbox: 'notifications',
  outbox_batch: 'notifications',
  outbox_dead: 'notifications',
  outbox_attempt: 'notifications',
  figure_counted: 'purchases',
} as const satisfies Partial<Record<keyof Schema, string>>;

/** Tables that stay as they are, for the reason. A column that looks like that of a player needs one. */
export const WITHOUT_PLAYERS: Readonly<Partial<Record<keyof Schema, string>>> = {
  purchase_cancellation: 'refunds and disputes by transaction',
  purchase_trail: 'events by transaction',
  external_report: 'what a store was told of an order: amount, tax and country',
  measure_cause: 'names a transaction, so that it counts once',
  consent_download: 'names a download by a hash, so that a later login is met',
  purchase_change: 'names a transaction or an account for seconds, until it is followed',
  turn: 'names work: a list of a market, a subscription to ask about, a job',
  job: 'deleted when it is done; an erasure is one of them',
  alert: 'names an app, a market, a lane, a key or a rule',
  sign_in_failure: 'names a console account',
};
