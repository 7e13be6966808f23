// Request validation: JSON types as they are (no coercion), exact 64-bit ids, all offending fields named.
import type { FuncKeywordDefinition, Options } from 'ajv';
import { INT64_KEYWORD, toId64 } from '../ids.ts';

const int64: FuncKeywordDefinition = {
  keyword: INT64_KEYWORD,
  schema: false,
  modifying: true,
  validate(
    value: unknown,
    place?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
  ) {
    const id = toId64(value);
    if (id === undefined || !place) return false;
    place.parentData[place.parentDataProperty] = id;
    return true;
  },
};

export const ajvOptions: Options = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  strict: false,
  keywords: [int64],
};
