// Finds misspelt settings: a `TOLLGATE_…` variable that nobody reads would otherwise go unnoticed.
import { type Environment, type Setting, settings } from './config.ts';

const PREFIX = 'TOLLGATE_';
/** Kubernetes sets these in every pod beside a Service that is named tollgate. */
const OF_KUBERNETES = /^TOLLGATE_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP)|PORT=(tcp|udp):)/;

const KNOWN: readonly string[] = Object.entries<Setting<unknown>>(settings).flatMap(
  ([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]),
);

/** One sentence for each. */
export function unknownSettings(env: Environment): string[] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith(PREFIX) && !KNOWN.includes(name))
    .filter(([name, value]) => !OF_KUBERNETES.test(`${name}=${value}`))
    .map(([name]) => {
      const meant = nearest(name);
      return `${name} is not a setting${meant ? `; did you mean ${meant}?` : '.'}`;
    });
}

/** The known name that at most every third letter differs from. */
function nearest(name: string): string | undefined {
  const wanted = bare(name);
  const [best] = KNOWN.map((known) => ({ known, edits: distance(wanted, bare(known)) }))
    .filter(({ edits }) => edits * 3 <= wanted.length)
    .sort((a, b) => a.edits - b.edits);
  return best?.known;
}

/** Some settings have no prefix, and people add it. */
const bare = (name: string): string => name.replace(PREFIX, '');

/** Levenshtein's: letters to add, drop or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
