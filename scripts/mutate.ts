// `npm run mutate`: changes rules and statements in thousands of small ways and counts which changes the tests notice.
import { parseArgs } from 'node:util';
import { CORE, DECIDING } from './mutation/files.ts';
import { STORES } from './mutation/rooms.ts';
import { runMutants } from './mutation/run.ts';
import { LEAST_OF_STATEMENTS, runStatements } from './mutation/statement-score.ts';

const LEAST = 90;

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    core: { type: 'boolean' },
    rules: { type: 'boolean' },
    statements: { type: 'boolean' },
    some: { type: 'string' },
    seed: { type: 'string' },
  },
});
const isWanted = (file: string): boolean =>
  only.length === 0 || only.some((each) => file.startsWith(each));
const rules = values.core ? CORE : DECIDING.filter(isWanted);
const statements = values.core ? [] : STORES.filter(isWanted);

const print = (line: string) => process.stdout.write(`${line}\n`);
const printScore = (name: string, noticed: number, mutants: number) =>
  print(
    `${((100 * noticed) / mutants).toFixed(1).padStart(5)} %  ${name} (${noticed} of ${mutants})`,
  );

async function mutateRules(): Promise<boolean> {
  const { score, files, survivors, stale } = await runMutants(rules);
  for (const { file, noticed, mutants } of files) printScore(file, noticed, mutants);
  for (const { file, line, change, why } of survivors) {
    print(
      `\n${file}:${line}  ${change}\n  ${why ?? 'NOT EXPLAINED: add a case to its table, or say why in scripts/mutation/survivors.ts'}`,
    );
  }
  for (const { file, change } of stale) {
    print(
      `\n${file}  ${change}\n  NOT NEEDED: the tests notice it; remove it from scripts/mutation/survivors.ts`,
    );
  }
  const unexplained = survivors.filter(({ why }) => why === undefined).length;
  print(
    `\n${score.toFixed(1)} % of all changes are noticed; ${unexplained} of ${survivors.length} others are not explained, ${stale.length} explanations are not needed.`,
  );
  return score >= LEAST && unexplained === 0 && stale.length === 0;
}

async function mutateStatements(): Promise<boolean> {
  const { seed, some } = values;
  const { score, rooms, unnoticed } = await runStatements(statements, {
    seed,
    some: some === undefined ? undefined : Number(some),
    onVerdict: ({ file, line, change, noticed }) =>
      print(`${noticed === undefined ? 'not noticed' : 'noticed'}  ${file}:${line}  ${change}`),
  });
  print('');
  for (const { room, noticed, changes } of rooms) printScore(room, noticed, changes);
  for (const { file, line, change, why } of unnoticed) {
    print(`\n${file}:${line}  ${change}${why === undefined ? '' : `\n  ${why}`}`);
  }
  print(`\n${score.toFixed(1)} % of the changes of statements are noticed.`);
  return score >= LEAST_OF_STATEMENTS;
}

const isBoth = values.rules === values.statements;
const passed = [
  rules.length > 0 && (isBoth || values.rules) ? await mutateRules() : true,
  statements.length > 0 && (isBoth || values.statements) ? await mutateStatements() : true,
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
