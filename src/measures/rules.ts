// Rules of an app for operators: create, change, switch and delete them, with audit entries.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { timeOrderedId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import { registeredTypes } from '../restriction/store.ts';
import type { Db } from '../storage/db.ts';
import type { MeasureRuleTable } from '../storage/schema.ts';
import { appOf, lockApp, unknownApp } from '../tenants/apps.ts';
import type { AppName, Directory } from '../tenants/directory.ts';
import { Name } from '../tenants/projects.ts';
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
import { type Definition, definitionProblem, Taken, Unless, Until, When } from './shapes.ts';

const MOST_RULES = 50;
const MOST_EXEMPT = 10_000;
const CLOSED = { additionalProperties: false };

const RuleState = named(
  'MeasureState',
  Type.Enum(['watch', 'on', 'off'], {
    description: '`watch`: only flags. `on`: does what the rule says. `off`: looks at nothing.',
  }),
);

export const RuleInput = namedObject(
  'MeasureRuleInput',
  {
    name: Name,
    when: When,
    unless: Type.Optional(Unless),
    measure: Taken,
    until: Type.Optional(Until),
  },
  CLOSED,
);
export type RuleInput = Type.Static<typeof RuleInput>;

export const RuleChange = namedObject(
  'MeasureRuleChange',
  {
    name: Type.Optional(Name),
    when: Type.Optional(When),
    unless: Type.Optional(Unless),
    measure: Type.Optional(Taken),
    until: Type.Optional(Until),
  },
  { ...CLOSED, description: 'A part that is sent replaces the whole part.' },
);
export type RuleChange = Type.Static<typeof RuleChange>;

export const Switch = Type.Object({ state: RuleState }, CLOSED);

export const Rule = namedObject('MeasureRule', {
  rule_id: Type.String(),
  name: Type.String(),
  state: RuleState,
  when: When,
  unless: Unless,
  measure: Taken,
  until: Until,
  since: Type.String({ description: 'Refunds and disputes of before do not count.' }),
  created_at: Type.String(),
  changed_at: Type.String(),
});
export type Rule = Type.Static<typeof Rule>;

export const Exempt = namedObject(
  'MeasureExempt',
  {
    player_ids: Type.Array(PlayerId, {
      maxItems: MOST_EXEMPT,
      description: 'Players that the rule leaves alone.',
    }),
  },
  CLOSED,
);
export type Exempt = Type.Static<typeof Exempt>;

export interface MeasureDeps {
  readonly context: OperationContext;
  readonly directory: Directory;
}

export interface RuleKey {
  readonly appid: string;
  readonly rule_id: string;
}

export async function listRules(
  { context, directory }: MeasureDeps,
  appid: string,
): Promise<{ readonly items: Rule[] } | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const rows = await rulesOf(context.storage.db, { appid, gameIndex: app.gameIndex });
  return { items: rows.map(view) };
}

export async function readRule(
  { context, directory }: MeasureDeps,
  { appid, rule_id: ruleId }: RuleKey,
): Promise<Rule | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const row = await findRule(context.storage.db, { appid, gameIndex: app.gameIndex, ruleId });
  return row ? view(row) : unknownRule(ruleId);
}

/** It begins in `watch`. */
export function createRule(
  { context }: MeasureDeps,
  actor: Actor,
  { appid, name, ...parts }: RuleInput & Pick<RuleKey, 'appid'>,
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
      state: 'watch',
      definition: JSON.stringify(definition),
      since: now,
      created_at: now,
      changed_at: now,
    };
    await insertRule(tx, row);
    const after = view(row);
    return { value: after, audit: audit('create', row, { after }) };
  });
}

/** The state stays. */
export function changeRule(
  { context }: MeasureDeps,
  actor: Actor,
  { appid, rule_id: ruleId, name, ...parts }: RuleChange & RuleKey,
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
    return save(tx, 'change', row, changed, now);
  });
}

/** Only what happens from now on counts. */
export function switchRule(
  { context }: MeasureDeps,
  actor: Actor,
  { appid, rule_id: ruleId, state }: Type.Static<typeof Switch> & RuleKey,
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
  { context }: MeasureDeps,
  actor: Actor,
  { appid, rule_id: ruleId }: RuleKey,
): Promise<object | Rejection> {
  return changing(context, actor, appid, async (tx, app) => {
    const row = await findRule(tx, { ...app, ruleId });
    if (!row) return unknownRule(ruleId);
    await deleteRuleRows(tx, { ...app, ruleId });
    return { value: {}, audit: audit('delete', row, { before: view(row) }) };
  });
}

export async function readExempt(
  { context, directory }: MeasureDeps,
  { appid, rule_id: ruleId }: RuleKey,
): Promise<Exempt | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const name = { appid, gameIndex: app.gameIndex, ruleId };
  const { db } = context.storage;
  if (!(await findRule(db, name))) return unknownRule(ruleId);
  return exemptOf(db, name);
}

export function setExempt(
  { context }: MeasureDeps,
  actor: Actor,
  { appid, rule_id: ruleId, player_ids }: Exempt & RuleKey,
): Promise<Exempt | Rejection> {
  return changing(context, actor, appid, async (tx, app) => {
    const name = { ...app, ruleId };
    const row = await findRule(tx, name);
    if (!row) return unknownRule(ruleId);
    const players: bigint[] = [];
    for (const text of new Set(player_ids)) {
      const id = playerIdOf(text);
      if (typeof id === 'object') return invalid('player_ids', id.detail);
      players.push(id);
    }
    const before = await exemptOf(tx, name);
    await replaceExempt(tx, name, players);
    const after = await exemptOf(tx, name);
    const counts = {
      before: { players: before.player_ids.length },
      after: { players: after.player_ids.length },
    };
    return { value: after, audit: audit('exempt', row, counts) };
  });
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
) {
  const { game_index: gameIndex, appid, rule_id: ruleId } = before;
  await updateRule(tx, { ...after, gameIndex, appid, ruleId, now });
  const value = view({ ...after, changed_at: now });
  return { value, audit: audit(verb, before, { before: view(before), after: value }) };
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

export const definitionOf = ({ definition }: Pick<MeasureRuleTable, 'definition'>): Definition =>
  JSON.parse(definition) as Definition;

const view = (row: MeasureRuleTable): Rule => ({
  rule_id: row.rule_id,
  name: row.name,
  state: row.state,
  ...definitionOf(row),
  since: isoTime(row.since),
  created_at: isoTime(row.created_at),
  changed_at: isoTime(row.changed_at),
});

const audit = (
  verb: string,
  { game_index: gameIndex, appid, rule_id }: MeasureRuleTable,
  values: { readonly before?: object; readonly after?: object },
) => ({
  action: `measure.${verb}`,
  gameIndex,
  target: `apps/${appid}/measures/rules/${rule_id}`,
  ...values,
});
