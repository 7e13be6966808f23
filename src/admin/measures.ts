// Admin routes of measures: rules, dry run, flags, effects, ready types, and what a player owes.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { columnsOf } from '../base/csv-list.ts';
import { listOf } from '../base/paging.ts';
import { PlayerDebt, readDebt } from '../measures/debts/debts.ts';
import { DryRun, DryRunInput, dryRun } from '../measures/decide/dry-run.ts';
import {
  closeFlag,
  countEffects,
  countFlags,
  Effect,
  EffectQuery,
  EffectRelease,
  FlagClose,
  FlagQuery,
  listEffects,
  listFlags,
  readEffect,
  releaseEffect,
} from '../measures/effects/effects.ts';
import {
  adoptReadyType,
  listReadyTypes,
  ReadyType,
  ReadyTypeName,
} from '../measures/rules/ready-types.ts';
import { Exempt, ListedRule, Rule, RuleChange, RuleInput, Switch } from '../measures/rules/rule.ts';
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  readExempt,
  readRule,
  setExempt,
  switchRule,
} from '../measures/rules/rules.ts';
import { TypeRecord } from '../restriction/type-operations.ts';
import { Appid } from '../tenants/apps.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const ReadyTypePath = Type.Object(
  { appid: Appid, name: ReadyTypeName },
  { additionalProperties: false },
);

const MEASURES = '/apps/:appid/measures';
const RULE = `${MEASURES}/rules/:rule_id`;

export function measureRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  ruleRoutes(scope, deps);
  effectRoutes(scope, deps);
  adminRoute(scope, 'GET', `${MEASURES}/ready-types`, {
    operation: 'measure.ready-types',
    summary: 'Lists ready restriction types for refunds, with their texts in every language.',
    needs: 'viewer',
    answer: listOf(ReadyType),
    run: () => listReadyTypes(),
  });
  adminRoute(scope, 'POST', `${MEASURES}/ready-types/:name/adopt`, {
    operation: 'measure.ready-type-adopt',
    summary: 'Adds a ready restriction type to an app, where it can be edited.',
    needs: 'admin',
    params: ReadyTypePath,
    answer: TypeRecord,
    status: 201,
    run: ({ app, params, actor }) => adoptReadyType({ ...deps, app }, actor, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id/debt', {
    operation: 'measure.debt',
    summary: 'Returns what a player was refunded for delivered goods, by currency.',
    needs: 'viewer',
    answer: PlayerDebt,
    run: ({ app, params }) => readDebt({ ...deps, app }, params),
  });
}

function ruleRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', `${MEASURES}/rules`, {
    operation: 'measure.rules',
    summary: 'Lists the rules of an app, oldest first, with what each did in the past 30 days.',
    needs: 'viewer',
    answer: listOf(ListedRule),
    run: ({ app }) => listRules({ ...deps, app }),
  });
  adminRoute(scope, 'POST', `${MEASURES}/rules`, {
    operation: 'measure.rule-create',
    summary: 'Creates a rule. It begins in `watch` and only flags, unless `state` says otherwise.',
    needs: 'admin',
    body: RuleInput,
    answer: Rule,
    status: 201,
    run: ({ app, body, actor }) => createRule({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'GET', RULE, {
    operation: 'measure.rule',
    summary: 'Returns a rule.',
    needs: 'viewer',
    answer: Rule,
    run: ({ app, params }) => readRule({ ...deps, app }, params),
  });
  adminRoute(scope, 'PATCH', RULE, {
    operation: 'measure.rule-change',
    summary: 'Changes a rule. Its state stays.',
    needs: 'admin',
    body: RuleChange,
    answer: Rule,
    run: ({ app, params: { rule_id }, body, actor }) =>
      changeRule({ ...deps, app }, actor, { ...body, rule_id }),
  });
  adminRoute(scope, 'DELETE', RULE, {
    operation: 'measure.rule-delete',
    summary: 'Deletes a rule. Restrictions that it set stay until they end.',
    needs: 'admin',
    run: ({ app, params, actor }) => deleteRule({ ...deps, app }, actor, params),
  });
  adminRoute(scope, 'POST', `${RULE}/switch`, {
    operation: 'measure.rule-switch',
    summary: 'Switches a rule to `watch`, `on` or `off`. Only what happens from now on counts.',
    needs: 'admin',
    body: Switch,
    answer: Rule,
    run: ({ app, params, body, actor }) =>
      switchRule({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'GET', `${RULE}/exempt`, {
    operation: 'measure.exempt',
    summary: 'Returns the players that a rule leaves alone.',
    needs: 'viewer',
    answer: Exempt,
    run: ({ app, params }) => readExempt({ ...deps, app }, params),
  });
  adminRoute(scope, 'PUT', `${RULE}/exempt`, {
    operation: 'measure.exempt-set',
    summary: 'Sets the players that a rule leaves alone.',
    needs: 'admin',
    body: Exempt,
    answer: Exempt,
    run: ({ app, params, body, actor }) =>
      setExempt({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', `${MEASURES}/rules/dry-run`, {
    operation: 'measure.dry-run',
    summary: 'Says whom a rule would have restricted or flagged in the past days.',
    needs: 'viewer',
    body: DryRunInput,
    answer: DryRun,
    cost: 'yielding',
    run: ({ app, params, body }) => dryRun({ ...deps, app }, { ...body, ...params }),
  });
}

function effectRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, `${MEASURES}/effects`, {
    operation: 'measure.effects',
    summary: 'Lists what rules did about players, newest first.',
    noun: 'effects of rules',
    query: EffectQuery,
    item: Effect,
    file: { name: 'effects', columns: columnsOf(Effect) },
    list: (query, { app }) => listEffects({ ...deps, app }, query),
    count: (query, { app }) => countEffects({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', `${MEASURES}/effects/:effect_id`, {
    operation: 'measure.effect',
    summary: 'Returns one effect of a rule.',
    needs: 'viewer',
    answer: Effect,
    run: ({ app, params }) => readEffect({ ...deps, app }, params),
  });
  adminRoute(scope, 'POST', `${MEASURES}/effects/:effect_id/release`, {
    operation: 'measure.effect-release',
    summary: 'Ends a restriction by a rule. Its purchases never restrict the player again.',
    needs: 'operator',
    body: EffectRelease,
    answer: Effect,
    run: ({ app, params, body, actor }) =>
      releaseEffect({ ...deps, app }, actor, { ...body, ...params }),
  });
  listRoutes(scope, `${MEASURES}/flags`, {
    operation: 'measure.flags',
    summary: 'Lists flags that wait for a person, oldest first, or closed ones, newest first.',
    noun: 'flags',
    query: FlagQuery,
    item: Effect,
    file: { name: 'flags', columns: columnsOf(Effect) },
    list: (query, { app }) => listFlags({ ...deps, app }, query),
    count: (query, { app }) => countFlags({ ...deps, app }, query),
  });
  adminRoute(scope, 'POST', `${MEASURES}/flags/:effect_id/close`, {
    operation: 'measure.flag-close',
    summary: 'Closes a flag, with a note about what was decided.',
    needs: 'operator',
    body: FlagClose,
    answer: Effect,
    run: ({ app, params, body, actor }) =>
      closeFlag({ ...deps, app }, actor, { ...body, ...params }),
  });
}
