// Parses the date range of a query; both ends are included.
import { type InstantOf, instantOf } from '../base/shapes.ts';
import { invalid, type Rejection } from './operation.ts';

export interface DateRange<From extends number | undefined = number | undefined> {
  readonly from: From;
  readonly to: number | undefined;
}

export function dateRangeOf<F extends string | undefined>(query: {
  readonly from: F;
  readonly to: string | undefined;
}): DateRange<InstantOf<F>> | Rejection {
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (Number.isNaN(from)) return invalid('from', 'This date or time does not exist.');
  if (Number.isNaN(to)) return invalid('to', 'This date or time does not exist.');
  if (from !== undefined && to !== undefined && to < from) {
    return invalid('to', 'to is earlier than from.');
  }
  return { from, to };
}
