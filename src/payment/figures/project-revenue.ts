// Revenue of all apps of a project over time. Each app's days are on its own clock, so periods have dates, not instants.
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { Compare, comparedRange, openRange, type Range, RangeQuery } from '../../figures/range.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import { readProject } from '../../tenants/projects.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { reportingCurrencies } from './rates.ts';
import { problemOf, ReportingCurrencies, ReportingCurrency, RevenuePart } from './revenue.ts';
import { addRevenue, createLines, MOST_VALUES, type Part, shownValues } from './revenue-lines.ts';

export const ProjectRevenueQuery = Type.Object(
  {
    ...RangeQuery,
    by: Type.Optional(
      Type.Enum(['app', 'market', 'product', 'country', 'currency'], {
        description: `Splits the sums. The ${MOST_VALUES} products or countries with most purchases, and the others together.`,
      }),
    ),
    ...ReportingCurrency,
    compare: Compare,
  },
  { additionalProperties: false },
);
export type ProjectRevenueQuery = Type.Static<typeof ProjectRevenueQuery>;

const Day = (description: string) =>
  Type.String({ description: `${description}, such as \`2026-11-15\`.` });
const { items, totals } = RevenuePart;
const ProjectPart = {
  from: Day('First day'),
  to: Day('Day after the last one'),
  items: Type.Array(
    Type.Object({ ...items.items.properties, at: Day('First day of the period') }),
    {
      description: 'In the order of time; what is zero is left out.',
    },
  ),
  totals,
};

export const ProjectRevenue = namedObject('ProjectRevenue', {
  step: Type.Enum(['day', 'week', 'month']),
  is_current: IsCurrent,
  ...ProjectPart,
  compared: orNull(Type.Object(ProjectPart)),
  reporting: ReportingCurrencies,
});
export type ProjectRevenue = Type.Static<typeof ProjectRevenue>;

export interface ProjectDeps {
  readonly context: OperationContext;
  readonly directory: Directory;
}

const BY_DAY = 'Figures of a project';

export async function readProjectRevenue(
  deps: ProjectDeps,
  {
    game_index,
    by,
    currency,
    compare,
    ...asked
  }: ProjectRevenueQuery & { readonly game_index: number },
): Promise<ProjectRevenue | Rejection> {
  const { context } = deps;
  const { db } = context.storage;
  const project = await readProject(context, game_index);
  if (isRejection(project)) return project;
  // The same days on every clock.
  const range = openRange({ timeZone: 'UTC' }, asked, BY_DAY);
  if (isRejection(range)) return range;
  const wrong = problemOf(range, by, currency);
  if (wrong) return wrong;
  const parts = (await appsOf(deps, game_index)).map((app): Part => {
    const own = openRange(app, asked, BY_DAY);
    return { app, range: isRejection(own) ? range : own };
  });
  const question = { by, values: await shownValues(db, by, parts), currency };
  const read = async (rangeIn: (part: Range) => Range) => {
    const lines = createLines(question);
    await Promise.all(
      parts.map(({ app, range: own }) =>
        addRevenue(db, { app, range: rangeIn(own) }, question, own.calendar.dateOf, lines),
      ),
    );
    const { from, to, calendar } = rangeIn(range);
    return {
      from: calendar.dateOf(from),
      to: calendar.dateOf(to),
      ...lines.result(),
    };
  };
  const current = await Promise.all(parts.map(({ app }) => isCurrent(context, app)));
  return {
    step: range.step as ProjectRevenue['step'],
    is_current: current.every(Boolean),
    ...(await read((own) => own)),
    compared: compare ? await read((own) => comparedRange(own, compare)) : null,
    reporting: await reportingCurrencies(db, game_index),
  };
}

async function appsOf({ context, directory }: ProjectDeps, gameIndex: number): Promise<App[]> {
  const rows = await context.storage.db
    .selectFrom('app')
    .select('appid')
    .where('game_index', '=', gameIndex)
    .execute();
  const apps = await Promise.all(rows.map(({ appid }) => directory.app(appid)));
  return apps.filter((app) => app !== undefined);
}
