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
const SERVICE = ['src/*', 'src/http', 'emulator', 'openapi.json'];
/** Other tests, too: some tests look at these. */
const EVERYTHING = '**';
/** Outside of the house. A story that starts everything is about one thing: what else could break it, other tests see. */
const ABOUT: readonly (readonly [string, readonly string[]])[] = [
  ['test/console/browser/**', ['console', 'openapi.json']],
  ['test/demo/year.test.ts', ['src/demo']],
  ['test/examples/**', ['examples', 'sdk', 'openapi.json']],
  ['test/http/pages.test.ts', ['console', 'docs', 'site', 'src/http', 'openapi.json', '*.md']],
  ['test/http/site.test.ts', ['docs', 'site', 'src/http', 'openapi.json', '*.md']],
  [
    'test/process/release.test.ts',
    ['bin', 'console', 'deploy', 'examples', 'sdk', 'site', 'src', 'Dockerfile', '*.json'],
  ],
  ['test/sdk/package.test.ts', ['sdk', 'openapi.json', 'docs/sdk.md']],
  ['test/tooling/documents.test.ts', ['docs', 'deploy', 'src/cli', 'openapi.json', '*.md']],
  ['test/tooling/**', [EVERYTHING]],
  ['test/upgrade/**', ['src']],
];
/** What a test may name in a path, and is about then. */
const NAMED = ['bench', 'bin', 'console', 'deploy', 'docs', 'examples', 'sdk', 'site', 'src'];
/** The rest of the service is called by it. */
const ADMIN_PATH = /['"`]\/admin\//;
const IS_TEST = /\.(test|prove)\.ts$/;
const KIND = 'tests';

/** What it would mean if they passed now: by file, a hash of all that they are about. */
export function keptTests(root = ROOT): Passed {
  const files = filesAt(['.'], root);
  if (!files) return {};
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
  return Object.fromEntries(
    allTests(root).map((test) => {
      const places = new Set([...TOOLS, dirname(test), ...placesOf(test, textOf)]);
      return [test, hashAt([...places].sort().join(' ')) + hashOf([test], root)];
    }),
  );
}

/** Those that passed like this. */
export function unchanged(now: Passed, root = ROOT): string[] {
  const kept = keptOf(KIND, root);
  return Object.keys(now).filter((file) => kept[file] === now[file]);
}

export function keepPassed(now: Passed, passed: readonly string[], root = ROOT): void {
  const own = Object.entries(now).filter(([file]) => passed.includes(file));
  keep(KIND, Object.fromEntries(own), root);
}

/**
 * A test of a room is about the room, the rooms below that it may use, and what the test itself imports and names:
 * the rooms above have tests of how they use it. Every other test is about the whole service.
 */
function placesOf(test: string, textOf: (file: string) => string): readonly string[] {
  const about = ABOUT.find(([pattern]) => matchesGlob(test, pattern))?.[1];
  if (about) return about;
  const { helpers, texts, imports } = ownCode(test, textOf);
  const named = NAMED.filter((top) => {
    const path = new RegExp(`['"\`](${top === 'src' ? '' : '(\\.\\./)*'})${top}/`);
    return texts.some((text) => path.test(text));
  });
  const inRooms = imports.filter((file) => !SERVICE.some((place) => isAt(file, place)));
  const rooms = [test, ...inRooms].map(roomOf);
  if (texts.some((text) => ADMIN_PATH.test(text))) rooms.push('admin');
  const isOfHouse = rooms.every((room) => room !== undefined);
  return [...SERVICE, ...helpers, ...named, ...(isOfHouse ? below(rooms as string[]) : ['src'])];
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
