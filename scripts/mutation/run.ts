// One mutation run: which changes of the code do the fast tests notice?
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Change, explain, type Stale, type Survivor } from './explain.ts';
import { FAST_TESTS } from './files.ts';
import { RUNNER, SCHEMAS } from './runner.ts';
import { EXPLAINED } from './survivors.ts';

export interface FileScore {
  readonly file: string;
  readonly noticed: number;
  readonly mutants: number;
}

export interface MutationResult {
  /** Percent. */
  readonly score: number;
  readonly files: readonly FileScore[];
  readonly survivors: readonly Survivor[];
  readonly stale: readonly Stale[];
}

export async function runMutants(files: readonly string[]): Promise<MutationResult> {
  const results = await new Stryker({
    mutate: [...files],
    plugins: [import.meta.resolve('./runner.ts')],
    testRunner: RUNNER,
    ignorers: [SCHEMAS],
    fastTests: globSync([...FAST_TESTS]).sort(),
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A round leaves its modules in memory.
    maxTestRunnerReuse: 200,
    timeoutMS: 3_000,
    ignorePatterns: ['**/*', '!src/**/*', '!test/**/*', '!emulator/**/*', '!package.json'],
    disableTypeChecks: false,
    reporters: [],
    logLevel: 'error' as LogLevel.Error,
  }).runMutationTest();
  const mutants = results.filter(({ status }) => status !== 'Ignored');
  const noticed = mutants.filter(isNoticed).length;
  const explained = EXPLAINED.filter(({ file }) => files.includes(file));
  const { survivors, stale } = explain(
    mutants.filter((mutant) => !isNoticed(mutant)).map(describe),
    explained,
  );
  // A change that was given up on a busy machine is not yet noticed by a test.
  const late = mutants.filter(({ status }) => status === 'Timeout').map(describe);
  return {
    score: (100 * noticed) / mutants.length,
    files: [...Map.groupBy(mutants, fileOf)]
      .map(([file, own]) => ({ file, noticed: own.filter(isNoticed).length, mutants: own.length }))
      .sort((one, other) => (one.file < other.file ? -1 : 1)),
    survivors,
    stale: stale.filter(
      ({ file, change }) => !late.some((each) => each.file === file && each.change === change),
    ),
  };
}

/** An endless loop is noticed. */
const isNoticed = ({ status }: MutantResult): boolean =>
  status === 'Killed' || status === 'Timeout';

const fileOf = ({ fileName }: MutantResult): string => relative(process.cwd(), fileName);

function describe(mutant: MutantResult): Change {
  const file = fileOf(mutant);
  const { start, end } = mutant.location;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const change = [lines.join(' '), mutant.replacement ?? '']
    .map((code) => code.replace(/\s+/g, ' ').trim())
    .join(' → ');
  return { file, line: start.line, change };
}
