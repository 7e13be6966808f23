// Reduces a gateway's answer to listed fields, so that no card, buyer or free text is stored.
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

/** Drops an object where a plain value is listed. */
const plain = (value: unknown): unknown => (typeof value === 'object' ? null : value);
