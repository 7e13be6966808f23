// One mutation run: which changes of the code do the fast tests notice?
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { FAST_TESTS } from './files.ts';
import { RUNNER, SCHEMAS } from './runner.ts';
import { EXPLAINED } from './survivors.ts';

export interface FileScore {
  readonly file: string;
  readonly noticed: number;
  readonly mutants: number;
}

interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The code and what it became, such as `a > b → a >= b`. */
  readonly change: string;
  /** Why nobody has to notice; undefined when nobody has said it yet. */
  readonly why: string | undefined;
}

export interface MutationResult {
  /** Percent. */
  readonly score: number;
  readonly files: readonly FileScore[];
  readonly survivors: readonly Survivor[];
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
  return {
    score: (100 * noticed) / mutants.length,
    files: [...Map.groupBy(mutants, fileOf)]
      .map(([file, own]) => ({ file, noticed: own.filter(isNoticed).length, mutants: own.length }))
      .sort((one, other) => (one.file < other.file ? -1 : 1)),
    survivors: mutants.filter((mutant) => !isNoticed(mutant)).map(describe),
  };
}

/** An endless loop is noticed. */
const isNoticed = ({ status }: MutantResult): boolean =>
  status === 'Killed' || status === 'Timeout';

const fileOf = ({ fileName }: MutantResult): string => relative(process.cwd(), fileName);

function describe(mutant: MutantResult): Survivor {
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
  const why = EXPLAINED.find((each) => each.file === file && each.changes.includes(change))?.why;
  return { file, line: start.line, change, why };
}
