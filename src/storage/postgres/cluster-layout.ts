// Where each table lies on a cluster (Citus): with its project, on every node, or on the coordinator.
import type { Schema } from '../schema.ts';

/**
 * `project`: distributed by `game_index`, so that all rows of a project are on one node.
 * `everywhere`: small and shared, copied to every node.
 * `coordinator`: never read together with a project's rows.
 */
export type Place = 'project' | 'everywhere' | 'coordinator';

/** The distribution column of all distributed tables. */
export const DISTRIBUTION_COLUMN = 'game_index';
/** The table that the others are colocated with. */
export const FIRST_TABLE = 'change_sequence';

/** In the order of distribution: a table comes after those that it refers to. */
export const LAYOUT = {
  project: 'everywhere',
  app: 'everywhere',
  certification_key: 'everywhere',
  price_key: 'everywhere',
  oauth_client: 'everywhere',
  client_secret: 'everywhere',
  server: 'everywhere',
  product: 'everywhere',
  market_setting: 'everywhere',
  receiver: 'everywhere',
  account: 'everywhere',
  recovery_code: 'everywhere',
  member: 'everywhere',
  invitation: 'everywhere',

  change_sequence: 'project',
  outbox: 'project',
  outbox_lane: 'project',
  outbox_batch: 'project',
  outbox_dead: 'project',
  outbox_attempt: 'project',
  restriction_history: 'project',

  restriction_type: 'project',
  restricted_player: 'project',
  bulk_job: 'project',
  bulk_row: 'project',
  login: 'project',
  account_link: 'project',
  counter: 'project',
  audit_log: 'project',
  certificate_chain: 'coordinator',
  purchase: 'coordinator',
  purchase_order: 'coordinator',
  purchase_repeat: 'coordinator',
  purchase_trail: 'coordinator',
  purchase_cancellation: 'coordinator',
  job: 'coordinator',
  subscription: 'coordinator',
  subscription_recheck: 'coordinator',
  market_notice: 'coordinator',
  market_poll: 'coordinator',
  console_session: 'coordinator',
  sign_in_failure: 'coordinator',
  admin_token: 'coordinator',
  revoked_token: 'coordinator',
  signing_key: 'coordinator',
  kept_key: 'coordinator',
  setting: 'coordinator',
} as const satisfies Record<keyof Schema, Place>;
