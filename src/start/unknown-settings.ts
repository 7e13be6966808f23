// Finds misspelled settings: `TOLLGATE_…` variables that Tollgate does not know, and names close to a setting.
import { type Environment, type Setting, settings } from '../config.ts';

/** Kubernetes sets these in every pod when a Service is named tollgate. */
const OF_KUBERNETES = /^TOLLGATE_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP)|PORT=(tcp|udp):)/;
/** `HOME` differs from `HOST` in two letters, so of a short name only one may be wrong. */
const SHORT = 8;

const KNOWN: readonly string[] = Object.entries<Setting<unknown>>(settings).flatMap(
  ([name, { secret, command }]) => [
    name,
    ...(secret ? [`${name}_FILE`] : []),
    ...(command ? [`${name}_COMMAND`] : []),
  ],
);

/** One message for each. */
export function unknownSettings(env: Environment): string[] {
  return Object.entries(env)
    .filter(([name, value]) => !KNOWN.includes(name) && !OF_KUBERNETES.test(`${name}=${value}`))
    .flatMap(([name]) => {
      const meant = KNOWN.find((known) => !env[known] && isClose(name, known));
      if (meant !== undefined)
        return `${name} is not a setting of Tollgate. Did you mean ${meant}?`;
      const isOurs = isClose(name.split('_', 1)[0] ?? '', 'TOLLGATE');
      return isOurs ? `${name} is not a setting of Tollgate; check the spelling.` : [];
    });
}

const isClose = (name: string, known: string): boolean =>
  distance(name, known) <= (known.length < SHORT ? 1 : 2);

/** How many letters must be added, left out or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries()) {
      const replaced = (row[place] as number) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] as number) + 1, (next[place] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
