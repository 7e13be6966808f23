// What differs between an item of the file and the one that is stored.
import { isDeepStrictEqual } from 'node:util';
import { isSecret } from './secrets.ts';

export interface Difference {
  /** With a dot between the names of what lies in each other. */
  readonly field: string;
  /** Undefined where there is none. Of a secret, where it lies. */
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields that the file does not name are differences, but for secrets, which stay as they are. */
export function differences(from: unknown, to: unknown, field = ''): Difference[] {
  if (isSecret(from) || isSecret(to)) {
    return isSameSecret(from, to) ? [] : [{ field, from: shown(from), to: shown(to) }];
  }
  if (isObject(from) && isObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) =>
      differences(from[name], to[name], field === '' ? name : `${field}.${name}`),
    );
  }
  return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
}

/** One whose value cannot be read here is taken for the stored one. */
function isSameSecret(from: unknown, to: unknown): boolean {
  if (to === undefined) return true;
  if (!isSecret(from) || !isSecret(to)) return false;
  return to.value === undefined || to.value === from.value;
}

/** As it stands in a file: of secrets only the reference. */
export function shown(value: unknown): unknown {
  if (isSecret(value)) return value.reference;
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, shown(each)]),
  );
}

/** References whose value nobody knows: not readable here, and not stored. */
export function missingSecrets(from: unknown, to: unknown): string[] {
  if (isSecret(to)) return to.value === undefined && !isSecret(from) ? [to.reference] : [];
  if (!isObject(to)) return [];
  const known = isObject(from) ? from : {};
  return Object.entries(to).flatMap(([name, each]) => missingSecrets(known[name], each));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
