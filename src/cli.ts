#!/usr/bin/env node
// The `tollgate` command: the operations of the admin API, directly on the database.
import { Command, CommanderError } from 'commander';
import { accountCommands } from './cli/accounts.ts';
import { appCommands, keyCommands, serverCommands } from './cli/apps.ts';
import { clientCommands, signingKeyCommands, tokenCommands } from './cli/clients.ts';
import { UsageError } from './cli/command.ts';
import { marketCommands, productCommands } from './cli/markets.ts';
import { eventCommands, noticeCommands } from './cli/notices.ts';
import { gameServerCommands, outboxCommands } from './cli/outbox.ts';
import { processCommands } from './cli/processes.ts';
import { projectCommands } from './cli/projects.ts';
import { purchaseCommands } from './cli/purchases.ts';
import { upkeepCommands } from './cli/upkeep.ts';
import { forget } from './forget.ts';

const USAGE = 2;

const program = new Command('tollgate')
  .description('Administration of Tollgate, directly on its database.')
  .exitOverride();
// Sub-commands inherit exitOverride only when they are added after it.
processCommands(program);
projectCommands(program);
appCommands(program, forget);
keyCommands(program);
clientCommands(program);
tokenCommands(program);
accountCommands(program);
signingKeyCommands(program);
gameServerCommands(program);
outboxCommands(program);
eventCommands(program);
noticeCommands(program);
marketCommands(program);
productCommands(program);
serverCommands(program);
purchaseCommands(program);
upkeepCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error as Error);
}

/** Commander has said what is wrong with the usage; everything else is said here in one line. */
function exitCodeOf(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  process.stderr.write(`error: ${error.message.split('\n', 1)[0]}\n`);
  return error instanceof UsageError ? USAGE : 1;
}
