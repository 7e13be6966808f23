// A test file that passed is left out while nothing has changed that it is about. In a new clone, as in CI, all run.
import { hash } from 'node:crypto';
import { dirname, join, matchesGlob } from 'node:path';
import { readRules } from './imports.ts';
import { contentOf, filesAt, hashOf, keep, keptOf, type Passed, ROOT } from './kept.ts';
import { allTests, importsOf } from './touched.ts';

const { HOUSE, PAYMENT } = await readRules();
/** What all of them run on. */
const TOOLS = ['package.json', 'package-lock.json', 'scripts', 'test/support'];
/** Nearly all have a service in one piece, which has these around its rooms, and a market to ask. */
const SERVICE = ['src/*', 'src/http', 'src/start', 'emulator', 'openapi.json'];
/** Other tests, too: some tests look at these. */
const EVERYTHING = '**';
/** Outside of the house. A story that starts everything is about one thing: what else could break it, other tests see. */
const ABOUT: readonly (readonly [string, readonly string[]])[] = [
  ['test/console/browser/**', ['console', 'openapi.json']],
  ['test/demo/year.test.ts', ['src/demo']],
  ['test/emulator/**', ['emulator', 'docs', 'openapi.json']],
  [
    'test/process/release.test.ts',
    ['bin', 'console', 'deploy', 'examples', 'sdk', 'site', 'src', 'Dockerfile', '*.json'],
  ],
  ['test/process/**', [...SERVICE, 'src/base', 'src/storage', 'src/background', 'src/demo', 'bin']],
  ['test/retention/**', ['src']],
  ['test/start/**', ['src']],
  ['test/examples/**', ['examples', 'sdk', 'openapi.json']],
  ['test/http/pages.test.ts', ['console', 'docs', 'site', 'src/http', 'openapi.json', '*.md']],
  ['test/http/site.test.ts', ['docs', 'site', 'src/http', 'openapi.json', '*.md']],
  ['test/sdk/package.test.ts', ['sdk', 'openapi.json', 'docs/sdk.md']],
  ['test/tooling/documents.test.ts', ['docs', 'deploy', 'src/cli', 'openapi.json', '*.md']],
  ['test/tooling/**', [EVERYTHING]],
  ['test/upgrade/**', ['src']],
];
const ADMIN = 'src/admin/';
/** They use nearly everything: whoever says what a test called of it says more. */
const BROAD = ['admin', 'payment'];
/** What a test may name in a path, and is about then. */
const NAMED = ['bench', 'bin', 'console', 'deploy', 'docs', 'examples', 'sdk', 'site', 'src'];
/** The rest of the service is called by it. */
const ADMIN_PATH = /['"`]\/admin\//;
/** What is called in a process of its own, nobody has seen. */
const STARTS_PROCESSES = /child_process'|\b(startProcess|PRELOADED)\b/;
const IS_TEST = /\.(test|prove)\.ts$/;
const KIND = 'tests';
const CALLS = 'calls';

/** By test file, the routes of services that it called, with a space between them. */
export type Calls = Readonly<Record<string, string>>;

/** What it would mean if they passed now: by file, a hash of all that they are about, as it is now. */
export function keptTests(root = ROOT): (calls?: Calls) => Passed {
  const files = filesAt(['.'], root);
  if (!files) return () => ({});
  const hashes = new Map(files.map((file) => [file, `${file}\0${hashOf([file], root)}\n`]));
  const others = files.filter((file) => !IS_TEST.test(file));
  const filesOf = once((place) =>
    place === EVERYTHING ? files : others.filter((file) => isAt(file, place)),
  );
  const hashAt = once((places) => {
    const inputs = new Set(places.split(' ').flatMap(filesOf));
    return hash('sha256', [...inputs].map((file) => hashes.get(file)).join(''));
  });
  const textOf = (file: string): string =>
    hashes.has(file) ? contentOf(join(root, file)).toString() : '';
  const tests = allTests(root).map((test) => ({
    test,
    places: placesOf(test, textOf),
    content: hashOf([test], root),
  }));
  const behind = behindRoutes(others, textOf);
  return (calls = keptOf(CALLS, root)) =>
    Object.fromEntries(
      tests.map(({ test, places, content }) => {
        const called = calls[test]?.split(' ').map(behind) ?? [];
        const all = new Set([...TOOLS, dirname(test), ...places(called)]);
        return [test, hashAt([...all].sort().join(' ')) + content];
      }),
    );
}

/** Those that passed like this. */
export function unchanged(now: Passed, root = ROOT): string[] {
  const kept = keptOf(KIND, root);
  return Object.keys(now).filter((file) => kept[file] === now[file]);
}

export function keepPassed(
  at: (calls: Calls) => Passed,
  passed: readonly string[],
  calls: Calls,
  root = ROOT,
): void {
  keep(CALLS, calls, root);
  const own = Object.entries(at(calls)).filter(([file]) => passed.includes(file));
  keep(KIND, Object.fromEntries(own), root);
}

/** Rooms, `undefined` for code that belongs to none, and files beside them. */
interface Behind {
  readonly rooms: readonly (string | undefined)[];
  readonly files: readonly string[];
}

/**
 * A test of a room is about the room, the rooms below that it may use, what the test itself imports and names, and
 * what is behind the routes that it called: the rooms above have tests of how they use it. A test of no room, or of
 * the admin API, which only translates, is about the others of these. Where nobody saw what it called, it is about
 * the whole service, or about all below the admin API if it calls that.
 */
function placesOf(
  test: string,
  textOf: (file: string) => string,
): (called: readonly Behind[]) => readonly string[] {
  const about = ABOUT.find(([pattern]) => matchesGlob(test, pattern))?.[1];
  if (about) return () => about;
  const { helpers, texts, imports } = ownCode(test, textOf);
  const named = NAMED.filter((top) => {
    const path = new RegExp(`['"\`](${top === 'src' ? '' : '(\\.\\./)*'})${top}/`);
    return texts.some((text) => path.test(text));
  });
  const imported = imports
    .filter((file) => !SERVICE.some((place) => isAt(file, place)))
    .map((file) => behindFile(file, textOf));
  const startsProcesses = texts.some((text) => STARTS_PROCESSES.test(text));
  const callsAdmin = texts.some((text) => ADMIN_PATH.test(text));
  const own = roomOf(test);
  return (called) => {
    const isSeen = !startsProcesses && called.some(({ rooms }) => rooms.length > 0);
    const behind = isSeen ? [...imported, ...called] : imported;
    const rooms = behind.flatMap((each) => each.rooms);
    if (!isSeen || (own !== undefined && !BROAD.includes(own))) rooms.push(own);
    if (!isSeen && callsAdmin) rooms.push('admin');
    return [
      ...SERVICE,
      ...helpers,
      ...named,
      ...behind.flatMap((each) => each.files),
      ...(rooms.every((room) => room !== undefined) ? below(rooms) : ['src']),
    ];
  };
}

/** Of a file of the admin API, which only translates: what it imports. */
function behindFile(file: string, textOf: (file: string) => string): Behind {
  if (!file.startsWith(ADMIN)) return { rooms: [roomOf(file)], files: [] };
  const imports = importsOf(file, textOf(file)).filter((each) => !each.startsWith(ADMIN));
  return {
    rooms: imports.map(roomOf).filter((room) => room !== undefined),
    files: [file, `${ADMIN}edge`, `${ADMIN}routes.ts`],
  };
}

/** By route, what is behind the file that serves it: the one that names most of the beginning of its path. */
function behindRoutes(
  files: readonly string[],
  textOf: (file: string) => string,
): (route: string) => Behind {
  const served = files
    .filter((file) => file.startsWith('src/') && textOf(file).includes(" from 'fastify'"))
    .flatMap((file) =>
      [...textOf(file).matchAll(/['`](\/[\w:/.-]*\w)/g)].map(([, path = '']) => ({ path, file })),
    );
  return once((route) => {
    const path = route.replace(/^\/admin\/v1/, '');
    const near = served.filter((each) => `${path}/`.startsWith(`${each.path}/`));
    const most = Math.max(...near.map((each) => each.path.length));
    const found = near.filter((each) => each.path.length === most);
    if (found.length === 0 && path !== route) return { rooms: ['admin'], files: [] };
    const behind = found.map(({ file }) => behindFile(file, textOf));
    return {
      // What belongs to no room, such as health, is of the frame.
      rooms: behind.flatMap((each) => each.rooms).filter((room) => room !== undefined),
      files: behind.flatMap((each) => each.files),
    };
  });
}

/** Of a test and its helpers: where they are, their texts, and what they import of the service. */
function ownCode(test: string, textOf: (file: string) => string) {
  const texts = new Map<string, string>();
  const imports = new Set<string>();
  const queue = [test];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (texts.has(file) || file.startsWith('test/support/')) continue;
    const text = textOf(file);
    texts.set(file, text);
    for (const imported of importsOf(file, text)) {
      if (imported.startsWith('test/')) queue.push(imported);
      if (imported.startsWith('src/')) imports.add(imported);
    }
  }
  const helpers = [...texts.keys()].filter((file) => file !== test);
  return { helpers, texts: [...texts.values()], imports: [...imports] };
}

/** Such as `restriction` or `payment/ledger`; none for what is in no room. */
function roomOf(file: string): string | undefined {
  const [, room = '', part = ''] = /^(?:src|test)\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (room === 'payment' && part in PAYMENT) return `payment/${part}`;
  return room in HOUSE ? room : undefined;
}

/** The folders of these rooms and of all below them. What is loose in `payment`, its parts share. */
function below(rooms: readonly string[]): string[] {
  const found = new Set(rooms);
  for (const room of found) {
    const [whole = '', part] = room.split('/');
    const parts = part === undefined ? [] : PAYMENT[part]?.map((each) => `payment/${each}`);
    for (const each of [...(HOUSE[whole] ?? []), ...(parts ?? [])]) found.add(each);
  }
  return [...found].flatMap((room) =>
    room.startsWith('payment/') ? [`src/${room}`, 'src/payment/*'] : [`src/${room}`],
  );
}

const isAt = (file: string, place: string): boolean =>
  place.includes('*') ? matchesGlob(file, place) : `${file}/`.startsWith(`${place}/`);

function once<T>(find: (of: string) => T): (of: string) => T {
  const found = new Map<string, T>();
  return (of) => {
    if (!found.has(of)) found.set(of, find(of));
    return found.get(of) as T;
  };
}
