// Runs the real `tollgate` command in a process that has its modules loaded, or as one of its own.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLOCK, PRELOADED } from '../support/process.ts';
import type { CliResult, Command, Variables } from './command.ts';

export const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const LOADED = fileURLToPath(new URL('./loaded.ts', import.meta.url));
const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** Loading its modules takes a command twenty times as long as its work. */
let loaded: ChildProcess | undefined;
let previous: Promise<unknown> = Promise.resolve();

export function tollgate(
  variables: Variables,
  args: readonly string[],
  answer?: string,
): Promise<CliResult> {
  return call({ args, variables: { PATH, ...variables }, answer });
}

/** One after the other: they share what is a process's own. */
export function call(command: Command): Promise<CliResult> {
  const result = previous.then(() => runLoaded(command));
  previous = result.catch(() => {});
  return result;
}

function runLoaded(command: Command): Promise<CliResult> {
  // By absolute paths, because a command may run in another folder.
  const execArgv = [...PRELOADED];
  loaded ??= fork(LOADED, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }).once(
    'exit',
    () => {
      loaded = undefined;
    },
  );
  const child = loaded;
  // Between two commands it must not keep the tests from ending; it ends with them.
  const hold = (how: 'ref' | 'unref'): void => {
    child[how]();
    child.channel?.[how]();
  };
  return new Promise((resolve, reject) => {
    const ended = (): void =>
      reject(new Error(`tollgate ${command.args.join(' ')}: its process ended`));
    child.once('exit', ended);
    child.once('message', (result: CliResult) => {
      child.off('exit', ended);
      hold('unref');
      resolve(result);
    });
    hold('ref');
    child.send(command);
  });
}

/** What a process of its own is started with. */
export function environment(variables: Variables): Variables {
  const cache = NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE };
  return { PATH, ...CLOCK, ...cache, ...variables };
}

/** With something to read on standard input. */
export function tollgateProcess(
  variables: Variables,
  args: readonly string[],
  input = '',
): Promise<CliResult> {
  return new Promise((resolve) => {
    const env = environment(variables);
    const child = execFile(
      process.execPath,
      [...PRELOADED, CLI, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

/** The printed JSON of a command that must succeed. */
export async function tollgateJson(variables: Variables, args: readonly string[], input = '') {
  const command = { args: [...args, '--json'], variables: { PATH, ...variables }, input };
  const { code, stdout, stderr } = await call(command);
  if (code !== 0) throw new Error(`tollgate ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
