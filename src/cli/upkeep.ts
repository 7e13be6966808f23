// tollgate audit, doctor, emulator
import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { AuditQuery, listAudit } from '../audit/list.ts';
import { addCommand, jsonOption } from './command.ts';
import { examine } from './doctor.ts';

export function auditCommand(program: Command): void {
  addCommand(program, 'audit', {
    summary: 'list who changed what, newest first',
    input: AuditQuery,
    run: ({ context }, input) => listAudit(context, input),
  });
}

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, databases, clock, keys and market credentials, and show what to fix',
    )
    .addOption(jsonOption())
    .action(async ({ json = false }: { json?: boolean }) => {
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
}

export function emulatorCommand(program: Command): void {
  program
    .command('emulator')
    .description('run the market emulator; takes --port, --host, --state and --seed')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]')
    .action((options: string[]) => runEmulator(options));
}

/** Runs as a separate process, because it shares no code with the service. */
function runEmulator(options: readonly string[]): Promise<void> {
  // Compiled, both are JavaScript.
  const main = `../../emulator/main${extname(import.meta.filename)}`;
  const script = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, ...options], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 0;
      resolve();
    });
  });
}
