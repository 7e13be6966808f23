// Rules whose restriction type was deleted: until they get another one, they only flag.
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureRuleTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofProject } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import { definitionOf } from './rule-shapes.ts';

export interface RuleWithoutType {
  readonly appid: string;
  readonly ruleId: string;
  readonly name: string;
  readonly blockType: number;
}

/** Those of an app's rules. */
export async function withoutType(
  db: Db,
  app: AppName,
  rules: readonly MeasureRuleTable[],
): Promise<RuleWithoutType[]> {
  const restricting = rules.flatMap((row) => {
    const { block_type: blockType } = definitionOf(row).measure;
    const { appid, rule_id: ruleId, name } = row;
    return blockType === undefined ? [] : [{ appid, ruleId, name, blockType }];
  });
  if (restricting.length === 0) return [];
  const wanted = new Set(restricting.map(({ blockType }) => blockType));
  const known = await registeredTypes(db, app, [...wanted]);
  return restricting.filter(({ blockType }) => !known.has(blockType));
}

const workingRules = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('measure_rule')
    .selectAll()
    .where('state', '<>', 'off')
    .orderBy('rule_id'),
);

/** Those of a project's rules that are not off. */
export async function rulesWithoutType(db: Db, gameIndex: number): Promise<RuleWithoutType[]> {
  const found: RuleWithoutType[] = [];
  const rules = await workingRules(db, { gameIndex });
  for (const [appid, group] of Map.groupBy(rules, (rule) => rule.appid)) {
    found.push(...(await withoutType(db, { appid, gameIndex }, group)));
  }
  return found;
}
