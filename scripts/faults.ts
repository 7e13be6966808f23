// `npm run faults -- --seed 1 --count 40 --before <commit>`: puts faults into a copy of the code, one at a time, and shows which of them the touched tests notice, now and at that commit.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { chooseFaults, type Fault } from './faults/choose.ts';
import { touchedTests } from './touched.ts';

const ROOT = join(import.meta.dirname, '..');
/** What is not in the repository and never changed by a fault. */
const SHARED = ['node_modules', 'console/node_modules', 'console/dist'];
/** A change of the ground floor touches everything: the nearest are asked. */
const MOST_TESTS = 40;
/** A fault may make a test wait for ever, which is noticed too. */
const GIVE_UP_MS = 300_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    from: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
});

const git = (...args: string[]): string =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;

/** A copy of this checkout, or of a commit, that shares what is installed. */
function copyTree(folder: string, commit?: string): string {
  mkdirSync(folder);
  if (commit) {
    const archive = join(folder, '..', 'archive.tar');
    spawnSync('git', ['archive', '-o', archive, commit], { cwd: ROOT });
    spawnSync('tar', ['-xf', archive, '-C', folder]);
  } else {
    const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate');
    for (const file of files.split('\n').filter(Boolean)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
  }
  for (const shared of SHARED) symlinkSync(join(ROOT, shared), join(folder, shared));
  return folder;
}

/** The first test that fails, if one does. */
async function noticedBy(
  tree: string,
  fault: Fault,
  database: string,
): Promise<string | undefined> {
  const path = join(tree, fault.file);
  const sound = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    sound.replace(`${fault.line}\n`, () => `${fault.changed}\n`),
  );
  try {
    const tests = touchedTests([fault.file], tree).slice(0, MOST_TESTS);
    return tests.length > 0 ? await firstFailure(tree, tests, database) : undefined;
  } finally {
    writeFileSync(path, sound);
  }
}

function firstFailure(
  tree: string,
  tests: readonly string[],
  database: string,
): Promise<string | undefined> {
  const child = spawn(process.execPath, ['scripts/test.ts', ...tests], {
    cwd: tree,
    detached: true,
    env: { ...process.env, TEST_DATABASE_URL: database, TEST_SCREENSHOTS: 'off' },
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  return new Promise((resolve) => {
    let output = '';
    const timer = setTimeout(() => {
      resolve('it does not end');
      end();
    }, GIVE_UP_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        const failed = /^\s*✖ (.*?)(?: \([\d.]+ms\))?$/m.exec(output)?.[1];
        if (failed === undefined) return;
        resolve(failed);
        end();
      });
    }
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : 'the run fails');
    });
  });
}

const short = (text: string): string => text.trim().replaceAll('|', '\\|');

const work = mkdtempSync(join(tmpdir(), 'tollgate-faults-'));
const server = await startPostgres();
try {
  const now = copyTree(join(work, 'now'));
  const before = values.before ? copyTree(join(work, 'before'), values.before) : undefined;
  const trees = before ? [now, before] : [now];
  const faults = chooseFaults(Number(values.seed), Number(values.count), trees);
  const noticed = trees.map(() => 0);
  for (const [index, fault] of faults.entries()) {
    if (index + 1 < Number(values.from)) continue;
    const results: string[] = [];
    for (const [column, tree] of trees.entries()) {
      const test = await noticedBy(tree, fault, server.url);
      noticed[column] = (noticed[column] ?? 0) + (test === undefined ? 0 : 1);
      results.push(test === undefined ? '**no**' : short(test));
    }
    const change = `\`${short(fault.line)}\` → \`${short(fault.changed) || ' '}\``;
    process.stdout.write(`| ${index + 1} | ${fault.file} | ${change} | ${results.join(' | ')} |\n`);
  }
  process.stdout.write(`noticed: ${noticed.join(', before: ')} of ${faults.length}\n`);
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
