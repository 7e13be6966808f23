// Deletes what is stored for an app or a project. A table that is new does not compile until it is listed.
import type { Db } from '../storage/db.ts';
import { type AppTable, ofApp, ofProject, type ProjectTable } from '../storage/tenancy.ts';
import type { AppName } from './directory.ts';

const OF_APP = {
  // Without its numbers, the ledger writes nothing more for the app.
  purchase_sequence: 'deleted',
  restricted_player: 'deleted',
  restriction_history: 'deleted',
  restriction_type: 'deleted',
  purchase: 'deleted',
  purchase_change: 'deleted',
  feed_position: 'deleted',
  purchase_trail: 'deleted',
  purchase_cancellation: 'deleted',
  purchase_order: 'deleted',
  dispute: 'deleted',
  external_report: 'deleted',
  job: 'deleted',
  turn: 'deleted',
  subscription: 'deleted',
  subscription_step: 'deleted',
  market_notice: 'deleted',
  erasure: 'deleted',
  figure_money: 'deleted',
  figure_count: 'deleted',
  figure_payer: 'deleted',
  figure_counted: 'deleted',
  refused_verification: 'deleted',
  player_note: 'deleted',
  appeal: 'deleted',
  restricted_device: 'deleted',
  device_exception: 'deleted',
  product_grant: 'deleted',
  market_action: 'deleted',
  measure_rule: 'deleted',
  measure_exempt: 'deleted',
  measure_effect: 'deleted',
  measure_cause: 'deleted',
  measure_debt: 'deleted',
  measure_account: 'deleted',
  consent_link: 'deleted',
  consent_download: 'deleted',
  login: 'deleted',
  account_link: 'deleted',
  activity_count: 'deleted',
  bulk_job: 'deleted',
} as const satisfies Record<AppTable, 'deleted'>;

const OF_PROJECT = {
  outbox: 'deleted',
  outbox_lane: 'deleted',
  outbox_batch: 'deleted',
  outbox_dead: 'deleted',
  outbox_attempt: 'deleted',
  outbox_sent: 'deleted',
  outbox_again: 'deleted',
  outbox_replay: 'deleted',
  outbox_replay_request: 'deleted',
  alert: 'deleted',
  figure_rate: 'deleted',
  bulk_row: 'deleted with its job',
  change_sequence: 'deleted with the project',
  certificate_chain: 'kept: names nobody',
  audit_log: 'kept: who did what',
} as const satisfies Record<Exclude<ProjectTable, AppTable>, string>;

export async function deleteRowsOfApp(tx: Db, app: AppName): Promise<void> {
  for (const table of Object.keys(OF_APP) as AppTable[]) {
    await ofApp(tx, app).deleteFrom(table).execute();
  }
}

/** Also messages that are still to be sent, so that a later project of the same number starts empty. */
export async function deleteRowsOfProject(tx: Db, gameIndex: number): Promise<void> {
  for (const [table, rule] of Object.entries(OF_PROJECT) as [ProjectTable, string][]) {
    if (rule === 'deleted') await ofProject(tx, { gameIndex }).deleteFrom(table).execute();
  }
  for (const table of ['receiver', 'alert_channel', 'alert_setting'] as const) {
    await tx.deleteFrom(table).where('game_index', '=', gameIndex).execute();
  }
  for (const table of ['job', 'turn'] as const) {
    await ofApp(tx, { gameIndex, appid: '' }).deleteFrom(table).execute();
  }
}
