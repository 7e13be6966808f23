// A bulk job that releases every restricted player who matches a search.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { readLimits } from '../../audit/limits.ts';
import {
  invalid,
  isRejection,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { notAllowed } from '../limits.ts';
import { RestrictionFilters, searchOf } from '../player-operations.ts';
import { Comment } from '../schema.ts';
import type { Search } from '../search.ts';
import { searchByChange } from '../search-by-change.ts';
import { fromRow } from '../store.ts';
import { draftJob, type Filled } from './draft.ts';
import type { BulkJob } from './jobs.ts';
import { EMPTY_ROW, MAX_ROWS } from './rows.ts';

export const ReleaseMatching = Type.Object(
  { ...RestrictionFilters, comment: Comment },
  { additionalProperties: false },
);
export type ReleaseMatching = Type.Static<typeof ReleaseMatching>;

const CHUNK = 1_000;

/** With a dry run; it releases players once it is applied. */
export async function releaseMatching(
  { context, app }: AppContext,
  actor: Actor,
  { comment, ...filters }: ReleaseMatching,
): Promise<BulkJob | Rejection> {
  const search = searchOf(app, filters);
  if (isRejection(search)) return search;
  const { scope } = search;
  const fields = { action: 'release', skip_blocked: 0, comment: comment || null, scope } as const;
  return draftJob(context, actor, app, fields, (job) => fill(context, search, job));
}

async function fill(
  { storage: { db }, clock }: OperationContext,
  search: Search,
  job: BulkJobTable,
): Promise<Filled | Rejection> {
  const { game_index, job_id, appid, scope } = job;
  const limits = readLimits(job);
  const counts = { release: 0, not_allowed: 0 };
  let total = 0;
  let after: Awaited<ReturnType<typeof searchByChange>>['next'];
  do {
    const page = { limit: CHUNK, oldestFirst: true, after };
    const now = clock();
    const { rows, next } = await searchByChange(db, search, now, page);
    const made = rows.map((row, index) => {
      const reason = notAllowed(limits, { appid, scope, now }, fromRow(row)) ?? null;
      const verdict = reason === null ? 'release' : 'not_allowed';
      counts[verdict] += 1;
      const number = total + index + 1;
      const { player_id } = row;
      return { ...EMPTY_ROW, game_index, job_id, number, player_id, verdict, reason };
    });
    total += rows.length;
    if (total > MAX_ROWS) {
      return invalid('', `More than ${MAX_ROWS} players match. Narrow the search.`);
    }
    await db.transaction().execute((tx) => insertRows(tx, 'bulk_row', made));
    after = next;
  } while (after);
  if (total === 0) return invalid('', 'No restricted player matches.');
  const { release, not_allowed } = counts;
  const verdicts = { ...(release > 0 && { release }), ...(not_allowed > 0 && { not_allowed }) };
  return { total, verdicts: JSON.stringify(verdicts) };
}
