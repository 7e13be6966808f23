// Where each table lies on a cluster (Citus): with its project, on every node, or on the coordinator.
import type { Schema } from '../schema.ts';

/**
 * `project`: distributed by `game_index`, so that all rows of a project are on one node.
 * `coordinator`: small and shared. Known to the engine, so that a change here and of a project's rows is one.
 * Not copied to every node: there, locking a row of the copies locks all of them, and orders deadlock.
 * `outside`: on the coordinator, unknown to the engine.
 */
export type Place = 'project' | 'coordinator' | 'outside';

/** The distribution column of all distributed tables. */
export const DISTRIBUTION_COLUMN = 'game_index';
/** The table that the others are colocated with. */
export const FIRST_TABLE = 'change_sequence';

/** In the order of distribution: a table comes after those that it refers to. */
export const LAYOUT = {
  project: 'coordinator',
  app: 'coordinator',
  certification_key: 'coordinator',
  price_key: 'coordinator',
  oauth_client: 'coordinator',
  client_secret: 'coordinator',
  server: 'coordinator',
  product: 'coordinator',
  market_setting: 'coordinator',
  former_gateway: 'coordinator',
  certificate_status: 'coordinator',
  receiver: 'coordinator',
  account: 'coordinator',
  recovery_code: 'coordinator',
  member: 'coordinator',
  invitation: 'coordinator',
  password_reset: 'coordinator',
  oidc_identity: 'coordinator',
  oidc_flow: 'coordinator',
  oidc_session: 'coordinator',
  oidc_logout: 'coordinator',

  change_sequence: 'project',
  outbox: 'project',
  outbox_lane: 'project',
  outbox_batch: 'project',
  outbox_dead: 'project',
  outbox_attempt: 'project',
  outbox_sent: 'project',
  outbox_again: 'project',
  outbox_replay: 'project',
  outbox_replay_request: 'project',
  restriction_history: 'project',

  restriction_type: 'project',
  restricted_player: 'project',
  bulk_job: 'project',
  bulk_row: 'project',
  login: 'project',
  account_link: 'project',
  player_note: 'project',
  appeal: 'project',
  restricted_device: 'project',
  device_exception: 'project',
  product_grant: 'project',
  market_action: 'project',
  activity_count: 'project',
  audit_log: 'project',
  purchase_sequence: 'project',
  certificate_chain: 'project',
  purchase: 'project',
  purchase_order: 'project',
  external_report: 'project',
  purchase_change: 'project',
  feed_position: 'project',
  purchase_trail: 'project',
  purchase_cancellation: 'project',
  dispute: 'project',
  job: 'project',
  turn: 'project',
  subscription: 'project',
  market_notice: 'project',
  erasure: 'project',
  refused_verification: 'project',
  alert: 'project',
  subscription_step: 'project',
  figure_money: 'project',
  figure_count: 'project',
  figure_payer: 'project',
  figure_counted: 'project',
  figure_rate: 'project',
  measure_rule: 'project',
  measure_exempt: 'project',
  measure_effect: 'project',
  measure_cause: 'project',
  measure_debt: 'project',
  measure_account: 'project',
  consent_download: 'project',
  consent_link: 'project',

  console_session: 'coordinator',
  sign_in_failure: 'coordinator',
  admin_token: 'coordinator',
  revoked_token: 'outside',
  signing_key: 'coordinator',
  kept_key: 'coordinator',
  setting: 'coordinator',
  alert_channel: 'coordinator',
  alert_setting: 'coordinator',
} as const satisfies Record<keyof Schema, Place>;

/**
 * The engine takes no foreign key between a table that is distributed and one that is not yet: it is
 * dropped before the first of the two, and comes back with the second.
 */
export const FOREIGN_KEYS = [
  {
    from: 'bulk_row',
    to: 'bulk_job',
    name: 'bulk_row_of_job',
    columns: 'game_index, job_id',
  },
] as const satisfies readonly {
  readonly from: keyof Schema;
  readonly to: keyof Schema;
  readonly name: string;
  readonly columns: string;
}[];
