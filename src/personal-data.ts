// What becomes of each table when a player is exported or erased. A table that is not listed does not compile.
import type { PersonalPart } from './identity/personal-data.ts';
import { loginData } from './identity/personal-data.ts';
import { measureData } from './measures/personal-data.ts';
import { figureData } from './payment/figures/personal-data.ts';
import { ledgerData } from './payment/ledger/personal-data.ts';
import { orderData } from './payment/orders/personal-data.ts';
import { refusedData } from './payment/refused-data.ts';
import { auditData, noteData } from './players/personal-parts.ts';
import { restrictionData } from './restriction/personal-data.ts';
import type { Schema } from './storage/schema.ts';

/** In the order of an erasure: logins and accounts last, because they find the rest. */
export const personalData: readonly PersonalPart[] = [
  ledgerData,
  figureData,
  measureData,
  orderData,
  refusedData,
  restrictionData,
  noteData,
  auditData,
  loginData,
];

interface Treatment {
  /** The section of the export, or the one that its rows are in. */
  readonly exported?: string;
  /** `kept`: stays as it is, for the reason. */
  readonly erased: 'deleted' | 'rewritten' | 'kept';
  readonly why: string;
}

/** Tables without an entry of a player have `null`. */
export const PERSONAL_TABLES: Readonly<Record<keyof Schema, Treatment | null>> = {
  login: { exported: 'logins', erased: 'deleted', why: 'ends the sessions' },
  account_link: { exported: 'accounts', erased: 'deleted', why: 'links accounts to the player' },
  restricted_player: {
    exported: 'restrictions',
    erased: 'kept',
    why: 'a restriction that could be shaken off by an erasure would protect nobody',
  },
  restriction_history: {
    exported: 'restriction_history',
    erased: 'deleted',
    why: 'the newest entry of a restricted player stays, without its comment',
  },
  bulk_row: { exported: 'bulk_rows', erased: 'rewritten', why: 'the count of the list stays' },
  player_note: { exported: 'notes', erased: 'deleted', why: 'texts of operators' },
  audit_log: { exported: 'audit_entries', erased: 'rewritten', why: 'who did what and when stays' },
  purchase: { exported: 'purchases', erased: 'rewritten', why: 'bookkeeping, exactly once' },
  purchase_cancellation: {
    exported: 'purchases',
    erased: 'kept',
    why: 'refunds and disputes by transaction, without a person',
  },
  purchase_trail: {
    exported: 'purchases',
    erased: 'kept',
    why: 'events by transaction, without a person',
  },
  market_notice: {
    exported: 'purchases',
    erased: 'rewritten',
    why: 'its id stays, so that it counts once; the body goes once it is applied',
  },
  subscription: { exported: 'subscriptions', erased: 'rewritten', why: 'bookkeeping' },
  purchase_order: {
    exported: 'orders',
    erased: 'rewritten',
    why: 'bookkeeping; one that can still be paid waits for its end',
  },
  refused_verification: {
    exported: 'refused_verifications',
    erased: 'deleted',
    why: 'kept for support only',
  },
  outbox: {
    exported: 'notifications',
    erased: 'rewritten',
    why: 'notifications are dropped, events lose the account',
  },
  outbox_batch: { exported: 'notifications', erased: 'rewritten', why: 'as the messages in it' },
  outbox_dead: { exported: 'notifications', erased: 'rewritten', why: 'as the messages in it' },
  outbox_sent: {
    exported: 'notifications',
    erased: 'rewritten',
    why: 'other players are in the same request',
  },
  outbox_attempt: {
    exported: 'notifications',
    erased: 'rewritten',
    why: 'the log of deliveries stays',
  },
  outbox_again: {
    exported: 'notifications',
    erased: 'deleted',
    why: 'finds the notifications of a player',
  },
  figure_payer: {
    exported: 'purchases',
    erased: 'rewritten',
    why: 'days with a payment, so that the figures stay true',
  },
  figure_counted: {
    exported: 'purchases',
    erased: 'rewritten',
    why: 'what the figures contain of a subscription',
  },
  measure_effect: {
    exported: 'measures',
    erased: 'deleted',
    why: 'an active one stays as long as the restriction',
  },
  measure_exempt: { exported: 'measure_exemptions', erased: 'deleted', why: 'names a player' },
  measure_debt: { exported: 'debts', erased: 'deleted', why: 'made of purchases that stay' },
  measure_account: {
    exported: 'unlinked_accounts',
    erased: 'deleted',
    why: 'links an account to the player',
  },
  measure_mark: { erased: 'kept', why: 'names an account for seconds, until it is followed' },
  measure_cause: { erased: 'kept', why: 'names a transaction, so that it counts once' },
  erasure: null,
  measure_rule: null,
  measure_position: null,
  figure_mark: { erased: 'kept', why: 'names a transaction until the figures have followed it' },
  job: { erased: 'kept', why: 'deleted when it is done; an erasure is one of them' },
  alert: { erased: 'kept', why: 'names an app, a market, a lane, a key or a rule, never a player' },
  alert_channel: null,
  alert_setting: null,
  alert_turn: null,
  certificate_chain: null,
  subscription_step: null,
  figure_position: null,
  figure_money: null,
  figure_count: null,
  figure_rate: null,
  subscription_recheck: null,
  market_poll: null,
  purchase_sequence: null,
  change_sequence: null,
  outbox_lane: null,
  restriction_type: null,
  bulk_job: null,
  counter: null,
  day_count: null,
  project: null,
  app: null,
  certification_key: null,
  price_key: null,
  oauth_client: null,
  client_secret: null,
  server: null,
  product: null,
  market_setting: null,
  receiver: null,
  account: null,
  recovery_code: null,
  member: null,
  invitation: null,
  console_session: null,
  sign_in_failure: null,
  admin_token: null,
  revoked_token: null,
  signing_key: null,
  kept_key: null,
  setting: null,
  retention: null,
};

/** Their rows stay, without the person. */
export const rewritten: ReadonlySet<string> = new Set(
  Object.entries(PERSONAL_TABLES).flatMap(([table, treatment]) =>
    treatment?.erased === 'rewritten' ? table : [],
  ),
);
