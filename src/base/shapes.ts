// Shapes that requests and answers of several modules share: what may be null, and moments in time.
import { type TSchema, Type } from 'typebox';

export const orNull = <T extends TSchema>(schema: T, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description });

/** A moment in a query: RFC 3339, always with a zone. */
export const Instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, such as \`2026-11-15T12:00:00Z\`.`,
  });

/** NaN when there is no such moment. */
export const instantOf = <T extends string | undefined>(text: T): InstantOf<T> =>
  (text === undefined ? undefined : Date.parse(text)) as InstantOf<T>;

export type InstantOf<T extends string | undefined> = T extends string
  ? number
  : number | undefined;
