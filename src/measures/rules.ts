// Rules of an app for operators: create, change, switch and delete them, with audit entries.
import type { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { idsFrom, timeOrderedId } from '../base/ids.ts';
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureRuleTable } from '../storage/schema.ts';
import { type AppContext, lockApp, unknownApp } from '../tenants/apps.ts';
import { type AppName, nameOf } from '../tenants/directory.ts';
import { countByRule } from './effects-store.ts';
import { withoutType } from './missing-types.ts';
import {
  definitionOf,
  type Exempt,
  exemptIds,
  type ListedRule,
  type Rule,
  type RuleChange,
  type RuleInput,
  type Switch,
  view,
} from './rule-shapes.ts';
import {
  deleteRuleRows,
  exemptPlayers,
  findRule,
  insertRule,
  type RuleName,
  replaceExempt,
  rulesOf,
  updateRule,
} from './rules-store.ts';
import { type Definition, definitionProblem } from './shapes.ts';

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
      return { ...view(row), recent, type_missing: broken.has(row.rule_id) };
    }),
  };
}

export async function readRule(
  { context, app }: AppContext,
  { rule_id: ruleId }: RuleKey,
): Promise<Rule | Rejection> {
  const row = await findRule(context.storage.db, { ...nameOf(app), ruleId });
  return row ? view(row) : unknownRule(ruleId);
}

/** It begins in `watch`, unless told otherwise. */
export function createRule(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  { name, exempt, state = 'watch', ...parts }: RuleInput,
): Promise<Rule | Rejection> {
  const definition = { unless: {}, until: {}, ...parts };
  return changing(context, actor, appid, async (tx, app, now) => {
    const known = await rulesOf(tx, app);
    if (known.length >= MOST_RULES) {
      const detail = `An app has at most ${MOST_RULES} rules. Delete one first.`;
      return { rejected: 'TOO_MANY', detail } as const;
    }
    const problem =
      (await definitionRejection(tx, app, definition)) ?? nameRejection(known, name, undefined);
    if (problem) return problem;
    const row: MeasureRuleTable = {
      game_index: app.gameIndex,
      appid,
      rule_id: timeOrderedId(now),
      name,
      state,
      definition: JSON.stringify(definition),
      since: now,
      created_at: now,
      changed_at: now,
    };
    // First, because a rejection keeps what was written before it.
    const listed = await saveExempt(tx, row, exempt);
    if (isRejection(listed)) return listed;
    await insertRule(tx, row);
    const value = view(row);
    return { value, audit: audit('create', row, { after: { ...value, ...listed.after } }) };
  });
}

/** The state stays. */
export function changeRule(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  { rule_id: ruleId, name, exempt, ...parts }: RuleChange & RuleKey,
): Promise<Rule | Rejection> {
  return changing(context, actor, appid, async (tx, app, now) => {
    const known = await rulesOf(tx, app);
    const row = known.find((each) => each.rule_id === ruleId);
    if (!row) return unknownRule(ruleId);
    const definition = { ...definitionOf(row), ...parts };
    const problem =
      (await definitionRejection(tx, app, definition)) ??
      nameRejection(known, name ?? row.name, ruleId);
    if (problem) return problem;
    const changed = { ...row, name: name ?? row.name, definition: JSON.stringify(definition) };
    const listed = await saveExempt(tx, row, exempt);
    if (isRejection(listed)) return listed;
    return save(tx, 'change', row, changed, now, listed);
  });
}

/** Only what happens from now on counts. */
export function switchRule(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  { rule_id: ruleId, state }: Type.Static<typeof Switch> & RuleKey,
): Promise<Rule | Rejection> {
  return changing(context, actor, appid, async (tx, app, now) => {
    const row = await findRule(tx, { ...app, ruleId });
    if (!row) return unknownRule(ruleId);
    const since = row.state === state ? row.since : now;
    return save(tx, 'switch', row, { ...row, state, since }, now);
  });
}

/** Restrictions that it set stay until their time is over or somebody releases them. */
export function deleteRule(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  { rule_id: ruleId }: RuleKey,
): Promise<object | Rejection> {
  return changing(context, actor, appid, async (tx, app) => {
    const row = await findRule(tx, { ...app, ruleId });
    if (!row) return unknownRule(ruleId);
    await deleteRuleRows(tx, { ...app, ruleId });
    return { value: {}, audit: audit('delete', row, { before: view(row) }) };
  });
}

export async function readExempt(
  { context, app }: AppContext,
  { rule_id: ruleId }: RuleKey,
): Promise<Exempt | Rejection> {
  const name = { ...nameOf(app), ruleId };
  const { db } = context.storage;
  if (!(await findRule(db, name))) return unknownRule(ruleId);
  return exemptOf(db, name);
}

export function setExempt(
  { context, app: { appid } }: AppContext,
  actor: Actor,
  { rule_id: ruleId, player_ids }: Exempt & RuleKey,
): Promise<Exempt | Rejection> {
  return changing(context, actor, appid, async (tx, app) => {
    const name = { ...app, ruleId };
    const row = await findRule(tx, name);
    if (!row) return unknownRule(ruleId);
    const listed = await saveExempt(tx, row, player_ids, 'player_ids');
    if (isRejection(listed)) return listed;
    return { value: await exemptOf(tx, name), audit: audit('exempt', row, listed) };
  });
}

interface Listed {
  readonly before?: { readonly exempt: number };
  readonly after?: { readonly exempt: number };
}

/** Replaces the list of players, if there is one; the answer is for the audit log. */
async function saveExempt(
  tx: Db,
  { game_index: gameIndex, appid, rule_id: ruleId }: MeasureRuleTable,
  list: readonly string[] | undefined,
  field = 'exempt',
): Promise<Listed | Rejection> {
  if (list === undefined) return {};
  const players = exemptIds(field, list);
  if (isRejection(players)) return players;
  const name = { gameIndex, appid, ruleId };
  const before = await exemptPlayers(tx, name);
  await replaceExempt(tx, name, players);
  return { before: { exempt: before.length }, after: { exempt: players.length } };
}

const exemptOf = async (db: Db, name: RuleName): Promise<Exempt> => ({
  player_ids: (await exemptPlayers(db, name)).map(({ player_id }) => String(player_id)),
});

type Work<T> = (
  tx: Db,
  app: AppName,
  now: number,
) => Promise<{ readonly value: T; readonly audit: ReturnType<typeof audit> } | Rejection>;

/** Locks the app while its rules change. */
const changing = <T extends object>(
  context: OperationContext,
  actor: Actor,
  appid: string,
  work: Work<T>,
): Promise<T | Rejection> =>
  makeChange(context, actor, async (tx, now) => {
    const app = await lockApp(tx, appid);
    return app ? work(tx, { appid, gameIndex: app.game_index }, now) : unknownApp(appid);
  });

async function save(
  tx: Db,
  verb: 'change' | 'switch',
  before: MeasureRuleTable,
  after: MeasureRuleTable,
  now: number,
  more: Listed = {},
) {
  const { game_index: gameIndex, appid, rule_id: ruleId } = before;
  await updateRule(tx, { ...after, gameIndex, appid, ruleId, now });
  const value = view({ ...after, changed_at: now });
  const values = {
    before: { ...view(before), ...more.before },
    after: { ...value, ...more.after },
  };
  return { value, audit: audit(verb, before, values) };
}

async function definitionRejection(
  tx: Db,
  app: AppName,
  definition: Definition,
): Promise<Rejection | undefined> {
  const problem = definitionProblem(definition);
  const { block_type } = definition.measure;
  if (problem || block_type === undefined) return problem;
  const known = await registeredTypes(tx, app, [block_type]);
  return known.has(block_type)
    ? undefined
    : invalid('measure', `The app has no restriction type ${block_type}.`);
}

const nameRejection = (
  rules: readonly MeasureRuleTable[],
  name: string,
  ruleId: string | undefined,
): Rejection | undefined =>
  rules.some((each) => each.name === name && each.rule_id !== ruleId)
    ? { rejected: 'EXISTS', detail: `The app already has a rule “${name}”.` }
    : undefined;

export const unknownRule = (ruleId: string): Rejection =>
  notFound(`The app has no rule ${ruleId}.`);

const audit = auditOf('measure', ({ game_index, appid, rule_id }: MeasureRuleTable) => ({
  gameIndex: game_index,
  target: `apps/${appid}/measures/rules/${rule_id}`,
}));
