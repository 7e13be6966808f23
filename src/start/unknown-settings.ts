// Finds misspelled settings: `TOLLGATE_…` variables that Tollgate does not know.
import { type Environment, type Setting, settings } from '../config.ts';

const PREFIX = 'TOLLGATE_';
/** Kubernetes sets these in every pod when a Service is named tollgate. */
const OF_KUBERNETES = /^TOLLGATE_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP)|PORT=(tcp|udp):)/;

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
    .filter(([name]) => name.startsWith(PREFIX) && !KNOWN.includes(name))
    .filter(([name, value]) => !OF_KUBERNETES.test(`${name}=${value}`))
    .map(([name]) => `${name} is not a setting of Tollgate; check the spelling.`);
}
