// tollgate appeal …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  AppealFiguresQuery,
  AppealId,
  AppealQuery,
  AppealSettings,
  appealFigures,
  DecisionInput,
  decideAppeal,
  listAppeals,
  readAppeal,
  readAppealSettings,
  setAppealSettings,
} from '../restriction/appeals/operations.ts';
import { addAppCommand, addCommand } from './command.ts';
import { OneProject } from './projects.ts';

const OneAppeal = { appeal_id: AppealId };

export function appealCommands(program: Command): void {
  const appeals = program.command('appeal').description('what restricted players say against it');
  addAppCommand(appeals, 'list', {
    summary: 'list open appeals, oldest first; --state for others',
    input: AppealQuery,
    run: (command, { appid: _, ...query }) => listAppeals(command, query),
  });
  addAppCommand(appeals, 'show', {
    summary: 'show an appeal',
    input: Type.Object(OneAppeal),
    args: ['appeal_id'],
    run: (command, { appeal_id }) => readAppeal(command, command.actor, appeal_id),
  });
  addAppCommand(appeals, 'decide', {
    summary: 'release the player, shorten the restriction, or uphold it',
    input: Type.Object({ ...OneAppeal, ...DecisionInput.properties }),
    args: ['appeal_id', 'decision'],
    run: (command, { appid: _, ...input }) => decideAppeal(command, command.actor, input),
  });
  addAppCommand(appeals, 'figures', {
    summary: 'count appeals, those granted and the median time, by type and operator',
    input: AppealFiguresQuery,
    run: (command, { appid: _, ...query }) => appealFigures(command, query),
  });
  addCommand(appeals, 'settings', {
    summary: 'show how a project treats appeals, or change it',
    input: Type.Object({
      ...OneProject.properties,
      second_person: Type.Optional(AppealSettings.properties.second_person),
      again_after_days: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 3_650,
          description: 'Days after a decision until the player may appeal again; 0: never.',
        }),
      ),
    }),
    args: ['game_index'],
    async run({ context, actor }, { game_index, second_person, again_after_days }) {
      const current = await readAppealSettings(context, game_index);
      if ('rejected' in current) return current;
      if (second_person === undefined && again_after_days === undefined) return current;
      const days = again_after_days === undefined ? current.again_after_days : again_after_days;
      return setAppealSettings(context, actor, {
        game_index,
        second_person: second_person ?? current.second_person,
        again_after_days: days === 0 ? null : days,
      });
    },
  });
}
