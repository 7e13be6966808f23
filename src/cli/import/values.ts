// Turns what files hold into the values of the admin API: ids, flags, amounts, times.

import { toId64 } from '../../base/ids.ts';
import type { LineProblem } from '../../base/import-lines.ts';
import { type Fields, fieldsOf } from './records.ts';

/** Absent in every database's export. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === '\\N';

export const problem = (field: string, reason: string): LineProblem => ({ field, reason });

/** Follows `a.b`, also into text that is JSON, as in a column `metadata`. */
export function valueAt(fields: Fields, path: string): unknown {
  if (path in fields) return fields[path];
  let value: unknown = fields;
  for (const key of path.split('.')) value = objectIn(value)?.[key];
  return value;
}

/** An object, or text that is one in JSON. */
export function objectIn(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return undefined;
  }
}

export const listIn = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((each) => each !== undefined) : [];

export const textIn = (value: unknown): string | undefined =>
  isEmpty(value) || typeof value === 'object' ? undefined : String(value);

/** Undefined when it is none. */
export function idIn(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return toId64(value);
  return /^\d{1,19}$/.test(value) ? toId64(BigInt(value)) : undefined;
}

const FLAGS: Readonly<Record<string, 0 | 1>> = {
  '0': 0,
  n: 0,
  no: 0,
  f: 0,
  false: 0,
  '1': 1,
  y: 1,
  yes: 1,
  t: 1,
  true: 1,
};

/** What it is not stays as it is, for the check of the shape to name. */
export const flagIn = (value: unknown): unknown => FLAGS[String(value).toLowerCase()] ?? value;

export const wholeIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** With a zone as ISO 8601; without one as `2026-11-15 00:00:00`. Unix times count as with a zone. */
export function timeIn(value: unknown): unknown {
  const text = String(value);
  if (/^\d{9,11}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  if (/^\d{12,14}$/.test(text)) return new Date(Number(text)).toISOString();
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone] = TIME.exec(text) ?? [];
  if (day === undefined) return value;
  if (zone === undefined) return `${day} ${minutes}:${seconds}`;
  const milliseconds = fraction === '' ? '' : `.${fraction.slice(0, 3)}`;
  return `${day}T${minutes}:${seconds}${milliseconds}${zoneIn(zone)}`;
}

function zoneIn(zone: string): string {
  if (/^(Z|UTC)$/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '').padEnd('+0000'.length, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}

/** A time without a zone is taken for UTC. */
export function instantIn(value: unknown): unknown {
  const time = timeIn(value);
  return typeof time === 'string' && / /.test(time) ? `${time.replace(' ', 'T')}Z` : time;
}

/** Undefined for 1970, which stands for "never" in Nakama. */
export function eventTimeIn(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  const time = instantIn(value);
  return String(time).startsWith('1970-01-01') ? undefined : time;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
