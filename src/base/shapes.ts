// Schemas that several modules share: nullable values and times.
import { type TSchema, Type } from 'typebox';

export const orNull = <T extends TSchema>(schema: T, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description });

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
