// SQL that lists reports of external sales. Their ids grow with time.
import { idsFrom } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Report } from './bodies.ts';

export interface ReportSearch extends AppName {
  readonly state?: Report['state'] | undefined;
  readonly market?: Report['market'] | undefined;
  readonly kind?: Report['kind'] | undefined;
  readonly subject?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface ReportPage {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly oldestFirst?: boolean;
}

/** By their ids. */
export function searchReports(
  db: Db,
  search: ReportSearch,
  { limit, after, oldestFirst = false }: ReportPage,
): Promise<Report[]> {
  let select = matching(db, search).selectAll();
  if (after !== undefined) select = select.where('report_id', oldestFirst ? '>' : '<', after);
  return select
    .orderBy('report_id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

/** How many there are, up to a limit. */
export async function countReportRows(
  db: Db,
  search: ReportSearch,
  limit: number,
): Promise<number> {
  const { found } = await db
    .selectFrom(matching(db, search).select('report_id').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

function matching(db: Db, search: ReportSearch) {
  const { appid, gameIndex, state, market, kind, subject, from, to } = search;
  let select = ofApp(db, { appid, gameIndex }).selectFrom('external_report');
  if (state !== undefined) select = select.where('state', '=', state);
  if (market !== undefined) select = select.where('market', '=', market);
  if (kind !== undefined) select = select.where('kind', '=', kind);
  if (subject !== undefined) select = select.where('subject', '=', subject);
  if (from !== undefined) select = select.where('report_id', '>=', idsFrom(from));
  if (to !== undefined) select = select.where('report_id', '<', idsFrom(to + 1));
  return select;
}
