// tollgate measures …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PlayerId } from '../identity/player-id.ts';
import { readDebt } from '../measures/debts/debts.ts';
import { type DryRun, DryRunInput, dryRun } from '../measures/decide/dry-run.ts';
import {
  closeFlag,
  EffectQuery,
  FlagClose,
  FlagQuery,
  listEffects,
  listFlags,
  releaseEffect,
} from '../measures/effects/effects.ts';
import { adoptReadyType, listReadyTypes, ReadyTypeName } from '../measures/rules/ready-types.ts';
import { EffectId, RuleChange, RuleId, RuleInput, Switch } from '../measures/rules/rule.ts';
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  readExempt,
  readRule,
  switchRule,
} from '../measures/rules/rules.ts';
import { Comment } from '../restriction/schema.ts';
import { createTypes } from '../restriction/types.ts';
import { addAppCommand, addCommand, readDocument, SettingsFile } from './command.ts';

const OneRule = { rule_id: RuleId };
const OneEffect = { effect_id: EffectId };

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
  addAppCommand(measures, 'adopt', {
    summary: 'add a ready restriction type to an app, where it can be edited',
    input: Type.Object({ name: ReadyTypeName }),
    args: ['name'],
    run: (command, input) => {
      const restrictions = { types: createTypes(command.context) };
      return adoptReadyType({ ...command, restrictions }, command.actor, input);
    },
    text: ({ block_type, type_en_name }) => `Type ${block_type}: ${type_en_name}`,
  });
  addAppCommand(measures, 'debt', {
    summary: 'show what a player was refunded for delivered goods, and what was paid again',
    input: Type.Object({ player_id: PlayerId }),
    args: ['player_id'],
    run: (command, key) => readDebt(command, key),
  });
}

function ruleCommands(measures: Command): void {
  addAppCommand(measures, 'list', {
    summary: 'list the rules of an app, with what each did in the past 30 days',
    run: (command) => listRules(command),
  });
  addAppCommand(measures, 'show', {
    summary: 'show a rule',
    input: Type.Object(OneRule),
    args: ['rule_id'],
    run: (command, key) => readRule(command, key),
  });
  addAppCommand(measures, 'create', {
    summary: 'create a rule, which begins in watch unless its state says otherwise',
    input: Type.Object({ settings_file: SettingsFile }),
    run: (command, { settings_file: file }) =>
      createRule(command, command.actor, readDocument(RuleInput, file)),
  });
  addAppCommand(measures, 'change', {
    summary: 'change a rule; a part that is given replaces the whole part',
    input: Type.Object({ ...OneRule, settings_file: SettingsFile }),
    args: ['rule_id'],
    run: (command, { settings_file: file, rule_id }) =>
      changeRule(command, command.actor, { ...readDocument(RuleChange, file), rule_id }),
  });
  addAppCommand(measures, 'exempt', {
    summary: 'list the players that a rule leaves alone; change sets them',
    input: Type.Object(OneRule),
    args: ['rule_id'],
    run: (command, key) => readExempt(command, key),
  });
  addAppCommand(measures, 'switch', {
    summary: 'switch a rule to watch, on or off',
    input: Type.Object({ ...OneRule, ...Switch.properties }),
    args: ['rule_id', 'state'],
    run: (command, input) => switchRule(command, command.actor, input),
  });
  addAppCommand(measures, 'delete', {
    summary: 'delete a rule; restrictions that it set stay until they end',
    input: Type.Object(OneRule),
    args: ['rule_id'],
    async confirm(command, key) {
      const rule = await readRule(command, key);
      if (isRejection(rule)) return rule;
      return { lost: `The rule “${rule.name}” of app ${key.appid} will be deleted.` };
    },
    run: (command, key) => deleteRule(command, command.actor, key),
  });
  addAppCommand(measures, 'dry-run', {
    summary: 'say whom a rule would have restricted or flagged',
    input: Type.Object({ ...OneRule, days: DryRunInput.properties.days }),
    args: ['rule_id'],
    run: (command, input) => dryRun(command, input),
    text: textOf,
  });
}

function effectCommands(measures: Command): void {
  addAppCommand(measures, 'effects', {
    summary: 'list what rules did about players, newest first',
    input: EffectQuery,
    run: (command, input) => listEffects(command, input),
  });
  addAppCommand(measures, 'release', {
    summary: 'end a restriction by a rule',
    input: Type.Object({ ...OneEffect, comment: Comment }),
    args: ['effect_id'],
    run: (command, input) => releaseEffect(command, command.actor, input),
  });
  addAppCommand(measures, 'flags', {
    summary: 'list flags that wait for a person, oldest first',
    input: FlagQuery,
    run: (command, input) => listFlags(command, input),
  });
  addAppCommand(measures, 'close', {
    summary: 'close a flag',
    input: Type.Object({ ...OneEffect, ...FlagClose.properties }),
    args: ['effect_id'],
    run: (command, input) => closeFlag(command, command.actor, input),
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
