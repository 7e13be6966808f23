// A process of a mutation run of statements: loads the service once, and runs test files with one change after the other.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { firstFailure, takeTests } from './collected.ts';
import { switchOn, takeReached } from './switches.ts';

/** Without a change: which changes do the tests of each file reach? */
export interface Ask {
  readonly change: number | undefined;
  readonly files: readonly string[];
}

export interface FileAnswer {
  readonly file: string;
  readonly failure: string | undefined;
  readonly ms: number;
  readonly reached: readonly number[];
}

/** Test files are loaded anew each time, the service and the support of the tests are not. */
let round = 0;
const TESTS = pathToFileURL('test/').href;
const SUPPORT = `${TESTS}support/`;
const collector = import.meta.resolve('./collected.ts');

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: collector, shortCircuit: true };
    const found = next(specifier, context);
    const isTest =
      (found.url.startsWith(TESTS) && !found.url.startsWith(SUPPORT)) ||
      found.url.endsWith('.test.ts');
    return isTest ? { ...found, url: `${found.url}?round=${round}` } : found;
  },
});

let onCrash: (error: unknown) => void = () => {};
process.on('uncaughtException', (error) => onCrash(error));

async function run(file: string): Promise<string | undefined> {
  round += 1;
  takeTests();
  const { promise: crash, reject } = Promise.withResolvers<never>();
  crash.catch(() => {});
  onCrash = reject;
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    return `${file} does not load: ${error instanceof Error ? error.message : String(error)}`;
  }
  return firstFailure(takeTests(), crash);
}

const REACHED = `${process.env.TOLLGATE_CHANGES}/reached-${process.pid}`;

/** Threads write down what they reach. */
function allReached(): number[] {
  const own = takeReached();
  if (existsSync(REACHED)) {
    for (const line of readFileSync(REACHED, 'utf8').trim().split('\n')) own.add(Number(line));
    rmSync(REACHED);
  }
  return [...own];
}

process.on('message', async ({ change, files }: Ask) => {
  switchOn(change);
  const answers: FileAnswer[] = [];
  for (const file of files) {
    allReached();
    const begun = performance.now();
    const failure = await run(file);
    const ms = performance.now() - begun;
    answers.push({ file, failure, ms, reached: change === undefined ? allReached() : [] });
    if (change !== undefined && failure !== undefined) break;
  }
  switchOn(undefined);
  process.send?.(answers);
});
process.send?.('ready');
