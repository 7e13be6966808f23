// The apps of the projects that a caller can see.
import type { OperationContext } from '../audit/operation.ts';
import { among } from '../storage/rows.ts';
import { rolesIn, type Viewer } from './projects.ts';

export interface VisibleApp {
  readonly appid: string;
  readonly name: string;
  readonly gameIndex: number;
  readonly projectName: string;
}

/** More are not searched. */
const MOST_APPS = 1_000;

/** By project and id; the app named `first` before all others. */
export async function visibleApps(
  { storage: { db } }: OperationContext,
  { projects, member, withoutSecondFactor }: Viewer,
  first?: string,
): Promise<readonly VisibleApp[]> {
  let select = db
    .selectFrom('app as a')
    .innerJoin('project as p', 'p.game_index', 'a.game_index')
    .select(['a.appid', 'a.name', 'a.game_index as gameIndex', 'p.name as projectName'])
    .orderBy('a.game_index')
    .orderBy('a.appid')
    .limit(MOST_APPS);
  if (projects) select = select.where(among(db, 'a.game_index', projects));
  if (member) {
    select = select.where('a.game_index', 'in', rolesIn(db, member).select('m.game_index'));
  }
  if (withoutSecondFactor) select = select.where('p.requires_second_factor', '=', 0);
  const apps = await select.execute();
  const isFirst = ({ appid }: VisibleApp): boolean => appid === first;
  return [...apps.filter(isFirst), ...apps.filter((app) => !isFirst(app))];
}
