// tollgate actions …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  ActionId,
  approveAction,
  DeclineInput,
  declineAction,
  withdrawAction,
} from '../payment/actions/decide.ts';
import { ActionQuery, listActions, readAction } from '../payment/actions/list.ts';
import {
  ActionSettings,
  readActionSettings,
  setActionSettings,
} from '../payment/actions/settings.ts';
import { addAppCommand, addCommand, readDocument, SettingsFile } from './command.ts';
import { OneProject } from './projects.ts';
import { withMarkets } from './sale-action.ts';

const OneAction = Type.Object({ action_id: ActionId });

export function actionCommands(program: Command): void {
  const actions = program
    .command('actions')
    .alias('action')
    .description('refunds and changes of subscriptions that people asked for');
  addAppCommand(actions, 'list', {
    summary: 'list actions, newest first',
    input: ActionQuery,
    run: (command, { appid: _, ...query }) => listActions(command, query),
  });
  addAppCommand(actions, 'show', {
    summary: 'show an action, and what became of it',
    input: OneAction,
    args: ['action_id'],
    run: readAction,
  });
  addAppCommand(actions, 'approve', {
    summary: 'approve an action of somebody else; the running service calls the market',
    input: OneAction,
    args: ['action_id'],
    run: (command, input) =>
      withMarkets(command, (saleActions) =>
        approveAction({ ...command, saleActions }, command.actor, input),
      ),
  });
  addAppCommand(actions, 'decline', {
    summary: 'decline an action that waits for a second person',
    input: Type.Object({ ...OneAction.properties, ...DeclineInput.properties }),
    args: ['action_id'],
    run: (command, input) => declineAction({ ...command, saleActions: NONE }, command.actor, input),
  });
  addAppCommand(actions, 'withdraw', {
    summary: 'withdraw an action that the market has certainly not done',
    input: OneAction,
    args: ['action_id'],
    run: (command, input) =>
      withdrawAction({ ...command, saleActions: NONE }, command.actor, input),
  });
  addCommand(actions, 'settings', {
    summary: 'show who in a project may act, and how much',
    input: OneProject,
    args: ['game_index'],
    run: ({ context }, { game_index }) => readActionSettings(context, game_index),
  });
  addCommand(actions, 'change-settings', {
    summary: 'change who in a project may act, and how much',
    input: Type.Object({ ...OneProject.properties, file: SettingsFile }),
    args: ['game_index'],
    run: ({ context, actor }, { game_index, file }) =>
      setActionSettings(context, actor, { ...readDocument(ActionSettings, file), game_index }),
  });
}

/** Nobody is asked. */
const NONE = async () => ({ missing: 'actions' }) as const;
