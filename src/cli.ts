#!/usr/bin/env node
// The `tollgate` command: runs the service, and administers it directly in the database.
import { Command, CommanderError } from 'commander';
import { readVersion } from './base/version.ts';
import { UsageError } from './cli/failure.ts';

const USAGE = 2;
const SET_UP = 'Set up and check:';

type Add = (program: Command) => Promise<void>;

/** By the heading of the help, then by name, in its order. Loading a command takes longer than most do. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Add>>>> = {
  'Run:': {
    start: async (to) => (await import('./cli/processes.ts')).startCommand(to),
    serve: async (to) => (await import('./cli/processes.ts')).serveCommand(to),
    emulator: async (to) => (await import('./cli/processes.ts')).emulatorCommand(to),
  },
  [SET_UP]: {
    migrate: async (to) => (await import('./cli/migrate.ts')).migrateCommand(to),
    config: async (to) =>
      (await import('./cli/configuration.ts')).configurationCommands(to, await channels()),
    doctor: async (to) => (await import('./cli/doctor.ts')).doctorCommand(to),
    cluster: async (to) => (await import('./cli/cluster.ts')).clusterCommands(to),
    completion: async (to) => (await import('./cli/completion.ts')).completionCommand(to),
  },
  'Projects and apps:': {
    project: async (to) => (await import('./cli/projects.ts')).projectCommands(to),
    app: async (to) => (await import('./cli/apps.ts')).appCommands(to),
    key: async (to) => (await import('./cli/apps.ts')).keyCommands(to),
    'price-key': async (to) => (await import('./cli/apps.ts')).priceKeyCommands(to),
    client: async (to) => (await import('./cli/clients.ts')).clientCommands(to),
    server: async (to) => (await import('./cli/apps.ts')).serverCommands(to),
  },
  'Players:': {
    restrict: async (to) => (await import('./cli/restrictions.ts')).restrictCommand(to),
    release: async (to) => (await import('./cli/restrictions.ts')).releaseCommand(to),
    disputes: async (to) => (await import('./cli/disputes.ts')).disputeCommands(to),
    appeal: async (to) => (await import('./cli/appeals.ts')).appealCommands(to),
    scope: async (to) => (await import('./cli/scopes.ts')).scopeCommands(to),
    players: async (to) => (await import('./cli/players.ts')).playerCommands(to),
    consent: async (to) => (await import('./cli/consent.ts')).consentCommands(to),
    measures: async (to) => (await import('./cli/measures.ts')).measureCommands(to),
  },
  'Purchases:': {
    market: async (to) => (await import('./cli/markets.ts')).marketCommands(to),
    product: async (to) => (await import('./cli/markets.ts')).productCommands(to),
    grant: async (to) => (await import('./cli/grants.ts')).grantCommands(to),
    actions: async (to) => (await import('./cli/actions.ts')).actionCommands(to),
    purchases: async (to) => (await import('./cli/purchases.ts')).purchaseCommands(to),
    subscriptions: async (to) => (await import('./cli/subscriptions.ts')).subscriptionCommands(to),
    reports: async (to) => (await import('./cli/reports.ts')).reportCommands(to),
    figures: async (to) => (await import('./cli/figures.ts')).figureCommands(to),
    notices: async (to) => (await import('./cli/notices.ts')).noticeCommands(to),
  },
  'Move to Tollgate:': {
    import: async (to) => (await import('./cli/imports.ts')).importCommands(to),
  },
  'Notifications and events to your servers:': {
    receiver: async (to) =>
      (await import('./cli/receivers.ts')).receiverCommands(to, await channels()),
    outbox: async (to) => (await import('./cli/outbox.ts')).outboxCommands(to, await channels()),
    replay: async (to) => (await import('./cli/replays.ts')).replayCommands(to, await channels()),
    alerts: async (to) => (await import('./cli/alerts.ts')).alertCommands(to),
  },
  'Access to Tollgate:': {
    account: async (to) => (await import('./cli/accounts.ts')).accountCommands(to),
    member: async (to) => (await import('./cli/members.ts')).memberCommands(to),
    token: async (to) => (await import('./cli/clients.ts')).tokenCommands(to),
    'signing-key': async (to) => (await import('./cli/clients.ts')).signingKeyCommands(to),
    'master-key': async (to) => (await import('./cli/master-key.ts')).masterKeyCommands(to),
    audit: async (to) => (await import('./cli/audit.ts')).auditCommand(to),
  },
};

/** Names of earlier releases, and words that people try first. */
const REPLACED = new Map([
  ['game-server', 'receiver … --channel restriction'],
  ['events', 'receiver … --channel purchase'],
  ...['ban', 'block', 'suspend'].map((word) => [word, 'restrict'] as const),
  ...['unban', 'unblock', 'unrestrict'].map((word) => [word, 'release'] as const),
  ...['user', 'users'].map((word) => [word, 'player'] as const),
  ['log', 'audit'],
  ['refund', 'purchases refund'],
]);

const channels = async () => (await import('./channels.ts')).channels;

const program = new Command('tollgate')
  .description('Runs Tollgate, and administers it directly in its database.')
  .version(readVersion(), '-V, --version', 'print the version')
  .exitOverride()
  .addHelpText('after', '\nRun tollgate <command> --help for its arguments and options.');

/** One command needs no other; help, completion and wrong names need all. */
function isNeeded(name: string): boolean {
  const [, , asked = ''] = process.argv;
  if (['-V', '--version'].includes(asked)) return false;
  const isOne = Object.values(GROUPS).some((group) => Object.hasOwn(group, asked));
  return name === asked || !isOne || asked === 'completion';
}

// Sub-commands inherit exitOverride and their group only when they are added after it.
for (const [heading, commands] of Object.entries(GROUPS)) {
  program.commandsGroup(heading);
  for (const [name, add] of Object.entries(commands)) if (isNeeded(name)) await add(program);
}

// Last, because sub-commands would inherit it with its group.
program.commandsGroup(SET_UP).helpCommand('help [command]', 'display help for command');

try {
  const replaced = REPLACED.get(process.argv[2] ?? '');
  if (replaced !== undefined) throw new UsageError(`use tollgate ${replaced} instead`);
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
