// Loaded before the program, in each of its threads: puts the instrumented files in place of the sources, and knows which change is on.
import { appendFileSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import type { TextChange } from './statements.ts';

const folder = process.env.TOLLGATE_CHANGES;
/** By URL, where its instrumented text is. */
const files = JSON.parse(readFileSync(`${folder}/files.json`, 'utf8')) as Record<string, string>;

/** What all threads know: the number of the change that is on, below 0 for none, and how often that has changed. */
const SHARED = 'tollgate changes';
const shared = (getEnvironmentData(SHARED) ??
  new Int32Array(new SharedArrayBuffer(8))) as Int32Array<SharedArrayBuffer>;
if (isMainThread) {
  setEnvironmentData(SHARED, shared);
  shared[0] = -1;
}
/** Statements are built once; here, once for each round. */
const roundNow = (): number => Atomics.load(shared, 1);
/** What was reached since the last look; a thread writes it down. */
let reached = new Set<number>();
let reachedIn = 0;

/** Switches a change on, or off with undefined, for all threads. */
export function switchOn(number: number | undefined): void {
  Atomics.store(shared, 0, number ?? -1);
  Atomics.add(shared, 1, 1);
}

/** The changes that were reached since the last call. */
export function takeReached(): Set<number> {
  const taken = reached;
  reached = new Set();
  Atomics.add(shared, 1, 1);
  return taken;
}

function isOn(number: number): boolean {
  if (!isMainThread && reachedIn !== roundNow()) {
    reached = new Set();
    reachedIn = roundNow();
  }
  if (!reached.has(number)) {
    reached.add(number);
    if (!isMainThread) appendFileSync(`${folder}/reached-${process.pid}`, `${number}\n`);
  }
  return number === Atomics.load(shared, 0);
}

/** A method of everything that changes nothing. */
const LEFT_OUT = Symbol('left out');
Object.defineProperty(Object.prototype, LEFT_OUT, {
  value(this: unknown) {
    return this;
  },
});

const COMPARE: Record<string, (one: number, other: number) => boolean> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

type Tag = (texts: readonly string[], ...values: unknown[]) => unknown;
type Call = (...values: unknown[]) => unknown;
type MadeStatement = Call & { readonly first: Call; readonly filled: Call };

/** What the instrumented files call. */
const switches = {
  leftOut: (number: number, method: string) => (isOn(number) ? LEFT_OUT : method),
  other: (number: number, one: unknown, other: unknown) => (isOn(number) ? other : one),
  /** A limit that is a parameter of a statement is not known yet. */
  twice: (number: number, limit: unknown) =>
    isOn(number) ? (typeof limit === 'number' ? 2 * limit : 1_000) : limit,
  oneLess: (number: number, limit: number) => (isOn(number) ? limit - 1 : limit),
  compare: (number: number, operator: string, turned: string, one: number, other: number) =>
    COMPARE[isOn(number) ? turned : operator]?.(one, other),
  once: (number: number, condition: boolean) => (isOn(number) ? false : condition),
  plain: (texts: readonly string[], ...values: unknown[]) => String.raw({ raw: texts }, ...values),
  tag:
    (tag: Tag, changes: readonly TextChange[]): Tag =>
    (texts, ...values) => {
      const changed = [...texts];
      for (const [number, part, at, length, text] of changes) {
        const own = changed[part] ?? '';
        if (isOn(number)) changed[part] = own.slice(0, at) + text + own.slice(at + length);
      }
      return tag(Object.assign(changed, { raw: changed }), ...values);
    },
  statement:
    (statement: (...made: unknown[]) => MadeStatement) =>
    (...made: unknown[]): MadeStatement => {
      let built = -1;
      let own: MadeStatement;
      const current = (): MadeStatement => {
        if (built !== roundNow()) own = statement(...made);
        built = roundNow();
        return own;
      };
      return Object.assign((...values: unknown[]) => current()(...values), {
        first: (...values: unknown[]) => current().first(...values),
        filled: (...values: unknown[]) => current().filled(...values),
      });
    },
};
Object.assign(globalThis, { switches });

registerHooks({
  load(url, context, next) {
    const file = files[url];
    if (file === undefined) return next(url, context);
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
