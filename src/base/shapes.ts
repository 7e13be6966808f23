// Schemas that several modules share: nullable values, numbers of any size, names and times.
import { type TSchema, Type } from 'typebox';
import { INTEGER_KEYWORD, NUMBER_KEYWORD, STORABLE_KEYWORD } from './keywords.ts';

export const orNull = <T extends TSchema>(schema: T, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description });

/** Beyond 2^53 it is read as the nearest integer that a double holds exactly. */
export const AnyInteger = (description: string) =>
  Type.Unsafe<number>({ [INTEGER_KEYWORD]: true, description });

/** Its digits as sent are those of `digitsOf`. */
export const AnyNumber = (description: string) =>
  Type.Unsafe<number>({ [NUMBER_KEYWORD]: true, description });

/** A name that is only compared with known ones, never stored: one with U+0000 names nothing. */
export const LookedUp = (description: string) =>
  Type.String({ description, [STORABLE_KEYWORD]: false });

/** A time in a query: RFC 3339 with a time zone. */
export const Instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, such as \`2026-11-15T12:00:00Z\`.`,
  });

/** NaN when the date does not exist. */
export const instantOf = <T extends string | undefined>(text: T): InstantOf<T> =>
  (text === undefined ? undefined : isDay(text) ? Date.parse(text) : Number.NaN) as InstantOf<T>;

/** Date.parse takes February 30 for March 2. */
function isDay(text: string): boolean {
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

export type InstantOf<T extends string | undefined> = T extends string
  ? number
  : number | undefined;
