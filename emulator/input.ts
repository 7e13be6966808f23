// Reads the JSON bodies of control calls; whatever is wrong becomes a ControlError that says so.
import { ControlError } from './world.ts';

export interface Input {
  readonly fields: Readonly<Record<string, unknown>>;
  string(name: string): string | undefined;
  integer(name: string, range?: { min?: number; max?: number }): number | undefined;
  number(name: string, range?: { min?: number; max?: number }): number | undefined;
  boolean(name: string): boolean | undefined;
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined;
  /** Unix milliseconds or an ISO 8601 text. */
  time(name: string): number | undefined;
  httpUrl(name: string): string | undefined;
  /** Refuses fields that nobody reads, which are mistypings more often than not. */
  only(...names: string[]): void;
}

/** `null` counts as absent everywhere. */
export function readInput(body: unknown): Input {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw new ControlError('The body must be a JSON object.');
  }
  const fields = (body ?? {}) as Record<string, unknown>;

  function read<T>(name: string, expected: string, accept: (value: unknown) => T | undefined) {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    const accepted = accept(value);
    if (accepted === undefined) throw new ControlError(`${name} must be ${expected}.`);
    return accepted;
  }
  const within = (value: number, { min = -Infinity, max = Infinity } = {}) =>
    value >= min && value <= max;
  const rangeText = ({ min, max }: { min?: number; max?: number } = {}) =>
    `${min === undefined ? '' : ` of at least ${min}`}${max === undefined ? '' : ` up to ${max}`}`;

  return {
    fields,
    string: (name) => read(name, 'a string', (v) => (typeof v === 'string' ? v : undefined)),
    integer: (name, range) =>
      read(name, `an integer${rangeText(range)}`, (v) =>
        typeof v === 'number' && Number.isSafeInteger(v) && within(v, range) ? v : undefined,
      ),
    number: (name, range) =>
      read(name, `a number${rangeText(range)}`, (v) =>
        typeof v === 'number' && Number.isFinite(v) && within(v, range) ? v : undefined,
      ),
    boolean: (name) => read(name, 'true or false', (v) => (typeof v === 'boolean' ? v : undefined)),
    oneOf: (name, values) =>
      read(name, `one of ${values.join(', ')}`, (v) => values.find((value) => value === v)),
    time: (name) => read(name, 'a time in Unix milliseconds or ISO 8601', parseTime),
    httpUrl: (name) =>
      read(name, 'an http or https URL', (v) =>
        typeof v === 'string' && /^https?:\/\//.test(v) && URL.canParse(v) ? v : undefined,
      ),
    only(...names) {
      const unknown = Object.keys(fields).filter((name) => !names.includes(name));
      if (unknown.length > 0) {
        throw new ControlError(
          `Unknown field ${unknown.join(', ')}; known are ${names.join(', ')}.`,
        );
      }
    },
  };
}

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ControlError(`${name} is required.`);
  return value;
}

function parseTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  const representable = typeof ms === 'number' && Number.isInteger(ms) && Math.abs(ms) <= 8.64e15;
  return representable ? ms : undefined;
}
