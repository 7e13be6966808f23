// Moments in queries: RFC 3339, always with a zone.
import { Type } from 'typebox';
import { invalid, type Refusal } from '../../audit/operation.ts';

export const Instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
    description: `${description}, such as \`2026-11-15T12:00:00Z\`.`,
  });

/** NaN when there is no such moment. */
export const instantOf = <T extends string | undefined>(text: T): InstantOf<T> =>
  (text === undefined ? undefined : Date.parse(text)) as InstantOf<T>;

type InstantOf<T extends string | undefined> = T extends string ? number : number | undefined;

/** The moments of a query's `from` and `to`; both ends belong to the window. */
export function windowOf<F extends string | undefined>(query: {
  readonly from: F;
  readonly to: string | undefined;
}): { readonly from: InstantOf<F>; readonly to: number | undefined } | Refusal {
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (Number.isNaN(from)) return invalid('from', 'No such moment.');
  if (Number.isNaN(to)) return invalid('to', 'No such moment.');
  if (from !== undefined && to !== undefined && to < from) {
    return invalid('to', 'Earlier than from.');
  }
  return { from, to };
}
