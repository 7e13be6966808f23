// Queries of one app or one project: the helper adds the conditions that keep tenants apart, so that none is forgotten.
// A test sees to it that tables of projects are read and changed in no other way.
import type {
  AliasableExpression,
  DeleteQueryBuilder,
  DeleteResult,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Db } from './db.ts';
import type { LAYOUT } from './postgres/cluster-layout.ts';
import type { Schema } from './schema.ts';

/** Tables of which each row belongs to a project. */
export type ProjectTable = {
  [T in keyof Schema]: (typeof LAYOUT)[T] extends 'project' ? T : never;
}[keyof Schema];

/** Tables of which each row belongs to an app of the project. */
export type AppTable = {
  [T in ProjectTable]: Schema[T] extends { appid: string } ? T : never;
}[ProjectTable];

/** A value, or the parameter of a statement. */
type Given<Value> = Value | AliasableExpression<Value>;

interface OfProject {
  readonly gameIndex: Given<number>;
}

interface OfApp extends OfProject {
  readonly appid: Given<string>;
}

interface OfApps extends OfProject {
  readonly appids: readonly string[] | AliasableExpression<string>;
}

/** Of `purchase as p`, the builder knows `p`. */
interface Tenant<Tables extends ProjectTable> {
  // biome-ignore lint/complexity/noBannedTypes: the empty row of a query that selects nothing yet
  selectFrom<T extends Tables>(table: T): SelectQueryBuilder<Schema, T, {}>;
  selectFrom<T extends Tables, Alias extends string>(
    table: `${T} as ${Alias}`,
    // biome-ignore lint/complexity/noBannedTypes: as above
  ): SelectQueryBuilder<Schema & Record<Alias, Schema[T]>, Alias, {}>;
  updateTable<T extends Tables>(table: T): UpdateQueryBuilder<Schema, T, T, UpdateResult>;
  deleteFrom<T extends Tables>(table: T): DeleteQueryBuilder<Schema, T, DeleteResult>;
}

export const ofApp = (db: Db, { gameIndex, appid }: OfApp): Tenant<AppTable> =>
  tenantOf(db, [
    ['game_index', '=', gameIndex],
    ['appid', '=', appid],
  ]);

/** Several apps of one project. */
export const ofApps = (db: Db, { gameIndex, appids }: OfApps): Tenant<AppTable> =>
  tenantOf(db, [
    ['game_index', '=', gameIndex],
    ['appid', 'in', appids],
  ]);

/** All apps of a project, or tables that no app has a part in. */
export const ofProject = (db: Db, { gameIndex }: OfProject): Tenant<ProjectTable> =>
  tenantOf(db, [['game_index', '=', gameIndex]]);

/** For work that no project asks for, such as looking for what is due. */
export const acrossProjects = (db: Db): Tenant<ProjectTable> => tenantOf(db, []);

type Condition = readonly [column: string, operator: '=' | 'in', value: unknown];

/** What all three builders have in common. */
interface Filtered {
  where(column: string, operator: string, value: unknown): Filtered;
}

function tenantOf<Tables extends ProjectTable>(
  db: Db,
  conditions: readonly Condition[],
): Tenant<Tables> {
  // With the name of the table, because joined tables have the same columns.
  const within = (query: unknown, table: string) =>
    conditions.reduce(
      (some, [column, operator, value]) =>
        some.where(`${table.split(' as ').at(-1)}.${column}`, operator, value),
      query as Filtered,
    );
  return {
    selectFrom: (table: ProjectTable) => within(db.selectFrom(table), table),
    updateTable: (table: ProjectTable) => within(db.updateTable(table), table),
    deleteFrom: (table: ProjectTable) => within(db.deleteFrom(table), table),
  } as unknown as Tenant<Tables>;
}
