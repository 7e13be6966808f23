// Whether an answer still says everything it said: fields may be added, nothing may change or be lost.
import { isRawNumber, type Json } from './wire.ts';

/** One line for each difference; empty when `expected` is contained in `actual`. */
export function differences(expected: Json, actual: Json, place = ''): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const lengths =
      expected.length === actual.length
        ? []
        : [`${place}: ${actual.length} entries instead of ${expected.length}`];
    const entries = expected
      .slice(0, actual.length)
      .flatMap((each, index) => differences(each, actual[index], `${place}[${index}]`));
    return [...lengths, ...entries];
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([name, each]) =>
      name in actual
        ? differences(each, actual[name], `${place}.${name}`)
        : [`${place}.${name} is lost; it was ${JSON.stringify(each)}`],
    );
  }
  const [was, is] = [JSON.stringify(expected), JSON.stringify(actual)];
  return was === is ? [] : [`${place}: ${is} instead of ${was}`];
}

const isRecord = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
