// tollgate migrate, audit, doctor, emulator
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { AuditQuery, listAudit } from '../apps/audit-list.ts';
import { type EnvironmentName, storageOptions } from '../environments.ts';
import { schemaVersions } from '../storage/migrate.ts';
import { openStorage } from '../storage/storage.ts';
import { addCommand, globalOptions, printOutcome } from './command.ts';
import { configOrFail } from './context.ts';
import { examine } from './doctor.ts';

export function upkeepCommands(program: Command): void {
  globalOptions(program.command('migrate').description('bring the tables up to date')).action(
    async ({ env, json }: { env: EnvironmentName; json: boolean }) => {
      printOutcome(await migrateTables(env), json);
    },
  );
  addCommand(program, 'audit', {
    summary: 'who changed what, newest first',
    input: AuditQuery,
    run: ({ desk }, input) => listAudit(desk.storage.db, input),
  });
  program
    .command('doctor')
    .description(
      'check settings, database, clock, keys and market credentials of both environments',
    )
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const findings = await examine();
      const healthy = findings.every((finding) => finding.ok);
      const lines = findings.map(
        ({ ok, about, text }) => `${ok ? 'ok   ' : 'WRONG'} ${about}: ${text}`,
      );
      process.stdout.write(
        json ? `${JSON.stringify({ healthy, findings })}\n` : `${lines.join('\n')}\n`,
      );
      process.exitCode = healthy ? 0 : 1;
    });
  program
    .command('emulator')
    .description('run the market emulator; its options follow')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]')
    .action((options: string[]) => runEmulator(options));
}

async function migrateTables(environment: EnvironmentName): Promise<object> {
  const config = configOrFail();
  const options = storageOptions(config, environment);
  if (options.kind === 'sqlite') mkdirSync(config.TOLLGATE_DATA, { recursive: true });
  const storage = openStorage(options);
  try {
    await storage.migrate();
    return { environment, version: (await schemaVersions(storage.db, storage.kind)).database };
  } finally {
    await storage.close();
  }
}

/** A process of its own: it shares no code with the service. */
function runEmulator(options: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('../../emulator/main.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 0;
      resolve();
    });
  });
}
