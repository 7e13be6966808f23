// The list of voided purchases: filters, pages, and how far back it reaches.
import { invalid } from './errors.ts';
import { day, type Voided } from './model.ts';
import type { Play } from './play.ts';

const reachesBack = 30 * day;
const largestPage = 1000;

interface Window {
  readonly from: number;
  readonly to: number;
  readonly type: number;
  readonly partial: boolean;
}

export function listVoided(play: Play, packageName: string, query: Record<string, unknown>) {
  const now = play.world.clock.now();
  const size = Math.min(integer(query, 'maxResults', { min: 1 }) ?? largestPage, largestPage);
  const page = query.token === undefined ? firstPage(query, now) : readPageToken(query.token);
  const matching = (play.voided.get(packageName) ?? [])
    .filter((entry) => matches(entry, page.window, now))
    .sort((one, other) => one.at - other.at);
  const shown = matching.slice(page.start, page.start + size);
  const next = page.start + shown.length;
  return {
    pageInfo: {
      totalResults: matching.length,
      resultPerPage: shown.length,
      startIndex: page.start,
    },
    ...(next < matching.length && {
      tokenPagination: { nextPageToken: writePageToken({ window: page.window, start: next }) },
    }),
    ...(shown.length > 0 && { voidedPurchases: shown.map(resource) }),
  };
}

function matches(entry: Voided, { from, to, type, partial }: Window, now: number): boolean {
  return (
    entry.at >= Math.max(from, now - reachesBack) &&
    entry.at <= to &&
    (type === 1 || entry.kind === 'product') &&
    (partial || entry.quantity === undefined)
  );
}

function resource({ token, orderId, purchasedAt, at, source, reason, quantity }: Voided) {
  return {
    kind: 'androidpublisher#voidedPurchase',
    purchaseToken: token,
    ...(orderId !== undefined && { orderId }),
    purchaseTimeMillis: String(purchasedAt),
    voidedTimeMillis: String(at),
    voidedSource: source,
    voidedReason: reason,
    ...(quantity !== undefined && { voidedQuantity: quantity }),
  };
}

interface Page {
  readonly window: Window;
  readonly start: number;
}

function firstPage(query: Record<string, unknown>, now: number): Page {
  const partial = query.includeQuantityBasedPartialRefund;
  if (partial !== undefined && partial !== 'true' && partial !== 'false') {
    throw invalid('includeQuantityBasedPartialRefund');
  }
  return {
    window: {
      from: integer(query, 'startTime') ?? now - reachesBack,
      to: integer(query, 'endTime', { max: now }) ?? now,
      type: integer(query, 'type', { min: 0, max: 1 }) ?? 0,
      partial: partial === 'true',
    },
    start: integer(query, 'startIndex', { min: 0 }) ?? 0,
  };
}

/** A page token carries its window: later pages ignore the times of the request. */
function writePageToken({ window: { from, to, type, partial }, start }: Page): string {
  return Buffer.from([from, to, type, Number(partial), start].join(' ')).toString('base64url');
}

function readPageToken(token: unknown): Page {
  const numbers = Buffer.from(String(token), 'base64url').toString().split(' ').map(Number);
  const [from, to, type, partial, start] = numbers;
  if (
    numbers.length !== 5 ||
    !numbers.every(Number.isInteger) ||
    from === undefined ||
    to === undefined ||
    type === undefined ||
    start === undefined
  ) {
    throw invalid('token');
  }
  return { window: { from, to, type, partial: partial === 1 }, start };
}

function integer(
  query: Record<string, unknown>,
  name: string,
  { min = -Infinity, max = Infinity } = {},
): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const number = typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw invalid(name);
  return number;
}
