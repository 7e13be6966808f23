// A bulk job that releases every restricted player who matches a search.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  invalid,
  isRejection,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { RestrictionFilters, searchOf } from '../player-operations.ts';
import { Comment } from '../schema.ts';
import type { Search } from '../search.ts';
import { searchByChange } from '../search-by-change.ts';
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
  { game_index, job_id }: BulkJobTable,
): Promise<Filled | Rejection> {
  let total = 0;
  let after: Awaited<ReturnType<typeof searchByChange>>['next'];
  do {
    const page = { limit: CHUNK, oldestFirst: true, after };
    const { rows, next } = await searchByChange(db, search, clock(), page);
    const made = rows.map(({ player_id }, index) => ({
      ...EMPTY_ROW,
      game_index,
      job_id,
      number: total + index + 1,
      player_id,
      verdict: 'release',
    }));
    total += rows.length;
    if (total > MAX_ROWS) {
      return invalid('', `More than ${MAX_ROWS} players match. Narrow the search.`);
    }
    await db.transaction().execute((tx) => insertRows(tx, 'bulk_row', made));
    after = next;
  } while (after);
  if (total === 0) return invalid('', 'No restricted player matches.');
  return { total, verdicts: JSON.stringify({ release: total }) };
}
