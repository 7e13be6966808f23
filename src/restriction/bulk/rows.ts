// Parses the rows of a bulk job and predicts what applying them would do.

import { readLimits } from '../../audit/limits.ts';
import { toId64 } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import type { BulkJobTable, BulkRowTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { notAllowed } from '../limits.ts';
import type { SetRequest } from '../restrictions.ts';
import {
  hasExpired,
  type Invalid,
  type PeriodProblem,
  periodProblem,
  readPeriod,
} from '../rules.ts';
import { readScope, registeredTypes } from '../store.ts';

export const VERDICTS = [
  'new',
  'changed',
  'already_restricted',
  'unknown_type',
  'release',
  'not_restricted',
  'changed_since',
  'not_allowed',
  'invalid',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** As many as one job has. */
export const MAX_ROWS = 100_000;

/** A row of a list that nobody wrote. */
export const EMPTY_ROW = {
  source: '',
  status: null,
  block_type: null,
  start_date: null,
  end_date: null,
  reason: null,
  result: null,
  seq: null,
} as const;

export const COLUMNS = ['player_id', 'status', 'block_type', 'start_date', 'end_date'] as const;
export type Column = (typeof COLUMNS)[number];
/** Defaults for empty and missing cells. */
export type Defaults = Partial<Readonly<Record<Column, string>>>;

/** A parsed row; with a reason it is invalid. */
export type ReadRow = Omit<
  BulkRowTable,
  'game_index' | 'job_id' | 'number' | 'verdict' | 'result' | 'seq'
>;

const DIGITS = /^\d{1,19}$/;
const DATE_HINT = 'must be a date and time such as 2026-11-15 00:00:00';
export const PERIOD_REASONS: Readonly<Record<PeriodProblem, string>> = {
  start_after_end: 'start_date is after end_date.',
  end_in_past: 'end_date is in the past.',
};

export function readRow(
  action: BulkJobTable['action'],
  columns: readonly Column[],
  cells: readonly string[],
  source: string,
  defaults: Defaults,
): ReadRow {
  const value = (column: Column): string => {
    const index = columns.indexOf(column);
    return (index < 0 ? undefined : cells[index]) || defaults[column] || '';
  };
  const id = value('player_id');
  const playerId = DIGITS.test(id) ? toId64(BigInt(id)) : undefined;
  const nothing = { status: null, block_type: null, start_date: null, end_date: null } as const;
  const row = { source, player_id: playerId ?? null, ...nothing, reason: null };
  if (playerId === undefined) return { ...row, reason: 'player_id must be a positive integer.' };
  if (action === 'release') return row;
  const status = (['P', 'B'] as const).find((each) => each === value('status').toUpperCase());
  if (!status) return { ...row, reason: 'status must be P or B.' };
  const type = Number(value('block_type') || Number.NaN);
  if (!Number.isSafeInteger(type)) return { ...row, reason: 'block_type must be a number.' };
  const [start, end] = [value('start_date'), value('end_date')];
  const whole = { ...row, status, block_type: type, start_date: start, end_date: end };
  if (start === '') return { ...whole, reason: `start_date ${DATE_HINT}.` };
  return end === '' ? { ...whole, reason: `end_date ${DATE_HINT}.` } : whole;
}

/** The single request that a row corresponds to. */
export function requestOf(row: Omit<ReadRow, 'source'>, skipBlocked: boolean): SetRequest {
  return {
    player_id: BigInt(row.player_id as number | bigint),
    status: row.status as 'P' | 'B',
    block_type: row.block_type as number,
    start_date: row.start_date as string,
    end_date: row.end_date as string,
    skip_blocked: skipBlocked,
  };
}

export const dateReason = ({ field }: Invalid): string => `${field} ${DATE_HINT}.`;

/** What applying the rows would do now. */
export async function judgeRows<Row extends ReadRow>(
  db: Db,
  app: App,
  job: Pick<BulkJobTable, 'action' | 'skip_blocked' | 'scope' | 'limits'>,
  rows: readonly Row[],
  now: number,
): Promise<(Row & { readonly verdict: Verdict })[]> {
  const valid = rows.filter((row) => row.reason === null);
  const players = valid.map((row) => BigInt(row.player_id as number | bigint));
  const current = await readScope(db, app, job.scope, players);
  const wanted = new Set(valid.flatMap((row) => row.block_type ?? []));
  const types = await registeredTypes(db, app, [...wanted]);

  const limits = readLimits(job);
  const place = { appid: app.appid, scope: job.scope, now };

  /** In the order in which a change judges: a player who stays as is needs no valid period or type. */
  const judge = (row: Row): Judged => {
    if (row.reason !== null) return invalid(row.reason);
    const found = current.get(BigInt(row.player_id as number | bigint));
    const live = found && !hasExpired(found, now) ? found : undefined;
    if (job.action === 'release') {
      const reason = notAllowed(limits, place, live);
      if (reason !== undefined) return { verdict: 'not_allowed', reason };
      return verdict(live ? 'release' : 'not_restricted');
    }
    const { status, block_type, start_date, end_date } = requestOf(row, false);
    const period = readPeriod(status, start_date, end_date, app.timeZone);
    if ('field' in period) return invalid(dateReason(period));
    const reason = notAllowed(limits, place, { ...period, blockType: block_type }, live);
    if (reason !== undefined) return { verdict: 'not_allowed', reason };
    const same =
      live?.status === status &&
      live.blockType === block_type &&
      live.startDate === start_date &&
      live.endDate === end_date;
    if (same || (live && job.skip_blocked === 1)) return verdict('already_restricted');
    const problem = periodProblem(period, now);
    if (problem) return invalid(PERIOD_REASONS[problem]);
    if (!types.has(block_type)) return verdict('unknown_type');
    return verdict(live ? 'changed' : 'new');
  };
  return rows.map((row) => ({ ...row, ...judge(row) }));
}

interface Judged {
  readonly verdict: Verdict;
  readonly reason: string | null;
}

const verdict = (what: Verdict): Judged => ({ verdict: what, reason: null });
const invalid = (reason: string): Judged => ({ verdict: 'invalid', reason });
