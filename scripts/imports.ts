// The import rule, as `npm run check` runs it: no import against it, every module read, and no allowed passage unused.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

interface Rules {
  readonly HOUSE: Readonly<Record<string, readonly string[]>>;
  readonly PAYMENT: Readonly<Record<string, readonly string[]>>;
}

const CONFIG = '.dependency-cruiser.mjs';

/** Which folders use which. */
export const readRules = async (): Promise<Rules> =>
  (await import(new URL(`../${CONFIG}`, import.meta.url).href)) as Rules;

export function cruise(cwd: string, folders: readonly string[]): Promise<Cruise> {
  const depcruise = new URL('../node_modules/.bin/depcruise', import.meta.url).pathname;
  const args = ['--config', CONFIG, '--output-type', 'json', ...folders];
  return new Promise((done, fail) => {
    execFile(depcruise, args, { cwd, maxBuffer: 1 << 28 }, (error, stdout) => {
      if (stdout === '') fail(error ?? new Error('the cruiser said nothing'));
      else done(JSON.parse(stdout) as Cruise);
    });
  });
}

/** A cruiser that cannot read TypeScript would find nothing wrong. */
export function unreadModules({ modules }: Cruise, files: readonly string[]): string[] {
  const read = new Map(modules.map((each) => [each.source, each.dependencies]));
  const isBlind = ![...read.values()].some((dependencies) => dependencies.length > 5);
  return isBlind ? [...files] : files.filter((file) => !read.has(file));
}

/** Passages that the rule allows and that no import takes. */
export function unusedPassages({ modules }: Cruise, { HOUSE, PAYMENT }: Rules): string[] {
  const used = new Set<string>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      for (const from of roomsOf(source))
        for (const to of roomsOf(resolved)) used.add(`${from} → ${to}`);
    }
  }
  const inside = Object.entries(PAYMENT).map(
    ([from, below]) => [`payment/${from}`, below.map((to) => `payment/${to}`)] as const,
  );
  const allowed = [...Object.entries(HOUSE), ...inside].flatMap(([from, below]) =>
    below.map((to) => `${from} → ${to}`),
  );
  return allowed.filter((each) => !used.has(each));
}

const roomsOf = (file: string) => [
  /^src\/([^/]+)\//.exec(file)?.[1],
  /^src\/(payment\/[^/]+)\//.exec(file)?.[1],
];

if (import.meta.main) {
  const found = await cruise('.', process.argv.slice(2));
  const problems = [
    ...found.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
    ...unreadModules(found, globSync('src/**/*.ts')).map((file) => `not read: ${file}`),
    ...unusedPassages(found, await readRules()).map(
      (passage) => `allowed and not used: ${passage}`,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
