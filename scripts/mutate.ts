// `npm run mutate`: changes the deciding code in thousands of small ways and counts which changes the fast tests notice.
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { DECIDING, FAST_TESTS } from './mutation/files.ts';
import { RUNNER, SCHEMAS } from './mutation/runner.ts';

const only = process.argv.slice(2);
const mutate = only.length > 0 ? only : [...DECIDING];
const results = await new Stryker({
  mutate,
  plugins: [import.meta.resolve('./mutation/runner.ts')],
  testRunner: RUNNER,
  ignorers: [SCHEMAS],
  fastTests: globSync([...FAST_TESTS]).sort(),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  maxTestRunnerReuse: 200,
  timeoutMS: 3_000,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['**/*', '!src/**/*', '!test/**/*', '!emulator/**/*', '!package.json'],
  disableTypeChecks: false,
  reporters: [],
  allowEmpty: false,
  checkers: [],
  thresholds: { high: 95, low: 90, break: null },
  logLevel: 'warn' as never,
}).runMutationTest();

const byFile = Map.groupBy(results, ({ fileName }) => relative(process.cwd(), fileName));
const isNoticed = (status: string) => status === 'Killed' || status === 'Timeout';
for (const [file, mutants] of byFile) {
  const counted = mutants.filter(
    ({ status }) => status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError',
  );
  const noticed = counted.filter(({ status }) => isNoticed(status)).length;
  console.log(
    `${((100 * noticed) / counted.length).toFixed(1).padStart(5)} ${noticed}/${counted.length} ${file}`,
  );
}
for (const mutant of results) {
  if (isNoticed(mutant.status) || mutant.status === 'Ignored') continue;
  console.log(
    `${mutant.status} ${relative(process.cwd(), mutant.fileName)}:${mutant.location.start.line}:${mutant.location.start.column} ${mutant.mutatorName}: ${mutant.replacement?.replace(/\s+/g, ' ')}`,
  );
}
