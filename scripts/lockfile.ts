// Part of `npm run check`: package-lock.json serves Linux x64 and arm64, verifies every package, names no host.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Some packages give a single platform instead of a list. */
type Platforms = string | readonly string[];

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly os?: Platforms;
  readonly cpu?: Platforms;
  readonly libc?: Platforms;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  /** By place: `node_modules/a/node_modules/b`, `console/node_modules/a`; the root is an empty string. */
  readonly packages: Readonly<Record<string, Entry>>;
}

const CPUS = ['x64', 'arm64'];

export function lockfileProblems({ packages }: Lockfile): string[] {
  const packageProblems = Object.entries(packages).flatMap(([place, entry]) => [
    ...missingVariants(packages, place, entry),
    ...sourceProblems(place, entry),
  ]);
  return [...differentRuntimes(packages['']), ...packageProblems];
}

/** npm silently leaves out a variant that the registry lacks, or keeps it without its integrity. */
function missingVariants(packages: Lockfile['packages'], place: string, entry: Entry): string[] {
  const names = Object.keys(entry.optionalDependencies ?? {});
  const variants = names
    .map((name) => resolve(packages, place, name))
    .filter((variant) => variant?.os || variant?.cpu);
  // A single one, such as fsevents, is an extra of its platform.
  if (names.length < 2 || variants.length === 0) return [];
  const usable = variants.filter((variant) => variant?.integrity);
  return CPUS.filter((cpu) => !usable.some((variant) => isForLinux(variant, cpu))).map((cpu) => {
    const name = names.find((each) => each.includes(`linux-${cpu}`));
    const hint = name ? ` (npm view ${name} versions)` : '';
    return `${titleOf(place, entry)} has no linux-${cpu} package with an integrity in package-lock.json; choose a version that has one${hint}.`;
  });
}

/** As Node does: in its own node_modules, then in those of the folders around it. */
function resolve(packages: Lockfile['packages'], from: string, name: string): Entry | undefined {
  for (let folder = from || '.'; ; folder = posix.dirname(folder)) {
    const entry = packages[posix.join(folder, 'node_modules', name)];
    if (entry || folder === '.') return entry;
  }
}

function isForLinux(variant: Entry | undefined, cpu: string): boolean {
  const { os = [], cpu: cpus = [], libc = 'glibc' } = variant ?? {};
  return (
    [os].flat().includes('linux') && [cpus].flat().includes(cpu) && [libc].flat().includes('glibc')
  );
}

/** The pinned Node of every platform. */
function differentRuntimes(root: Entry | undefined): string[] {
  const runtimes = Object.entries(root?.optionalDependencies ?? {}).filter(([name]) =>
    name.startsWith('node-'),
  );
  if (new Set(runtimes.map(([, version]) => version)).size < 2) return [];
  const list = runtimes.map((runtime) => runtime.join(' ')).join(', ');
  return [`package.json asks for ${list}; choose one version that all of them have.`];
}

function sourceProblems(place: string, entry: Entry): string[] {
  // Workspaces and links to them are ours; a bundled package is verified with the one that brings it.
  if (!place.includes('node_modules/') || entry.link || entry.inBundle) return [];
  const { integrity, resolved } = entry;
  const title = titleOf(place, entry);
  const problems: string[] = [];
  if (!integrity) {
    problems.push(
      `${title} has no integrity in package-lock.json; choose a version that the registry has (npm view ${nameOf(place)} versions).`,
    );
  }
  if (resolved !== undefined) {
    problems.push(
      `${title} comes from ${resolved} in package-lock.json; delete that "resolved", so that npm asks the registry.`,
    );
  }
  return problems;
}

function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) as string;
}

function titleOf(place: string, { version }: Entry): string {
  return place === '' ? 'package.json' : [nameOf(place), version].filter(Boolean).join(' ');
}

if (import.meta.main) {
  const path = process.argv[2] ?? 'package-lock.json';
  const problems = lockfileProblems(JSON.parse(readFileSync(path, 'utf8')) as Lockfile);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
