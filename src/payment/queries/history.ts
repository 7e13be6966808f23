// Purchase history: who may see what, which window, and one page after another.

import type { Clock } from '../../base/clock.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import type { Caller } from '../../identity/tokens.ts';
import { createReads } from '../../storage/batcher.ts';
import type { Db } from '../../storage/db.ts';
import type { Market } from '../../storage/schema.ts';
import { type FieldError, type Problem, problem } from '../problem.ts';
import type { Cursors, Position } from './cursor.ts';
import { dateRangeError, readDateRange } from './date-range.ts';
import {
  afterAll,
  type HistoryQuery,
  type HistoryRow,
  historyReader,
  positionOf,
} from './history-store.ts';

export interface Inquiry {
  readonly providerId: Market;
  readonly startDate: string;
  readonly endDate?: string | undefined;
  readonly size?: number | undefined;
  readonly cursor?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly targetPlayerId?: bigint | undefined;
}

export interface HistoryPage {
  readonly rows: readonly PurchaseRow[];
  readonly nextCursor: string | null;
}

export type ListPurchases = (caller: Caller, inquiry: Inquiry) => Promise<HistoryPage | Problem>;

export interface HistoryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

export const DEFAULT_SIZE = 20;
/** Few enough that the next pages are read while these are printed. */
const MAX_BATCH = 16;

const COLUMNS = [
  'provider',
  'provider_transaction_id',
  'transaction_id',
  'price',
  'currency',
  'purchased_at',
  'purchase_date_source',
] as const;

export type PurchaseRow = HistoryRow<typeof COLUMNS>;

const reader = historyReader(COLUMNS);

export function createHistory({ db, clock, cursors }: HistoryDeps): ListPurchases {
  // Pages that are asked for together travel together: the way to the database costs more than a page.
  const pages = createReads<HistoryQuery, readonly PurchaseRow[]>({
    maxSize: MAX_BATCH,
    read: (queries) => reader.list(db, queries),
  });

  /** Undefined stands for the whole app. */
  async function accountsOf({ app, token }: Caller, inquiry: Inquiry) {
    const player = token.use === 'user' ? token.playerId : inquiry.targetPlayerId;
    return player === undefined ? undefined : accountUuidsOf(db, app, player);
  }

  return async (caller, inquiry) => {
    const { app, token } = caller;
    const { providerId: provider, size = DEFAULT_SIZE, transactionId } = inquiry;
    const window = readDateRange(inquiry);
    if ('errors' in window) return wrongFields(window.errors);
    if (token.use === 'user' && inquiry.targetPlayerId !== undefined) {
      return problem('FORBIDDEN_REQUEST', NOT_FOR_USERS);
    }

    const conditions = conditionsText(caller, inquiry, [window.from, window.to]);
    let before: Position = afterAll(window.to);
    if (inquiry.cursor === undefined) {
      const error = dateRangeError(window, clock(), transactionId === undefined);
      if (error) return wrongFields([error]);
    } else {
      const opened = cursors.open(app, inquiry.cursor, conditions);
      if (typeof opened === 'string') return problem(opened, CURSOR_DETAILS[opened]);
      before = opened;
    }

    const accounts = await accountsOf(caller, inquiry);
    const scope = { appid: app.appid, provider, accounts };
    if (transactionId !== undefined) {
      const row = await reader.find(db, { ...scope, id: transactionId });
      return { rows: row ? [row] : [], nextCursor: null };
    }
    const found = await pages.submit({ ...scope, from: window.from, before, limit: size + 1 });
    const rows = found.slice(0, size);
    const last = found.length > size ? rows.at(-1) : undefined;
    const nextCursor = last && cursors.print(app, { conditions, position: positionOf(last) });
    return { rows, nextCursor: nextCursor ?? null };
  };
}

/** What must stay as it is from page to page. Dates count as the moments they are, however written. */
function conditionsText(
  { token }: Caller,
  { providerId, transactionId, targetPlayerId }: Inquiry,
  window: readonly (number | undefined)[],
): string {
  const player = token.use === 'user' ? token.playerId : undefined;
  const all = [providerId, ...window, transactionId, targetPlayerId, player];
  return JSON.stringify(all.map((each) => (typeof each === 'bigint' ? String(each) : each)));
}

const wrongFields = (errors: readonly FieldError[]): Problem =>
  problem('INVALID_REQUEST', 'Some fields of the request are wrong; see errors.', errors);

const NOT_FOR_USERS =
  'Only the app server may name a targetPlayerId; a user login token lists its own purchases.';

const CURSOR_DETAILS = {
  INVALID_CURSOR: 'Send meta.page.nextCursor of the page before as it was, to the same app.',
  CURSOR_CONTEXT_MISMATCH:
    'Repeat all conditions of the first page with the cursor, or start again without one.',
};
