// tollgate measures …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PlayerId } from '../identity/player-id.ts';
import { readDebt } from '../measures/debt.ts';
import { type DryRun, DryRunInput, dryRun } from '../measures/dry-run.ts';
import { EffectQuery, FlagQuery, listEffects, listFlags } from '../measures/effect-lists.ts';
import { closeFlag, FlagClose, releaseEffect } from '../measures/effects.ts';
import { adoptReadyType, listReadyTypes, ReadyTypeName } from '../measures/ready-types.ts';
import { RuleChange, RuleInput, Switch } from '../measures/rule-shapes.ts';
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  readExempt,
  readRule,
  switchRule,
} from '../measures/rules.ts';
import { EffectId, RuleId } from '../measures/shapes.ts';
import { Comment } from '../restriction/schema.ts';
import { createTypes } from '../restriction/types.ts';
import { Appid } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { addCommand, readDocument, SettingsFile } from './command.ts';
import type { CommandContext } from './context.ts';

const OneRule = { appid: Appid, rule_id: RuleId };
const OneEffect = { appid: Appid, effect_id: EffectId };

const depsOf = ({ context }: CommandContext) => ({
  context,
  directory: createDirectory(context.storage, context.clock),
});

export function measureCommands(program: Command): void {
  const measures = program
    .command('measures')
    .description('rules that answer refunds and disputes, and what they did');
  ruleCommands(measures);
  effectCommands(measures);
  addCommand(measures, 'ready-types', {
    summary: 'list ready restriction types for refunds',
    input: Type.Object({}),
    run: async () => listReadyTypes(),
    text: ({ items }) =>
      items.map(({ name, type_en_name }) => `${name}  ${type_en_name}`).join('\n'),
  });
  addCommand(measures, 'adopt', {
    summary: 'add a ready restriction type to an app, where it can be edited',
    input: Type.Object({ appid: Appid, name: ReadyTypeName }),
    args: ['appid', 'name'],
    run: (command, input) => {
      const restrictions = { types: createTypes(command.context) };
      return adoptReadyType({ ...depsOf(command), restrictions }, command.actor, input);
    },
    text: ({ block_type, type_en_name }) => `Type ${block_type}: ${type_en_name}`,
  });
  addCommand(measures, 'debt', {
    summary: 'show what a player was refunded for delivered goods, and what was paid again',
    input: Type.Object({ appid: Appid, player_id: PlayerId }),
    args: ['appid', 'player_id'],
    run: (command, key) => readDebt(depsOf(command), key),
  });
}

function ruleCommands(measures: Command): void {
  addCommand(measures, 'list', {
    summary: 'list the rules of an app, with what each did in the past 30 days',
    input: Type.Object({ appid: Appid }),
    args: ['appid'],
    run: (command, { appid }) => listRules(depsOf(command), appid),
  });
  addCommand(measures, 'show', {
    summary: 'show a rule',
    input: Type.Object(OneRule),
    args: ['appid', 'rule_id'],
    run: (command, key) => readRule(depsOf(command), key),
  });
  addCommand(measures, 'create', {
    summary: 'create a rule, which begins in watch unless its state says otherwise',
    input: Type.Object({ appid: Appid, settings_file: SettingsFile }),
    args: ['appid'],
    run: (command, { appid, settings_file: file }) =>
      createRule(depsOf(command), command.actor, { ...readDocument(RuleInput, file), appid }),
  });
  addCommand(measures, 'change', {
    summary: 'change a rule; a part that is given replaces the whole part',
    input: Type.Object({ ...OneRule, settings_file: SettingsFile }),
    args: ['appid', 'rule_id'],
    run: (command, { settings_file: file, ...key }) =>
      changeRule(depsOf(command), command.actor, { ...readDocument(RuleChange, file), ...key }),
  });
  addCommand(measures, 'exempt', {
    summary: 'list the players that a rule leaves alone; change sets them',
    input: Type.Object(OneRule),
    args: ['appid', 'rule_id'],
    run: (command, key) => readExempt(depsOf(command), key),
  });
  addCommand(measures, 'switch', {
    summary: 'switch a rule to watch, on or off',
    input: Type.Object({ ...OneRule, ...Switch.properties }),
    args: ['appid', 'rule_id', 'state'],
    run: (command, input) => switchRule(depsOf(command), command.actor, input),
  });
  addCommand(measures, 'delete', {
    summary: 'delete a rule; restrictions that it set stay until they end',
    input: Type.Object(OneRule),
    args: ['appid', 'rule_id'],
    async confirm(command, key) {
      const rule = await readRule(depsOf(command), key);
      if (isRejection(rule)) return rule;
      return { lost: `The rule “${rule.name}” of app ${key.appid} will be deleted.` };
    },
    run: (command, key) => deleteRule(depsOf(command), command.actor, key),
  });
  addCommand(measures, 'dry-run', {
    summary: 'say whom a rule would have restricted or flagged',
    input: Type.Object({ ...OneRule, days: DryRunInput.properties.days }),
    args: ['appid', 'rule_id'],
    run: (command, input) => dryRun(depsOf(command), input),
    text: textOf,
  });
}

function effectCommands(measures: Command): void {
  addCommand(measures, 'effects', {
    summary: 'list what rules did about players, newest first',
    input: Type.Object({ appid: Appid, ...EffectQuery.properties }),
    args: ['appid'],
    run: (command, input) => listEffects(depsOf(command), input),
  });
  addCommand(measures, 'release', {
    summary: 'end a restriction by a rule',
    input: Type.Object({ ...OneEffect, comment: Comment }),
    args: ['appid', 'effect_id'],
    run: (command, input) => releaseEffect(depsOf(command), command.actor, input),
  });
  addCommand(measures, 'flags', {
    summary: 'list flags that wait for a person, oldest first',
    input: Type.Object({ appid: Appid, ...FlagQuery.properties }),
    args: ['appid'],
    run: (command, input) => listFlags(depsOf(command), input),
  });
  addCommand(measures, 'close', {
    summary: 'close a flag',
    input: Type.Object({ ...OneEffect, ...FlagClose.properties }),
    args: ['appid', 'effect_id'],
    run: (command, input) => closeFlag(depsOf(command), command.actor, input),
  });
}

/** The totals, then a line for each player. */
function textOf({ from, to, totals, restricted, flagged, is_cut }: DryRun): string {
  const lines = [...restricted, ...flagged].map(({ player_id, account_uuid, at, step, causes }) =>
    [
      at,
      player_id === null ? `account ${account_uuid}` : `player ${player_id}`,
      step === null ? 'flag' : `step ${step}`,
      causes.map((cause) => `${cause.service_transaction_id} ${cause.kind}`).join(', '),
    ].join('  '),
  );
  const counted = `${totals.restricted} restrictions and ${totals.flagged} flags of ${totals.players} players, ${totals.exempt} exempt`;
  return [`${from} to ${to}: ${counted}`, ...lines, ...(is_cut ? ['…'] : [])].join('\n');
}
