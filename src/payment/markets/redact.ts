// Keeps of a gateway's answer what is listed, and nothing else: no card, no buyer, no free text.
import { type Fields, fieldsOf, listOf } from './fields.ts';

/** `true` keeps a plain value; a nested list of fields keeps an object, or each object of a list. */
export interface Kept {
  readonly [field: string]: true | Kept;
}

export function keep(source: Fields, kept: Kept): Fields {
  const result: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(kept)) {
    const value = source[name];
    if (value === undefined) continue;
    result[name] = rule === true ? plain(value) : keepWithin(value, rule);
  }
  return result;
}

function keepWithin(value: unknown, kept: Kept): unknown {
  if (Array.isArray(value)) return listOf(value).map((each) => keep(each, kept));
  const fields = fieldsOf(value);
  return fields ? keep(fields, kept) : null;
}

/** A listed field that suddenly holds an object is not what was listed. */
const plain = (value: unknown): unknown => (typeof value === 'object' ? null : value);
