// Moments in queries: RFC 3339, always with a zone.
import { Type } from 'typebox';

export const Instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, such as \`2026-11-15T12:00:00Z\`.`,
  });

/** NaN when there is no such moment. */
export const instantOf = <T extends string | undefined>(
  text: T,
): T extends string ? number : number | undefined =>
  (text === undefined ? undefined : Date.parse(text)) as T extends string
    ? number
    : number | undefined;
