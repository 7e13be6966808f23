// Purchase history: access, date range and paging.

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
/** Small enough to read the next pages while these are serialized. */
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
  // Concurrent requests share a round trip, which costs more than a page.
  const pages = createReads<HistoryQuery, readonly PurchaseRow[]>({
    name: 'read history',
    maxSize: MAX_BATCH,
    read: (queries) => reader.list(db, queries),
  });

  /** Undefined stands for the whole app. */
  async function accountsOf({ app, token }: Caller, inquiry: Inquiry) {
    const player = token.use === 'app' ? inquiry.targetPlayerId : token.playerId;
    return player === undefined ? undefined : accountUuidsOf(db, app, player);
  }

  return async (caller, inquiry) => {
    const { app, token } = caller;
    const { providerId: provider, size = DEFAULT_SIZE, transactionId } = inquiry;
    const range = readDateRange(inquiry);
    if ('errors' in range) return wrongFields(range.errors);
    if (token.use !== 'app' && inquiry.targetPlayerId !== undefined) {
      return problem('FORBIDDEN_REQUEST', NOT_FOR_USERS);
    }

    const conditions = conditionsText(caller, inquiry, [range.from, range.to]);
    let before: Position = afterAll(range.to);
    if (inquiry.cursor === undefined) {
      const error = dateRangeError(range, clock(), transactionId === undefined);
      if (error) return wrongFields([error]);
    } else {
      const opened = cursors.open(app, inquiry.cursor, conditions);
      if (typeof opened === 'string') return problem(opened, CURSOR_DETAILS[opened]);
      before = opened;
    }

    const accounts = await accountsOf(caller, inquiry);
    const { appid, gameIndex } = app;
    const scope = { appid, gameIndex, provider, accounts };
    if (transactionId !== undefined) {
      const rows = await reader.find(db, { ...scope, id: transactionId });
      return { rows, nextCursor: null };
    }
    const found = await pages.submit({ ...scope, from: range.from, before, limit: size + 1 });
    const rows = found.slice(0, size);
    const last = found.length > size ? rows.at(-1) : undefined;
    const nextCursor = last && cursors.print(app, { conditions, position: positionOf(last) });
    return { rows, nextCursor: nextCursor ?? null };
  };
}

/** Conditions that must not change between pages. Dates compare as instants. */
function conditionsText(
  { token }: Caller,
  { providerId, transactionId, targetPlayerId }: Inquiry,
  range: readonly (number | undefined)[],
): string {
  const player = token.use === 'app' ? undefined : token.playerId;
  const all = [providerId, ...range, transactionId, targetPlayerId, player];
  return JSON.stringify(all.map((each) => (typeof each === 'bigint' ? String(each) : each)));
}

const wrongFields = (errors: readonly FieldError[]): Problem =>
  problem('INVALID_REQUEST', 'Some fields are not valid. See errors.', errors);

const NOT_FOR_USERS =
  'targetPlayerId requires an app-server token. With a login token, leave it out: the list has only the purchases of that player.';

const CURSOR_DETAILS = {
  INVALID_CURSOR:
    'The cursor is not valid for this app. Send meta.page.nextCursor of the previous page unchanged.',
  CURSOR_CONTEXT_MISMATCH:
    'The conditions differ from those of the first page. Repeat them with the cursor, or start again without a cursor.',
};
