// Which tests a change touches, the nearest first: by name, by import and by folder.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const HERE = join(import.meta.dirname, '..');
const SOURCES = '{src,emulator,console/src,sdk/src,test,scripts}/**/*.{ts,tsx,mjs,js}';
/** Where the tests of other folders are. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ['src/storage/migrations/', 'test/upgrade/'],
  ['src/audit/', 'test/admin/'],
  ['src/operators/', 'test/admin/'],
  ['src/tenants/', 'test/admin/'],
  ['src/', 'test/'],
  ['emulator/', 'test/emulator/'],
  ['console/', 'test/console/'],
  ['sdk/', 'test/sdk/'],
  ['site/', 'test/tooling/'],
  ['docs/', 'test/tooling/'],
  ['deploy/', 'test/tooling/'],
  ['scripts/', 'test/tooling/'],
  ['examples/', 'test/examples/'],
];

const FEW_FOLDERS = 2;

export const allTests = (root: string = HERE): string[] =>
  globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: root }).sort();

/** The files that these names stand for: a folder means all tests in it. */
export function namedTests(names: readonly string[], root: string = HERE): string[] {
  return [...new Set(names.flatMap((name) => testsAt(name, root)))];
}

function testsAt(name: string, root: string): string[] {
  const path = relative(root, resolve(root, name));
  const found = allTests(root).filter((test) => test === path || test.startsWith(`${path}/`));
  if (found.length === 0) throw new Error(`There is no test at ${name}.`);
  return found;
}

/**
 * Nearly every test starts the whole service, so that all its imports lead to everything. What counts
 * is nearer: the name of the file or of who uses it, what a test and its helpers import themselves, and
 * the folder of the same name.
 */
export function touchedTests(changed: readonly string[], root: string = HERE): string[] {
  const tests = allTests(root);
  const users = usersOf(root);
  const own = changed.flatMap((file) => [...testsAbove(file, users)]);
  const code = changed.filter((file) => !file.startsWith('test/'));
  const names = new Set(code.flatMap((file) => [file, ...(users.get(file) ?? [])]).map(stem));
  const named = tests.filter((test) => [...names].some((name) => isNamed(test, name)));
  const folders = changed.flatMap((file) => [
    mirror(file, root),
    ...foldersOfUsers(users.get(file) ?? [], root),
  ]);
  const near = tests.filter((test) => folders.some((folder) => test.startsWith(folder)));
  return [...new Set([...named, ...own, ...near])];
}

/**
 * Who uses it in one or two places is as near as itself; what is used everywhere has no place. Admin API and
 * command line only translate: of them the tests of the same name will do.
 */
function foldersOfUsers(users: readonly string[], root: string): string[] {
  const code = users.filter((file) => !/^(test|src\/(admin|cli))\//.test(file) && !isTest(file));
  const folders = [...new Set(code.map((file) => mirror(file, root)))];
  return folders.length > FEW_FOLDERS ? [] : folders;
}

/** The tests that import it, through helpers of the tests but not through other code. */
function testsAbove(file: string, users: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const queue = [file];
  for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
    if (found.has(each)) continue;
    found.add(each);
    queue.push(
      ...(users.get(each) ?? []).filter((user) => user.startsWith('test/') || isTest(user)),
    );
  }
  return new Set([...found].filter(isTest));
}

/** What it imports or names by a path that begins at itself. */
export function importsOf(file: string, text: string): string[] {
  const paths = text.matchAll(/(?:from|import|import\(|URL\(|resolve\()\s*'(\.[^']+)'/g);
  return [...paths].map(([, path = '']) => join(dirname(file), path));
}

/** By file, who imports it. */
function usersOf(root: string): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const file of globSync(SOURCES, { cwd: root })) {
    for (const imported of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      users.set(imported, [...(users.get(imported) ?? []), file]);
    }
  }
  return users;
}

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const stem = (file: string): string => basename(file).replace(/\..*$/, '');
const isNamed = (test: string, name: string): boolean => name.length > 3 && stem(test) === name;

/** The folder with the tests of a file; the nearest one above where there is none of its own. */
function mirror(file: string, root: string): string {
  const [from, to] = ELSEWHERE.find(([folder]) => file.startsWith(folder)) ?? [];
  if (from === undefined || to === undefined) return file;
  for (let folder = join(to, dirname(file.slice(from.length))); ; folder = dirname(folder)) {
    if (folder === 'test') return file;
    if (existsSync(join(root, folder))) return `${folder}/`;
  }
}
