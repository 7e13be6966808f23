// What differs between the values before and after a change, by path.
export interface Difference {
  /** Such as `prices.0.amount`. */
  readonly path: string;
  /** Absent: there was none, or there is none any more. */
  readonly before?: string;
  readonly after?: string;
}

export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [old, present] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((path) => ({ path, before: old.get(path), after: present.get(path) }))
    .filter((each) => each.before !== each.after);
}

function flatten(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value === null || value === undefined) {
    return new Map(path === '' ? [] : [[path, '—']]);
  }
  if (typeof value !== 'object') return new Map([[path, String(value)]]);
  const inside = Object.entries(value).flatMap(([name, each]) => [
    ...flatten(each, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(inside);
}
