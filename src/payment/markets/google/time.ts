// Reads Google's times: RFC 3339 text, or milliseconds as text.
import { textOf } from '../fields.ts';

export function timeOf(value: unknown): number | undefined {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

export function millisOf(value: unknown): number | undefined {
  const millis = typeof value === 'number' ? value : Number(textOf(value) ?? Number.NaN);
  return Number.isSafeInteger(millis) ? millis : undefined;
}
