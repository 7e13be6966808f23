// One call of Stripe's API: its path, and what answers it. With what most calls need: finding and listing.
import { badParameter, noSuch } from './errors.ts';
import { listObject, type StripeObject } from './objects.ts';
import { integer, list, type Rule, shape, text } from './params.ts';
import type { StripeAccount } from './payments.ts';
import type { RecordList } from './record-list.ts';

export interface StripeRequest {
  livemode: boolean;
  /** The `:id` of the path. */
  id: string;
  /** The form of a POST, the query of the others. */
  source: string;
}

export interface Call {
  verb: 'GET' | 'POST' | 'DELETE';
  path: string;
  answer(
    account: StripeAccount,
    request: StripeRequest,
  ): { object: StripeObject; expand?: string[] };
}

/** Every call takes `expand`. */
export const expandable = { expand: list(text()) };

interface Dated {
  id: string;
  livemode: boolean;
  created: number;
}

export function find<T extends Dated>(
  list: RecordList<T>,
  kind: string,
  id: string,
  livemode: boolean,
  param?: string,
): T {
  const record = list.get(id);
  if (!record) throw noSuch(kind, id, param);
  if (record.livemode === livemode) return record;
  const [there, here] = livemode ? ['test', 'live'] : ['live', 'test'];
  const hint = `; it exists in ${there} mode, but a ${here} mode key was used.`;
  throw noSuch(kind, id, param, hint);
}

type Created = (created: number) => boolean;

const moment = integer({ max: 10 ** 12 });
const bounds = shape({ gt: moment, gte: moment, lt: moment, lte: moment });

/** `created=…`, `created[gte]=…` and so on. */
const createdWithin: Rule<Created | undefined> = (value, param) => {
  if (value === undefined) return undefined;
  if (typeof value === 'string') {
    const exact = moment(value, param);
    return (created) => created === exact;
  }
  const { gt, gte, lt, lte } = bounds(value, param) ?? {};
  return (created) =>
    created > (gt ?? -1) &&
    created >= (gte ?? 0) &&
    created < (lt ?? Infinity) &&
    created <= (lte ?? Infinity);
};

export const paging = {
  ...expandable,
  limit: integer({ min: 1, max: 100 }),
  starting_after: text(),
  ending_before: text(),
  created: createdWithin,
};

interface Page {
  limit: number | undefined;
  starting_after: string | undefined;
  ending_before: string | undefined;
  created: Created | undefined;
}

export function listPage<T extends Dated>(
  list: RecordList<T>,
  livemode: boolean,
  { limit = 10, starting_after, ending_before, created = () => true }: Page,
  {
    url,
    matches,
    show,
  }: { url: string; matches(record: T): boolean; show(record: T): StripeObject },
): StripeObject {
  for (const cursor of [starting_after, ending_before]) {
    if (cursor !== undefined && !list.get(cursor)) {
      throw badParameter(`No such object: '${cursor}'`, 'starting_after', 'resource_missing');
    }
  }
  const source =
    ending_before === undefined ? list.olderThan(starting_after) : list.newerThan(ending_before);
  const found = source
    .filter((record) => record.livemode === livemode && created(record.created) && matches(record))
    .take(limit + 1)
    .toArray();
  const page = found.slice(0, limit);
  if (ending_before !== undefined) page.reverse();
  return listObject(url, page.map(show), found.length > limit);
}
