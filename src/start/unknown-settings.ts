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
      const meant = KNOWN.find((known) => isClose(name, known) && !env[known]);
      if (meant !== undefined)
        return `${name} is not a setting of Tollgate. Did you mean ${meant}?`;
      const isOurs = isClose(name.split('_', 1)[0] ?? '', 'TOLLGATE');
      return isOurs ? `${name} is not a setting of Tollgate; check the spelling.` : [];
    });
}

const isClose = (name: string, known: string): boolean =>
  isWithin(known.length < SHORT ? 1 : 2, name, known);

/** Whether at most so many letters must be added, left out or replaced: most names differ at once in more. */
function isWithin(most: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [rest, wanted] = [one.slice(same), other.slice(same)];
  if (rest === '' || wanted === '') return true;
  return (
    most > 0 &&
    (isWithin(most - 1, rest.slice(1), wanted.slice(1)) ||
      isWithin(most - 1, rest.slice(1), wanted) ||
      isWithin(most - 1, rest, wanted.slice(1)))
  );
}
