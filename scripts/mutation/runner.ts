// The test runner of a mutation run, a plugin of Stryker: each mutant gets the fast tests of its file in a few milliseconds.
import { registerHooks } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MutantCoverage, StrykerOptions } from '@stryker-mutator/api/core';
import type { Ignorer } from '@stryker-mutator/api/ignore';
import { commonTokens, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { firstFailure, takeTests } from './collected.ts';

export const RUNNER = 'in-process';
export const SCHEMAS = 'schemas';

/** What Stryker's instrumented code reads and writes. */
interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: MutantCoverage;
}

const instrumentation: Instrumentation = {};
(globalThis as { __stryker__?: Instrumentation }).__stryker__ = instrumentation;

/** Modules are loaded anew in each round, so that constants are mutated too. */
let round = 0;

function hookImports(sandbox: string): void {
  const ours = pathToFileURL(sandbox + sep).href;
  const collector = import.meta.resolve('./collected.ts');
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test') return { url: collector, shortCircuit: true };
      const found = next(specifier, context);
      const isOurs = found.url.startsWith(ours) && !found.url.includes('/node_modules/');
      return isOurs ? { ...found, url: `${found.url}?round=${round}` } : found;
    },
  });
}

let onCrash: (error: unknown) => void = () => {};

/** Only in a process of Stryker's: whoever starts the run ends with its errors. */
function catchCrashes(): void {
  process.on('uncaughtException', (error) => onCrash(error));
}

/** The id of a test is the path of its file. */
async function runFile(sandbox: string, file: string): Promise<string | undefined> {
  takeTests();
  const { promise: crash, reject } = Promise.withResolvers<never>();
  crash.catch(() => {});
  onCrash = reject;
  try {
    await import(pathToFileURL(join(sandbox, file)).href);
  } catch (error) {
    return `${file} does not load: ${error instanceof Error ? error.message : String(error)}`;
  }
  return firstFailure(takeTests(), crash);
}

function createRunner(options: StrykerOptions): TestRunner {
  const files = options.fastTests as readonly string[];
  const sandbox = process.cwd();
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async init() {
      hookImports(sandbox);
      catchCrashes();
    },
    async dryRun(): Promise<DryRunResult> {
      const tests = [];
      for (const file of files) {
        round += 1;
        instrumentation.currentTestId = file;
        const begun = performance.now();
        const failureMessage = await runFile(sandbox, file);
        const common = { id: file, name: file, timeSpentMs: performance.now() - begun };
        tests.push(
          failureMessage === undefined
            ? { ...common, status: TestStatus.Success as const }
            : { ...common, status: TestStatus.Failed as const, failureMessage },
        );
      }
      const mutantCoverage = instrumentation.mutantCoverage ?? { static: {}, perTest: {} };
      return { status: DryRunStatus.Complete, tests, mutantCoverage };
    },
    async mutantRun({
      activeMutant,
      testFilter = [...files],
      hitLimit,
    }: MutantRunOptions): Promise<MutantRunResult> {
      round += 1;
      Object.assign(instrumentation, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      for (const [index, file] of testFilter.entries()) {
        const failureMessage = await runFile(sandbox, file);
        if (
          instrumentation.hitLimit &&
          (instrumentation.hitCount ?? 0) > instrumentation.hitLimit
        ) {
          return { status: MutantRunStatus.Timeout, reason: 'endless loop' };
        }
        if (failureMessage !== undefined) {
          const nrOfTests = index + 1;
          return { status: MutantRunStatus.Killed, killedBy: [file], failureMessage, nrOfTests };
        }
      }
      return { status: MutantRunStatus.Survived, nrOfTests: testFilter.length };
    },
  };
}
createRunner.inject = [commonTokens.options] as const;

/** Shapes describe more than they decide, and the tests of each endpoint check them. */
const schemas: Ignorer = {
  shouldIgnore(path) {
    const { node } = path as { node: { type: string } };
    const isShape =
      node.type === 'CallExpression' && /^(Type\.|named(Object)?\()/.test(String(path));
    return isShape ? 'a shape of the API' : undefined;
  },
};

export const strykerPlugins = [
  { kind: PluginKind.TestRunner, name: RUNNER, factory: createRunner },
  { kind: PluginKind.Ignore, name: SCHEMAS, value: schemas },
];

/** The option that Stryker does not know. */
export const strykerValidationSchema = {
  properties: { fastTests: { type: 'array', items: { type: 'string' } } },
};
