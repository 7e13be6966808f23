// SQL of alerts and their channels; all but one name the project.
import type { Db } from '../storage/db.ts';
import type { AlertChannelTable, AlertTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofProject } from '../storage/tenancy.ts';

type AlertKey = Pick<AlertTable, 'game_index' | 'alert_id'>;

/** Those of all projects. */
export const allOpenAlerts = statement((db) =>
  acrossProjects(db).selectFrom('alert').selectAll().where('closed_at', 'is', null),
);

/** Few: one for each thing that is wrong. */
export const openAlerts = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('alert')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('kind')
    .orderBy('subject'),
);

export const findAlert = statement((db, $: Params<AlertKey>) =>
  ofProject(db, { gameIndex: $.game_index })
    .selectFrom('alert')
    .selectAll()
    .where('alert_id', '=', $.alert_id),
).first;

export const listAlertRows = statement(
  (db, $: Params<{ gameIndex: number; before: string; limit: number }>) =>
    ofProject(db, $)
      .selectFrom('alert')
      .selectAll()
      .where('alert_id', '<', $.before)
      .orderBy('alert_id', 'desc')
      .limit($.limit),
);

/** False when one of the same kind and subject is open already. */
export async function insertAlert(tx: Db, row: AlertTable): Promise<boolean> {
  const added = await tx
    .insertInto('alert')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The number of rows: none when it is closed already. */
export const endAlert = statement((db, $: Params<AlertKey & { now: number }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .updateTable('alert')
    .set({ closed_at: $.now })
    .where('alert_id', '=', $.alert_id)
    .where('closed_at', 'is', null),
);

export const changeDetails = statement((db, $: Params<AlertKey & { details: string }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .updateTable('alert')
    .set({ details: $.details })
    .where('alert_id', '=', $.alert_id),
);

export const acknowledgeRow = statement((db, $: Params<AlertKey & { now: number; by: string }>) =>
  ofProject(db, { gameIndex: $.game_index })
    .updateTable('alert')
    .set({ acknowledged_at: $.now, acknowledged_by: $.by })
    .where('alert_id', '=', $.alert_id)
    .where('acknowledged_at', 'is', null),
);

export const channelsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db
    .selectFrom('alert_channel')
    .selectAll()
    .where('game_index', '=', $.gameIndex)
    .orderBy('channel_id'),
);

type ChannelKey = Pick<AlertChannelTable, 'game_index' | 'channel_id'>;

export const findChannel = statement((db, $: Params<ChannelKey>) =>
  db
    .selectFrom('alert_channel')
    .selectAll()
    .where('game_index', '=', $.game_index)
    .where('channel_id', '=', $.channel_id),
).first;

export const noteFailure = statement(
  (db, $: Params<ChannelKey & { at: number | null; failure: string | null }>) =>
    db
      .updateTable('alert_channel')
      .set({ failed_at: $.at, failure: $.failure })
      .where('game_index', '=', $.game_index)
      .where('channel_id', '=', $.channel_id),
);
