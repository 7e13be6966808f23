// tollgate alerts …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { AlertQuery, listAlerts } from '../alerts/alerts.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';

export function alertCommands(program: Command): void {
  const alerts = program
    .command('alerts')
    .description('what is wrong in a project: dead letters, refused credentials, markets, spikes');
  addCommand(alerts, 'list', {
    summary: 'list the alerts of a project, newest first',
    input: Type.Object({ game_index: GameIndex, ...AlertQuery.properties }),
    args: ['game_index'],
    run: ({ context }, input) => listAlerts(context, input),
  });
}
