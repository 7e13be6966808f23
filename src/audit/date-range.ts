// The date range of a query: its `from` and `to` as moments, both ends included.
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
  if (Number.isNaN(from)) return invalid('from', 'No such moment.');
  if (Number.isNaN(to)) return invalid('to', 'No such moment.');
  if (from !== undefined && to !== undefined && to < from) {
    return invalid('to', 'Earlier than from.');
  }
  return { from, to };
}
