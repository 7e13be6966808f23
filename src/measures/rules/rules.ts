// Rules of an app for operators: create, change, switch and delete them, with audit entries.
import type { Type } from 'typebox';
import { type Actor, auditOf } from '../../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type Rejection,
} from '../../audit/operation.ts';
import { idsFrom, timeOrderedId } from '../../base/ids.ts';
import { hasScope, LOGIN, noScope } from '../../restriction/scopes.ts';
import { registeredTypes } from '../../restriction/store.ts';
import type { Db } from '../../storage/db.ts';
import type { MeasureRuleTable } from '../../storage/schema.ts';
import { type AppContext, lockApp, unknownApp } from '../../tenants/apps.ts';
import { type App, type AppName, nameOf } from '../../tenants/directory.ts';
import { countByRule } from '../effects/effects-store.ts';
import {
  type Definition,
  definitionOf,
  definitionProblem,
  type Exempt,
  exemptIds,
  type ListedRule,
  type Rule,
  type RuleChange,
  type RuleInput,
  ruleView,
  type Switch,
} from './rule.ts';
import {
  deleteRuleRows,
  exemptPlayers,
  findRule,
  insertRule,
  type RuleName,
  replaceExempt,
  rulesInUse,
  rulesOf,
  typesOfRulesInUse,
  updateRule,
} from './rules-store.ts';

const MOST_RULES = 50;
const RECENT_MS = 30 * 24 * 60 * 60_000;

interface RuleKey {
  readonly rule_id: string;
}

export async function listRules({
  context,
  app,
}: AppContext): Promise<{ readonly items: ListedRule[] }> {
  const { db } = context.storage;
  const name = nameOf(app);
  const from = idsFrom(context.clock() - RECENT_MS);
  const [rows, counts] = await Promise.all([rulesOf(db, name), countByRule(db, { ...name, from })]);
  const byRule = new Map(counts.map((each) => [each.rule_id, each]));
  const broken = new Set((await withoutType(db, name, rows)).map(({ ruleId }) => ruleId));
  return {
    items: rows.map((row) => {
      const { effects = 0, flags = 0 } = byRule.get(row.rule_id) ?? {};
      const flagged = Number(flags);
      const recent = { restricted: Number(effects) - flagged, flagged };
      return { ...ruleView(row), recent, type_missing: broken.has(row.rule_id) };
    }),
  };
}

export async function readRule(
  { context, app }: AppContext,
  { rule_id: ruleId }: RuleKey,
): Promise<Rule | Rejection> {
  const row = await findRule(context.storage.db, { ...nameOf(app), ruleId });
  return row ? ruleView(row) : unknownRule(ruleId);
}

/** It begins in `watch` by default. */
export function createRule(
  deps: AppContext,
  actor: Actor,
  { name, exempt, state = 'watch', ...parts }: RuleInput,
): Promise<Rule | Rejection> {
  const definition = { unless: {}, until: {}, ...parts };
  return changing(deps, actor, async (tx, app, now) => {
    const rules = await rulesOf(tx, app);
    if (rules.length >= MOST_RULES) {
      const detail = `An app has at most ${MOST_RULES} rules. Delete one first.`;
      return { rejected: 'TOO_MANY', detail } as const;
    }
    const row: MeasureRuleTable = {
      game_index: app.gameIndex,
      appid: app.appid,
      rule_id: timeOrderedId(now),
      name,
      state,
      definition: JSON.stringify(definition),
      since: now,
      created_at: now,
      changed_at: now,
    };
    const problem = await problemOf(tx, deps.app, row, rules);
    if (problem) return problem;
    // First, because a rejection keeps what was written before it.
    const listed = await saveExempt(tx, row, exempt);
    if (isRejection(listed)) return listed;
    await insertRule(tx, row);
    const value = ruleView(row);
    return { value, audit: audit('create', row, { after: { ...value, ...listed.after } }) };
  });
}

/** The state stays. */
export const changeRule = (
  deps: AppContext,
  actor: Actor,
  { rule_id: ruleId, name, exempt, ...parts }: RuleChange & RuleKey,
): Promise<Rule | Rejection> =>
  changingRule(deps, actor, ruleId, async (tx, row, now) => {
    const app = { appid: row.appid, gameIndex: row.game_index };
    const definition = JSON.stringify({ ...definitionOf(row), ...parts });
    const changed = { ...row, name: name ?? row.name, definition };
    const problem = await problemOf(tx, deps.app, changed, await rulesOf(tx, app));
    if (problem) return problem;
    const listed = await saveExempt(tx, row, exempt);
    if (isRejection(listed)) return listed;
    return save(tx, 'change', row, changed, now, listed);
  });

/** Only what happens from now on counts. */
export const switchRule = (
  deps: AppContext,
  actor: Actor,
  { rule_id: ruleId, state }: Type.Static<typeof Switch> & RuleKey,
): Promise<Rule | Rejection> =>
  changingRule(deps, actor, ruleId, (tx, row, now) => {
    const since = row.state === state ? row.since : now;
    return save(tx, 'switch', row, { ...row, state, since }, now);
  });

/** Restrictions that it set stay until their time is over or somebody releases them. */
export const deleteRule = (
  deps: AppContext,
  actor: Actor,
  { rule_id: ruleId }: RuleKey,
): Promise<object | Rejection> =>
  changingRule(deps, actor, ruleId, async (tx, row) => {
    await deleteRuleRows(tx, nameOfRule(row));
    return { value: {}, audit: audit('delete', row, { before: ruleView(row) }) };
  });

export async function readExempt(
  { context, app }: AppContext,
  { rule_id: ruleId }: RuleKey,
): Promise<Exempt | Rejection> {
  const name = { ...nameOf(app), ruleId };
  const { db } = context.storage;
  if (!(await findRule(db, name))) return unknownRule(ruleId);
  return exemptOf(db, name);
}

export const setExempt = (
  deps: AppContext,
  actor: Actor,
  { rule_id: ruleId, player_ids }: Exempt & RuleKey,
): Promise<Exempt | Rejection> =>
  changingRule(deps, actor, ruleId, async (tx, row) => {
    const listed = await saveExempt(tx, row, player_ids, 'player_ids');
    if (isRejection(listed)) return listed;
    return { value: await exemptOf(tx, nameOfRule(row)), audit: audit('exempt', row, listed) };
  });

interface Listed {
  readonly before?: { readonly exempt: number };
  readonly after?: { readonly exempt: number };
}

/** Replaces the list of players, if there is one; the answer is for the audit log. */
async function saveExempt(
  tx: Db,
  row: MeasureRuleTable,
  list: readonly string[] | undefined,
  field = 'exempt',
): Promise<Listed | Rejection> {
  if (list === undefined) return {};
  const players = exemptIds(field, list);
  if (isRejection(players)) return players;
  const before = await exemptPlayers(tx, nameOfRule(row));
  await replaceExempt(tx, nameOfRule(row), players);
  return { before: { exempt: before.length }, after: { exempt: players.length } };
}

const exemptOf = async (db: Db, name: RuleName): Promise<Exempt> => ({
  player_ids: (await exemptPlayers(db, name)).map(({ player_id }) => String(player_id)),
});

const nameOfRule = ({ game_index, appid, rule_id }: MeasureRuleTable): RuleName => ({
  gameIndex: game_index,
  appid,
  ruleId: rule_id,
});

type Change<T> = { readonly value: T; readonly audit: ReturnType<typeof audit> } | Rejection;

/** Locks the app while its rules change. */
const changing = <T extends object>(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  work: (tx: Db, app: AppName, now: number) => Promise<Change<T>>,
): Promise<T | Rejection> =>
  makeChange(context, actor, async (tx, now) => {
    const app = await lockApp(tx, appid);
    return app ? work(tx, { appid, gameIndex: app.game_index }, now) : unknownApp(appid);
  });

const changingRule = <T extends object>(
  deps: AppContext,
  actor: Actor,
  ruleId: string,
  work: (tx: Db, row: MeasureRuleTable, now: number) => Promise<Change<T>>,
): Promise<T | Rejection> =>
  changing(deps, actor, async (tx, app, now) => {
    const row = await findRule(tx, { ...app, ruleId });
    return row ? work(tx, row, now) : unknownRule(ruleId);
  });

async function save(
  tx: Db,
  verb: 'change' | 'switch',
  before: MeasureRuleTable,
  after: MeasureRuleTable,
  now: number,
  listed: Listed = {},
) {
  await updateRule(tx, { ...after, ...nameOfRule(before), now });
  const value = ruleView({ ...after, changed_at: now });
  const values = {
    before: { ...ruleView(before), ...listed.before },
    after: { ...value, ...listed.after },
  };
  return { value, audit: audit(verb, before, values) };
}

/** What the shapes alone cannot check, with the other rules of the app and its restriction types. */
async function problemOf(
  tx: Db,
  app: App,
  row: MeasureRuleTable,
  rules: readonly MeasureRuleTable[],
): Promise<Rejection | undefined> {
  const definition: Definition = definitionOf(row);
  const problem = definitionProblem(definition);
  if (problem) return problem;
  const { scope = LOGIN } = definition.measure;
  if (!hasScope(app, scope)) return invalid('measure', noScope(scope));
  if ((await withoutType(tx, app, [row])).length > 0) {
    const { block_type } = definition.measure;
    return invalid('measure', `The app has no restriction type ${block_type}.`);
  }
  const { name, rule_id } = row;
  return rules.some((each) => each.name === name && each.rule_id !== rule_id)
    ? { rejected: 'EXISTS', detail: `The app already has a rule “${name}”.` }
    : undefined;
}

export const unknownRule = (ruleId: string): Rejection =>
  notFound(`The app has no rule ${ruleId}.`);

const audit = auditOf('measure', ({ game_index, appid, rule_id }: MeasureRuleTable) => ({
  gameIndex: game_index,
  target: `apps/${appid}/measures/rules/${rule_id}`,
}));

export interface RuleWithoutType {
  readonly gameIndex: number;
  readonly appid: string;
  readonly ruleId: string;
  readonly name: string;
  readonly blockType: number;
}

/** The rules of an app whose restriction type was deleted: they only flag until they get another one. */
async function withoutType(
  db: Db,
  app: AppName,
  rules: readonly MeasureRuleTable[],
): Promise<RuleWithoutType[]> {
  const restricting = rules.flatMap(restrictingRule);
  if (restricting.length === 0) return [];
  const wanted = new Set(restricting.map(({ blockType }) => blockType));
  const registered = await registeredTypes(db, app, [...wanted]);
  return restricting.filter(({ blockType }) => !registered.has(blockType));
}

/** Those of all projects that are not off. */
export async function rulesWithoutType(db: Db): Promise<RuleWithoutType[]> {
  const restricting = (await rulesInUse(db, {})).flatMap(restrictingRule);
  if (restricting.length === 0) return [];
  const types = await typesOfRulesInUse(db, {});
  const registered = new Set(types.map((type) => `${type.appid} ${type.block_type}`));
  return restricting.filter(({ appid, blockType }) => !registered.has(`${appid} ${blockType}`));
}

function restrictingRule(row: MeasureRuleTable): RuleWithoutType[] {
  const { block_type: blockType } = definitionOf(row).measure;
  const { game_index: gameIndex, appid, rule_id: ruleId, name } = row;
  return blockType === undefined ? [] : [{ gameIndex, appid, ruleId, name, blockType }];
}
