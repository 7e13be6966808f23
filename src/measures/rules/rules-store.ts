// SQL of rules and the players exempt from them.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { MeasureRuleTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { acrossProjects, ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

export interface RuleName extends AppName {
  readonly ruleId: string;
}

/** Oldest first. */
export const rulesOf = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_rule').selectAll().orderBy('rule_id'),
);

/** Of all projects. */
export const rulesInUse = statement((db) =>
  acrossProjects(db)
    .selectFrom('measure_rule')
    .selectAll()
    .where('state', '<>', 'off')
    .orderBy('rule_id'),
);

/** The restriction types of the apps that have such rules. */
export const typesOfRulesInUse = statement((db) =>
  acrossProjects(db)
    .selectFrom('measure_rule as r')
    .innerJoin('restriction_type as t', (join) =>
      join.onRef('t.game_index', '=', 'r.game_index').onRef('t.appid', '=', 'r.appid'),
    )
    .select(['t.appid', 't.block_type'])
    .distinct()
    .where('r.state', '<>', 'off'),
);

export const findRule = statement((db, $: Params<RuleName>) =>
  ofApp(db, $).selectFrom('measure_rule').selectAll().where('rule_id', '=', $.ruleId),
).first;

export const insertRule = (tx: Db, row: MeasureRuleTable) =>
  tx.insertInto('measure_rule').values(row).execute();

type Changed = RuleName &
  Pick<MeasureRuleTable, 'name' | 'state' | 'definition' | 'since'> & { readonly now: number };

export const updateRule = statement((db, $: Params<Changed>) =>
  ofApp(db, $)
    .updateTable('measure_rule')
    .set({
      name: $.name,
      state: $.state,
      definition: $.definition,
      since: $.since,
      changed_at: $.now,
    })
    .where('rule_id', '=', $.ruleId),
);

const removeRule = statement((db, $: Params<RuleName>) =>
  ofApp(db, $).deleteFrom('measure_rule').where('rule_id', '=', $.ruleId),
);

const removeExempt = statement((db, $: Params<RuleName>) =>
  ofApp(db, $).deleteFrom('measure_exempt').where('rule_id', '=', $.ruleId),
);

const removeCauses = statement((db, $: Params<RuleName>) =>
  ofApp(db, $).deleteFrom('measure_cause').where('rule_id', '=', $.ruleId),
);

/** Its effects stay. */
export async function deleteRuleRows(tx: Db, name: RuleName): Promise<void> {
  await removeRule(tx, name);
  await removeExempt(tx, name);
  await removeCauses(tx, name);
}

export const exemptPlayers = statement((db, $: Params<RuleName>) =>
  ofApp(db, $)
    .selectFrom('measure_exempt')
    .select('player_id')
    .where('rule_id', '=', $.ruleId)
    .orderBy('player_id'),
);

/** The rules that the player is exempt from. */
export const exemptingRules = statement(
  (db, $: Params<AppName & { rules: readonly string[]; playerId: bigint }>) =>
    ofApp(db, $)
      .selectFrom('measure_exempt')
      .select('rule_id')
      .where('rule_id', 'in', $.rules)
      .where('player_id', '=', $.playerId),
);

export async function replaceExempt(
  tx: Db,
  { gameIndex, appid, ruleId }: RuleName,
  players: readonly bigint[],
): Promise<void> {
  await removeExempt(tx, { gameIndex, appid, ruleId });
  await insertRows(
    tx,
    'measure_exempt',
    players.map((player_id) => ({ game_index: gameIndex, appid, rule_id: ruleId, player_id })),
  );
}
