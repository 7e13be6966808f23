// Pages of records for the page: of one market or of all, newest first, found by their ids.

import { namesOf } from './faults.ts';
import type { Input } from './input.ts';
import type { Listed } from './record.ts';
import type { Market } from './world.ts';

const pageSize = 20;

export function listRecords(markets: readonly Market[], query: Input) {
  query.only('market', 'page', 'search');
  const name = query.oneOf('market', namesOf(markets));
  const page = readPage(query.string('page'));
  const search = (query.string('search') ?? '').trim().toLowerCase();
  const wanted = markets.filter((market) => name === undefined || market.name === name);
  // One more than the page holds says whether there is another page.
  const found = merge(wanted)
    .filter(({ record }) => isFound(record, search))
    .drop((page - 1) * pageSize)
    .take(pageSize + 1)
    .toArray();
  return {
    page,
    hasMore: found.length > pageSize,
    records: found.slice(0, pageSize).map(({ market, record: { id, at, show } }) => ({
      market,
      id,
      at,
      ...show(),
    })),
    actions: name === undefined ? [] : wanted.flatMap((market) => market.actions?.() ?? []),
  };
}

interface OfMarket {
  readonly market: string;
  readonly record: Listed;
}

/** Takes the newest of the markets' next records, again and again. */
function* merge(markets: readonly Market[]): Generator<OfMarket> {
  const heads = markets.map((market) => {
    const records = (market.records?.() ?? [])[Symbol.iterator]();
    return { market: market.name, records, next: records.next() };
  });
  for (;;) {
    const open = heads.filter(({ next }) => !next.done);
    if (open.length === 0) return;
    const newest = open.reduce((one, other) =>
      other.next.value.at > one.next.value.at ? other : one,
    );
    yield { market: newest.market, record: newest.next.value };
    newest.next = newest.records.next();
  }
}

const isFound = ({ id, names }: Listed, search: string): boolean =>
  search === '' || [id, ...names].some((each) => each.toLowerCase().includes(search));

function readPage(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
