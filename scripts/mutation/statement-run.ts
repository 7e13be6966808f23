// A mutation run of statements: which changes of their conditions do the small tests of their room notice?
import { type ChildProcess, fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Change } from './explain.ts';
import { testsOf } from './rooms.ts';
import type { Ask, FileAnswer } from './statement-tests.ts';
import { instrument } from './statements.ts';

const CACHE = 'node_modules/.cache';
const PROCESS = join(import.meta.dirname, 'statement-tests.ts');
const PROCESSES = 2;
/** A change may make a test wait for ever. */
const PATIENCE_MS = 20_000;
const DRY_PATIENCE_MS = 300_000;
/** A process keeps what it has loaded. */
const CHANGES_A_PROCESS = 60;

interface Numbered extends Change {
  readonly number: number;
}

export interface Verdict extends Change {
  /** By which test; undefined when nobody did. */
  readonly noticed: string | undefined;
}

export interface StatementOptions {
  /** How many changes, chosen by the seed; all unless said. */
  readonly some?: number | undefined;
  readonly seed?: string | undefined;
  readonly onVerdict?: (verdict: Verdict) => void;
}

export async function runStatementChanges(
  files: readonly string[],
  { some, seed = '', onVerdict }: StatementOptions = {},
): Promise<readonly Verdict[]> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'changes-'));
  try {
    const chosen = choose(writeInstrumented(folder, files), some, seed);
    const waiting = [...Map.groupBy(chosen, ({ file }) => file)];
    const verdicts: Verdict[] = [];
    const dryRuns = new Map<string, Promise<FileAnswer>>();
    const takeTurns = async (): Promise<void> => {
      const tests = openTests(folder);
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [file, changes] = next;
          const dry: FileAnswer[] = [];
          for (const test of testsOf(file)) {
            const answer = dryRuns.get(test) ?? tests.dryRun(test);
            dryRuns.set(test, answer);
            dry.push(await answer);
          }
          for (const { number, ...change } of changes) {
            const verdict = { ...change, noticed: await tests.notice(number, dry) };
            verdicts.push(verdict);
            onVerdict?.(verdict);
          }
        }
      } finally {
        await tests.stop();
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, takeTurns));
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same choice for the same seed. */
function choose(changes: readonly Numbered[], some: number | undefined, seed: string) {
  if (some === undefined) return changes;
  const keyOf = ({ file, change, line }: Change): string =>
    hash('sha256', `${seed} ${file} ${change} ${line}`);
  return changes
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, some)
    .sort((one, other) => one.number - other.number);
}

function writeInstrumented(folder: string, files: readonly string[]): Numbered[] {
  const all: Numbered[] = [];
  const places: Record<string, string> = {};
  for (const [index, file] of files.entries()) {
    const { changes, source } = instrument(file, readFileSync(file, 'utf8'), all.length);
    for (const change of changes) all.push({ ...change, number: all.length });
    writeFileSync(join(folder, `${index}.ts`), source);
    places[pathToFileURL(file).href] = `${index}.ts`;
  }
  writeFileSync(join(folder, 'files.json'), JSON.stringify(places));
  return all;
}

/** One process at a time, which is replaced when it hangs or has run for long. */
function openTests(folder: string) {
  let running: Promise<ChildProcess> | undefined;
  let asked = 0;

  async function start(): Promise<ChildProcess> {
    const child = fork(PROCESS, {
      execArgv: ['--import', './scripts/preload.mjs', '--import', './scripts/mutation/switches.ts'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        TEST_DATABASES: 'sqlite',
        TOLLGATE_CHANGES: folder,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return child;
  }

  async function stop(): Promise<void> {
    const child = await running;
    running = undefined;
    asked = 0;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Undefined when it takes too long, or the process ends. */
  async function ask(question: Ask, patience: number): Promise<readonly FileAnswer[] | undefined> {
    if (asked >= CHANGES_A_PROCESS) await stop();
    asked += 1;
    running ??= start();
    const child = await running;
    const over = new AbortController();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), patience);
    const answer = once(child, 'message', over).then(([answers]) => answers as FileAnswer[]);
    const end = once(child, 'exit', over).then(() => undefined);
    for (const each of [answer, end]) each.catch(() => {});
    child.send(question);
    const answers = await Promise.race([answer, end, late]);
    clearTimeout(timer);
    over.abort();
    if (answers === undefined) await stop();
    return answers;
  }

  return {
    stop,
    /** What the tests of a file reach. They have to pass. */
    async dryRun(file: string): Promise<FileAnswer> {
      const [answer] = (await ask({ change: undefined, files: [file] }, DRY_PATIENCE_MS)) ?? [];
      if (answer && answer.failure === undefined) return answer;
      throw new Error(`${file} fails without a change: ${answer?.failure ?? 'it does not end'}`);
    },
    /** The first test that fails with the change; those that take least begin. */
    async notice(change: number, dry: readonly FileAnswer[]): Promise<string | undefined> {
      const tests = dry
        .filter(({ reached }) => reached.includes(change))
        .sort((one, other) => one.ms - other.ms);
      if (tests.length === 0) return undefined;
      const usual = tests.reduce((sum, { ms }) => sum + ms, 0);
      const files = tests.map(({ file }) => file);
      const answers = await ask({ change, files }, PATIENCE_MS + 4 * usual);
      if (answers === undefined) return 'does not end';
      const last = answers.at(-1);
      return last?.failure && `${last.file}: ${last.failure}`;
    },
  };
}
