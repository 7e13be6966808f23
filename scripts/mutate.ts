// `npm run mutate`: changes the deciding code in thousands of small ways and counts which changes the fast tests notice.
import { CORE, DECIDING } from './mutation/files.ts';
import { runMutants } from './mutation/run.ts';

const LEAST = 90;

const [first, ...others] = process.argv.slice(2);
const files = first === '--core' ? CORE : first === undefined ? DECIDING : [first, ...others];
const { score, files: scores, survivors, stale } = await runMutants(files);

const print = (line: string) => process.stdout.write(`${line}\n`);
for (const { file, noticed, mutants } of scores) {
  print(
    `${((100 * noticed) / mutants).toFixed(1).padStart(5)} %  ${file} (${noticed} of ${mutants})`,
  );
}
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
process.exitCode = score < LEAST || unexplained > 0 || stale.length > 0 ? 1 : 0;
