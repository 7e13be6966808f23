// Transaction history and refund history: filters, order, and paging by revision.
import type { FastifyInstance } from 'fastify';
import { type Api, about, customerOf } from './caller.ts';
import { type ErrorCode, StoreError } from './errors.ts';
import type { ProductType, Transaction } from './transaction.ts';

const pageSize = 20;

const productTypeOf: Record<string, ProductType> = {
  AUTO_RENEWABLE: 'Auto-Renewable Subscription',
  NON_RENEWABLE: 'Non-Renewing Subscription',
  CONSUMABLE: 'Consumable',
  NON_CONSUMABLE: 'Non-Consumable',
};

type Query = Record<string, string | string[] | undefined>;
type Route = { Params: { id: string }; Querystring: Query };
type Accepts = (transaction: Transaction) => boolean;

export function historyRoutes(scope: FastifyInstance, api: Api): void {
  for (const version of ['v1', 'v2'] as const) {
    scope.get<Route>(`/inApps/${version}/history/:id`, async (request) => {
      const customer = customerOf(api, request);
      const filters = readFilters(request.query);
      // The first generation leaves out consumables that the app has finished.
      if (version === 'v1')
        filters.push(({ type, finished }) => type !== 'Consumable' || !finished);
      const descending = readChoice(request.query, 'sort', 4000021, sortings) === 'DESCENDING';
      const matching = customer.filter((one) => filters.every((accepts) => accepts(one)));
      const page = cut(matching, {
        customer: customer[0].appTransactionId,
        date: ({ modifiedDate }) => modifiedDate,
        descending,
        revision: single(request.query, 'revision', 4000005),
      });
      return {
        revision: page.revision,
        hasMore: page.hasMore,
        ...about(api.app(request)),
        signedTransactions: page.transactions.map(api.signTransaction),
      };
    });
  }

  scope.get<Route>('/inApps/v2/refund/lookup/:id', async (request) => {
    const customer = customerOf(api, request);
    const refunded = customer.filter(
      ({ revocation }) => revocation && revocation.revocationType !== 'FAMILY_REVOKE',
    );
    const page = cut(refunded, {
      customer: customer[0].appTransactionId,
      date: ({ revocation }) => revocation?.revocationDate ?? 0,
      descending: false,
      revision: single(request.query, 'revision', 4000005),
    });
    return {
      signedTransactions: page.transactions.map(api.signTransaction),
      revision: page.revision,
      hasMore: page.hasMore,
    };
  });
}

const sortings = ['ASCENDING', 'DESCENDING'] as const;
const booleans = ['true', 'false'] as const;
const ownerships = ['PURCHASED', 'FAMILY_SHARED'] as const;

function readFilters(query: Query): Accepts[] {
  const filters: Accepts[] = [];
  const startDate = readDate(query, 'startDate', 4000015);
  const endDate = readDate(query, 'endDate', 4000016);
  if (startDate !== undefined && endDate !== undefined && startDate >= endDate) {
    throw new StoreError(4000013);
  }
  if (startDate !== undefined) filters.push(({ purchaseDate }) => purchaseDate >= startDate);
  if (endDate !== undefined) filters.push(({ purchaseDate }) => purchaseDate <= endDate);

  const products = readList(query, 'productId', 4000023);
  if (products) filters.push(({ productId }) => products.includes(productId));
  const types = readList(query, 'productType', 4000022)?.map((name) => {
    const type = productTypeOf[name];
    if (!type) throw new StoreError(4000022);
    return type;
  });
  if (types) filters.push(({ type }) => types.includes(type));
  const groups = readList(query, 'subscriptionGroupIdentifier', 4000024);
  if (groups) {
    filters.push(({ subscriptionGroupIdentifier: group }) => groups.includes(group ?? ''));
  }

  const ownership = readChoice(query, 'inAppOwnershipType', 4000026, ownerships);
  if (ownership) {
    filters.push(({ extra }) => (extra?.inAppOwnershipType ?? 'PURCHASED') === ownership);
  }
  const revoked = readChoice(query, 'revoked', 4000030, booleans);
  if (revoked) filters.push(({ revocation }) => Boolean(revocation) === (revoked === 'true'));
  const excludeRevoked = readChoice(query, 'excludeRevoked', 4000025, booleans);
  if (excludeRevoked === 'true') filters.push(({ revocation }) => !revocation);
  return filters;
}

interface Cut {
  customer: string;
  date(transaction: Transaction): number;
  descending: boolean;
  revision: string | undefined;
}

/**
 * A revision names the last transaction shown, so that a later call goes on behind it and also finds
 * what has changed since.
 */
function cut(transactions: readonly Transaction[], { customer, date, descending, revision }: Cut) {
  const position = (one: Transaction): Position => [date(one), Number(one.transactionId)];
  const direction = descending ? -1 : 1;
  const after = revision === undefined ? undefined : readRevision(revision, customer);
  const rest = transactions
    .toSorted((a, b) => direction * compare(position(a), position(b)))
    .filter((one) => !after || direction * compare(position(one), after) > 0);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  return {
    transactions: page,
    hasMore: rest.length > page.length,
    revision: writeRevision(customer, last ? position(last) : (after ?? [0, 0])),
  };
}

type Position = readonly [date: number, transactionId: number];

const compare = (a: Position, b: Position) => a[0] - b[0] || a[1] - b[1];

function writeRevision(customer: string, position: Position): string {
  return Buffer.from([customer, ...position].join('_')).toString('base64url');
}

function readRevision(revision: string, customer: string): Position {
  const text = Buffer.from(revision, 'base64url').toString('latin1');
  const [, owner, date, id] = /^(\d+)_(\d+)_(\d+)$/.exec(text) ?? [];
  if (owner !== customer) throw new StoreError(4000005);
  return [Number(date), Number(id)];
}

function single(query: Query, name: string, code: ErrorCode): string | undefined {
  const value = query[name];
  if (Array.isArray(value) || value === '') throw new StoreError(code);
  return value;
}

function readDate(query: Query, name: string, code: ErrorCode): number | undefined {
  const value = single(query, name, code);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new StoreError(code);
  return Number(value);
}

function readList(query: Query, name: string, code: ErrorCode): string[] | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  const values = [value].flat();
  if (values.includes('')) throw new StoreError(code);
  return values;
}

function readChoice<T extends string>(
  query: Query,
  name: string,
  code: ErrorCode,
  choices: readonly T[],
): T | undefined {
  const value = single(query, name, code);
  const choice = choices.find((known) => known === value);
  if (value !== undefined && choice === undefined) throw new StoreError(code);
  return choice;
}
