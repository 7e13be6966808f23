// A figure is one object: what can be asked, the answer, how it is read and printed. Admin API and CLI offer each.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import type { Grain } from '../base/calendar.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import type { App } from '../tenants/directory.ts';
import { Compare, openRange, type Range, RangeQuery } from './range.ts';
import { withCompared } from './split-periods.ts';

interface Offered {
  /** Its path, and its command. */
  readonly name: string;
  readonly operation: 'restriction.figures' | `figures.${string}`;
  readonly summary: string;
  /** Of the download as CSV. */
  readonly file: { readonly summary: string; readonly example: string };
}

export interface Figure<Asked extends object = object, Answer extends object = object>
  extends Offered {
  readonly query: TObject;
  readonly answer: TObject;
  read(context: OperationContext, app: App, asked: Asked): Promise<Answer | Rejection>;
  csv(answer: Answer): string;
}

/** A question about a range. */
export interface Question<Asked extends TProperties> {
  readonly context: OperationContext;
  readonly app: App;
  readonly asked: Static<TObject<Asked>>;
  readonly range: Range;
}

type Part<Fields extends TProperties> = Static<TObject<Fields>>;

interface OverTime<Asked extends TProperties, Fields extends TProperties, More extends TProperties>
  extends Offered {
  /** The name of the schema. */
  readonly schema: string;
  /** What is kept by day and longer, as the answer to a question for hours says. */
  readonly byDay?: string;
  readonly asked: Asked;
  /** Of the range, and of the range that it is compared with. */
  readonly part: Fields;
  /** Only of the range. */
  readonly more?: More;
  readonly current: {
    readonly field: TSchema;
    read(context: OperationContext, app: App): Promise<boolean>;
  };
  /** Reads what both parts need; the answer reads a part. */
  open(question: Question<Asked>): Promise<Rejection | ((range: Range) => Promise<Part<Fields>>)>;
  readMore?(question: Question<Asked>): Promise<Part<More>>;
  csv(answer: Part<Fields>): string;
}

/** A figure of a range, cut into periods, that can be compared with an earlier range. */
export function figureOverTime<
  Asked extends TProperties,
  Fields extends TProperties,
  More extends TProperties = TProperties,
>(spec: OverTime<Asked, Fields, More>): Figure {
  const { byDay, asked: fields, part, more, current, schema, ...offered } = spec;
  const days: Grain[] = ['day', 'week', 'month'];
  return {
    ...offered,
    query: Type.Object(
      { ...RangeQuery, ...fields, compare: Compare },
      { additionalProperties: false },
    ),
    answer: namedObject(schema, {
      time_zone: Type.String(),
      step: Type.Enum(byDay === undefined ? ['hour', ...days] : days),
      is_current: current.field,
      ...part,
      compared: orNull(Type.Object(part)),
      ...more,
    }),
    async read(context, app, question) {
      const asked = question as Static<TObject<typeof RangeQuery & { compare: typeof Compare }>>;
      const range = openRange(app, asked, byDay);
      if (isRejection(range)) return range;
      const opened = { context, app, range, asked: question as Part<Asked> };
      const read = await spec.open(opened);
      if (isRejection(read)) return read;
      return {
        time_zone: app.timeZone,
        step: range.step,
        is_current: await current.read(context, app),
        ...(await withCompared(range, asked.compare, read)),
        ...(await spec.readMore?.(opened)),
      };
    },
    csv: (answer) => spec.csv(answer as Part<Fields>),
  };
}
