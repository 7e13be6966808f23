// `GET /payments`: the list of payments, by the filter that PortOne's package sends as one JSON parameter.
import { type Input, readInput } from '../input.ts';
import { PortoneError } from './errors.ts';
import { showPayment } from './objects.ts';
import { channelOf, type Payment, type Payments, type Store } from './payments.ts';

const day = 24 * 60 * 60_000;
const reach = 90 * day;
const largestPage = 1_000;

export function listPayments(
  payments: Payments,
  store: Store,
  requestBody: string | undefined,
  { now, bulk }: { now: number; bulk: number | null },
): object {
  const input = readInput(parse(requestBody));
  input.only('page', 'filter');
  const { number, size } = readPage(readInput(input.fields.page));
  const filter = readInput(input.fields.filter);
  checkStore(filter, store);
  const matches = matching(filter, store, now);
  const ascending = filter.oneOf('sortOrder', ['ASC', 'DESC']) === 'ASC';
  const by = filter.oneOf('sortBy', ['REQUESTED_AT', 'STATUS_CHANGED_AT']) ?? 'REQUESTED_AT';
  const at = ({ requestedAt, changedAt }: Payment) =>
    by === 'REQUESTED_AT' ? requestedAt : changedAt;
  const all = payments.newestFirst();
  const found = (ascending ? all.reverse() : all)
    .filter((payment) => payment.storeId === store.storeId && matches(payment))
    .sort((a, b) => (ascending ? at(a) - at(b) : at(b) - at(a)));
  return {
    items: found
      .slice(number * size, (number + 1) * size)
      .map((payment) => showPayment(payment, store, bulk)),
    page: { number, size, totalCount: found.length },
  };
}

function parse(requestBody: string | undefined): unknown {
  try {
    return JSON.parse(requestBody ?? '{}');
  } catch {
    throw new PortoneError('INVALID_REQUEST', 'requestBody is not JSON.');
  }
}

function readPage(page: Input) {
  page.only('number', 'size');
  return {
    number: page.integer('number', { min: 0 }) ?? 0,
    size: page.integer('size', { min: 1, max: largestPage }) ?? 10,
  };
}

function checkStore(filter: Input, { storeId }: Store): void {
  if ((filter.string('storeId') ?? storeId) === storeId) return;
  throw new PortoneError('FORBIDDEN', 'This secret gives no access to that store.');
}

function matching(filter: Input, store: Store, now: number): (payment: Payment) => boolean {
  filter.only(
    ...['storeId', 'timestampType', 'from', 'until', 'status', 'isTest', 'sortBy', 'sortOrder'],
  );
  const until = filter.time('until') ?? now;
  const from = filter.time('from') ?? until - reach;
  const created = filter.oneOf('timestampType', ['CREATED_AT', 'STATUS_CHANGED_AT']);
  const isTest = filter.boolean('isTest');
  const { status } = filter.fields;
  return (payment) => {
    const at = created === 'CREATED_AT' ? payment.requestedAt : payment.changedAt;
    return (
      at >= from &&
      at <= until &&
      (!Array.isArray(status) || status.includes(payment.status)) &&
      (isTest ?? channelOf(payment, store).type === 'TEST') ===
        (channelOf(payment, store).type === 'TEST')
    );
  };
}
