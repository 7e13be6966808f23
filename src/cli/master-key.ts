// tollgate master-key generate, status, rotate
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { ENVIRONMENTS, type EnvironmentName, portOf } from '../start/environments.ts';
import { changeMasterKey, countKeys } from '../start/master-key-change.ts';
import { environmentOption, jsonOption, printOutcome } from './command.ts';
import { configOrFail, withContext } from './context.ts';
import { Failure } from './failure.ts';
import { showProgress } from './progress.ts';

interface Flags {
  readonly env?: EnvironmentName;
  readonly json?: boolean;
}

const EVERY = 'default: every environment that has a port';

export function masterKeyCommands(program: Command): void {
  const noun = program.command('master-key').description('the key that encrypts stored secrets');
  noun
    .command('generate')
    .description('print a new master key; nothing else is changed')
    .option(
      '--file <path>',
      'write it to a new file that only you can read, instead of printing it',
    )
    .action(({ file }: { file?: string }) => generate(file));
  noun
    .command('status')
    .description('show how many secrets are sealed under which master key')
    .addOption(environmentOption(`environment to look at; ${EVERY}`))
    .addOption(jsonOption())
    .action(async ({ env, json = false }: Flags) => {
      const items: object[] = [];
      for (const environment of chosen(configOrFail(), env)) {
        const uses = await withContext(environment, ({ context: { storage, vault } }) =>
          countKeys(storage.db, vault),
        );
        items.push(...uses.map((use) => ({ environment, ...use })));
      }
      printOutcome({ items }, json);
    });
  noun
    .command('rotate')
    .description('seal all secrets under the current master key, while the service runs')
    .addOption(environmentOption(`environment to work on; ${EVERY}`))
    .option(
      '--end-now',
      'for a key that has leaked: sealed receipts and recovery codes of earlier keys end with them',
    )
    .addOption(jsonOption())
    .action(async ({ env, json = false, endNow = false }: Flags & { endNow?: boolean }) => {
      const items: object[] = [];
      const unopened: string[] = [];
      try {
        for (const environment of chosen(configOrFail(), env)) {
          const { unopened: here, ...done } = await rotate(environment, endNow);
          items.push({ environment, ...done, unopened: here.length });
          unopened.push(...here.map((name) => `${environment}: ${name}`));
        }
      } finally {
        // When the second environment fails, the first is still done.
        if (items.length > 0) printOutcome({ items }, json);
      }
      if (unopened.length > 0) {
        throw new Failure(
          `These secrets do not open: ${unopened.join(', ')}. Keep the earlier keys, and run tollgate doctor to see why.`,
        );
      }
    });
}

const chosen = (config: Config, env: EnvironmentName | undefined): readonly EnvironmentName[] =>
  env ? [env] : ENVIRONMENTS.filter((each) => portOf(config, each) !== 'off');

function rotate(environment: EnvironmentName, endNow: boolean) {
  return withContext(environment, async ({ context, actor }) => {
    const uses = await countKeys(context.storage.db, context.vault);
    const total = uses.reduce((sum, { secrets }) => sum + secrets, 0);
    const progress = showProgress(`${environment} secrets`, total, process.stderr);
    try {
      return await changeMasterKey(context, actor, { endNow, onBatch: progress.advance });
    } finally {
      progress.end();
    }
  });
}

function generate(file: string | undefined): void {
  const text = `${randomBytes(32).toString('base64')}\n`;
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new Failure(
      isThere
        ? `${file} exists. A master key is never overwritten; choose another file.`
        : `${file} cannot be written: ${(error as Error).message}.`,
    );
  }
}
