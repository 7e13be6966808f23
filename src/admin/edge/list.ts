// Adds a list to the admin API: its pages, the number of its entries, and all of them as a CSV file.
import type { FastifyInstance } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { printPages } from '../../base/csv-list.ts';
import { ListTotal, type Page, pageOf } from '../../base/paging.ts';
import type { Noun } from '../../operators/scopes.ts';
import { sendFile } from './download.ts';
import type { PathOf } from './path.ts';
import { adminRoute, type Call } from './route.ts';

interface List<P extends TObject, Q extends TObject, I extends TObject> {
  readonly operation: `${Noun}.${string}`;
  readonly summary: string;
  /** Goes on “Counts …” and “Downloads …”. */
  readonly noun: string;
  /** Every field is optional. */
  readonly query: Q;
  readonly item: I;
  readonly example?: object;
  /** Name and columns of the file; absent where the list has a file of its own. */
  readonly file?: {
    readonly name: string;
    readonly columns: readonly (keyof Static<I> & string)[];
  };
  list(query: Static<P> & Static<Q>, call: Call<P, Q>): Promise<Page<Static<I>> | Rejection>;
  count(query: Static<P> & Static<Q>, call: Call<P, Q>): Promise<ListTotal | Rejection>;
}

/** Small, because a caller may wait for one page. */
const FILE_PAGE = 200;

export function listRoutes<U extends string, Q extends TObject, I extends TObject>(
  scope: FastifyInstance,
  url: U,
  { operation, summary, noun, query, item, example, file, ...lists }: List<PathOf<U>, Q, I>,
): void {
  // What is written once for every list has no path of its own.
  const { list, count } = lists as unknown as Pick<List<TObject, TObject, I>, 'list' | 'count'>;
  const askedIn = (call: Call<TObject, TObject>) => ({ ...call.query, ...call.params });
  adminRoute(scope, 'GET', url as string, {
    operation,
    summary,
    needs: 'viewer',
    query,
    answer: pageOf(item, example) as TSchema,
    run: (call) => list(askedIn(call), call),
  });
  // Count and file take the query of the list as it is.
  const { after: _, limit: __, ...sorted } = query.properties;
  const closed = { additionalProperties: false };
  adminRoute(scope, 'GET', `${url}/count` as string, {
    operation: `${operation}-count`,
    summary: `Counts ${noun}, up to 10,000.`,
    needs: 'viewer',
    query: Type.Object(sorted, closed),
    answer: ListTotal,
    cost: 'yielding',
    run: (call) => count(askedIn(call), call),
  });
  if (!file) return;
  adminRoute(scope, 'GET', `${url}/file` as string, {
    operation: `${operation}-file`,
    summary: `Downloads ${noun} as CSV, in the order of the list.`,
    needs: 'viewer',
    query: Type.Object(sorted, closed),
    answer: Type.String({
      description: 'CSV with a header line.',
      examples: [`${file.columns.slice(0, 3).join()}\n`],
    }),
    produces: ['text/csv'],
    async run(call) {
      const read = (after?: string) => list({ ...askedIn(call), limit: FILE_PAGE, after }, call);
      const first = await read();
      if (isRejection(first)) return first;
      return sendFile(call.reply, {
        contentType: 'text/csv; charset=utf-8',
        name: `${file.name}.csv`,
        chunks: printPages(file.columns, first, read),
      });
    },
  });
}
