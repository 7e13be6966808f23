#!/usr/bin/env node
// The `tollgate` command: runs the service, and administers it directly in the database.
import { Command, CommanderError } from 'commander';
import { channels } from './channels.ts';
import { accountCommands } from './cli/accounts.ts';
import { alertCommands } from './cli/alerts.ts';
import { appCommands, keyCommands, priceKeyCommands, serverCommands } from './cli/apps.ts';
import { clientCommands, signingKeyCommands, tokenCommands } from './cli/clients.ts';
import { clusterCommands } from './cli/cluster.ts';
import { completionCommand } from './cli/completion.ts';
import { UsageError } from './cli/context.ts';
import { figureCommands } from './cli/figures.ts';
import { importCommands } from './cli/imports.ts';
import { marketCommands, productCommands } from './cli/markets.ts';
import { masterKeyCommands } from './cli/master-key.ts';
import { measureCommands } from './cli/measures.ts';
import { migrateCommand } from './cli/migrate.ts';
import { noticeCommands } from './cli/notices.ts';
import { outboxCommands } from './cli/outbox.ts';
import { playerCommands } from './cli/players.ts';
import { processCommands } from './cli/processes.ts';
import { projectCommands } from './cli/projects.ts';
import { purchaseCommands } from './cli/purchases.ts';
import { eventCommands, gameServerCommands, receiverCommands } from './cli/receivers.ts';
import { auditCommand, doctorCommand, emulatorCommand } from './cli/upkeep.ts';
import { readVersion } from './cli/version.ts';
import { forget, forgetProject } from './forget.ts';

const USAGE = 2;
const SET_UP = 'Set up and check:';

const program = new Command('tollgate')
  .description('Runs Tollgate, and administers it directly in its database.')
  .version(readVersion(), '-V, --version', 'print the version')
  .exitOverride()
  .addHelpText('after', '\nRun tollgate <command> --help for its arguments and options.');

// Sub-commands inherit exitOverride and their group only when they are added after it.
program.commandsGroup('Run:');
processCommands(program);
emulatorCommand(program);

program.commandsGroup(SET_UP);
migrateCommand(program);
doctorCommand(program);
clusterCommands(program);
completionCommand(program);

program.commandsGroup('Projects and apps:');
projectCommands(program, forgetProject);
appCommands(program, forget);
keyCommands(program);
priceKeyCommands(program);
clientCommands(program);
serverCommands(program);

program.commandsGroup('Players:');
playerCommands(program);
measureCommands(program);

program.commandsGroup('Purchases:');
marketCommands(program);
productCommands(program);
purchaseCommands(program);
figureCommands(program);
noticeCommands(program);

program.commandsGroup('Move to Tollgate:');
importCommands(program);

program.commandsGroup('Notifications and events to your servers:');
receiverCommands(program, channels);
outboxCommands(program, channels);
alertCommands(program);
gameServerCommands(program, channels);
eventCommands(program, channels);

program.commandsGroup('Access to Tollgate:');
accountCommands(program);
tokenCommands(program);
signingKeyCommands(program);
masterKeyCommands(program);
auditCommand(program);

// Last, because sub-commands would inherit it with its group.
program.commandsGroup(SET_UP).helpCommand('help [command]', 'display help for command');

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error as Error);
}

/** Commander prints usage errors itself; all other errors are printed here in one line. */
function exitCodeOf(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  process.stderr.write(`error: ${error.message.split('\n', 1)[0]}\n`);
  return error instanceof UsageError ? USAGE : 1;
}
