// Typed statements: built with Kysely once per database, so that a call only fills in the parameters.

import {
  type AliasableExpression,
  type BinaryOperationNode,
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  DummyDriver,
  ExpressionWrapper,
  type InsertResult,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type UpdateResult,
  ValueNode,
} from 'kysely';
import type { Db } from './db.ts';
import type { Statement } from './driver.ts';
import { isPostgres, type Queryable } from './rows.ts';
import type { Schema } from './schema.ts';

/**
 * The parameters of a statement. A list is one parameter with any number of values, used as
 * `where('seq', 'in', $.numbers)`.
 */
export type Params<Values> = {
  readonly [Name in keyof Values]: AliasableExpression<
    Values[Name] extends readonly (infer Item)[] ? Item : Values[Name]
  >;
};

/** The rows, or the number of changed rows for a change without `returning`. */
type Result<Row> = [Row] extends [InsertResult | UpdateResult | DeleteResult]
  ? number
  : readonly Row[];

export interface TypedStatement<Values, Row> {
  (db: Queryable, values: Values): Promise<Result<Row>>;
  /** Returns the first row, if any. */
  first(db: Queryable, values: Values): Promise<Row | undefined>;
  /** The SQL of a call. */
  filled(db: Queryable, values: Values): Statement;
}

export interface StatementOptions<Values> {
  /** Prepares the statement, which must name its columns. For hot statements. */
  readonly constant?: true;
  /**
   * The list whose items PostgreSQL looks up one by one. Without statistics, as in the first minute of a
   * table, it would rather scan all rows of the app than look up a list.
   */
  readonly each?: keyof Values & string;
}

/**
 * `build` runs once per kind of database. Constants in it, such as a state, become
 * part of the text, so that partial indexes match.
 */
export function statement<Values, Row>(
  build: (db: Db, $: Params<Values>) => Compilable<Row>,
  { constant, each }: StatementOptions<Values> = {},
): TypedStatement<Values, Row> {
  let sqlite: Template | undefined;
  let postgres: Template | undefined;

  function templateFor(db: Queryable, values: NamedValues): Template {
    if (!isPostgres(db)) {
      sqlite ??= templateOf(build(SQLITE, params(values)).compile(), constant, asJson);
      return sqlite;
    }
    if (postgres) return postgres;
    // An empty list does not reveal its item type; a later call will.
    const joined = each && (values[each] as readonly unknown[]).length > 0 ? each : undefined;
    const compiled = build(POSTGRES, params(values, joined)).compile();
    const template = lookUpEach(templateOf(compiled, constant, asArray), joined, values);
    if (!template.placeholders.some(isEmptyList)) postgres = template;
    return template;
  }

  const filled = (db: Queryable, values: Values): Statement =>
    fill(templateFor(db, values as NamedValues), values as NamedValues);

  async function run(db: Queryable, values: Values): Promise<Result<Row>> {
    const template = templateFor(db, values as NamedValues);
    const result = await db.executeQuery<Row>(fill(template, values as NamedValues));
    return (template.hasRows ? result.rows : Number(result.numAffectedRows)) as Result<Row>;
  }

  async function first(db: Queryable, values: Values): Promise<Row | undefined> {
    const { rows } = await db.executeQuery<Row>(filled(db, values));
    return rows[0];
  }

  return Object.assign(run, { first, filled });
}

type NamedValues = Readonly<Record<string, unknown>>;

interface Template {
  readonly query: Statement;
  /** One for each parameter of the text, in order. */
  readonly placeholders: readonly Placeholder[];
  readonly printList: (values: readonly unknown[]) => unknown;
  readonly hasRows: boolean;
}

const fill = ({ query, placeholders, printList }: Template, values: NamedValues): Statement => ({
  ...query,
  parameters: placeholders.map(({ name, itemType, isJoined }) => {
    if (!itemType) return values[name];
    const list = values[name] as readonly unknown[];
    return isJoined ? asJsonOfText(list) : printList(list);
  }),
});

function templateOf(
  compiled: CompiledQuery,
  constant: true | undefined,
  printList: Template['printList'],
): Template {
  const { query, sql, parameters } = compiled;
  // With `*`, a column that a newer program adds would invalidate the plan.
  if (constant && /[\s.]\*/.test(sql)) throw new Error(`a constant statement with *: ${sql}`);
  return {
    query: constant ? { ...compiled, constant } : compiled,
    placeholders: parameters as readonly Placeholder[],
    printList,
    hasRows: query.kind === 'SelectQueryNode' || ('returning' in query && !!query.returning),
  };
}

/**
 * Joins the items of a list to the rows found for each. `offset 0` keeps the planner from reordering that. The list
 * is JSON, because the planner counts the items of an array: it would find each list shorter than it expects lists
 * to be, and plan every call anew.
 */
function lookUpEach(template: Template, name: string | undefined, values: NamedValues): Template {
  if (name === undefined) return template;
  const list = placeholderOf(name, values, name);
  const placeholders = [...template.placeholders, list];
  const sql = `select found.* from json_array_elements_text($${placeholders.length}) as wanted (item)
    cross join lateral (${template.query.sql} offset 0) as found`;
  return { ...template, placeholders, query: { ...template.query, sql } };
}

/** Placeholder for a value of the call. */
class Placeholder {
  readonly name: string;
  /** For a list, the first item of the first call. */
  readonly itemType: string | undefined;
  /** The list is joined, and this is one item of it. */
  readonly isJoined: boolean;

  constructor(name: string, itemType: string | undefined, isJoined: boolean) {
    this.name = name;
    this.itemType = itemType;
    this.isJoined = isJoined;
  }
}

function placeholderOf(name: string, values: NamedValues, joined?: string): Placeholder {
  const value = values[name];
  const itemType = Array.isArray(value) ? typeof value[0] : undefined;
  return new Placeholder(name, itemType, name === joined);
}

/** Otherwise the server would use the type of the column, which may be too small for a value. */
const isInteger = ({ itemType }: Placeholder): boolean =>
  itemType === 'number' || itemType === 'bigint';

const isEmptyList = ({ itemType }: Placeholder): boolean => itemType === 'undefined';

const params = <Values>(values: NamedValues, joined?: string): Params<Values> =>
  new Proxy({} as Params<Values>, {
    get: (_target, name: string) =>
      new ExpressionWrapper(ValueNode.create(placeholderOf(name, values, joined))),
  });

/** The list of `column in $.list`. */
function listOf({ operator, rightOperand: right }: BinaryOperationNode): Placeholder | undefined {
  const isIn = OperatorNode.is(operator) && operator.operator === 'in';
  if (!isIn || !ValueNode.is(right) || !(right.value instanceof Placeholder)) return undefined;
  return right.value;
}

class SqliteTemplateCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listOf(node);
    if (list) {
      this.visitNode(node.leftOperand);
      this.append(' in (select value from json_each(');
      this.appendValue(list);
      this.append('))');
    } else super.visitBinaryOperation(node);
  }
}

/** Integers as digits: exact, and faster than a replacer that looks at every value. */
const asJson = (values: readonly unknown[]): string =>
  typeof values[0] === 'string' ? JSON.stringify(values) : `[${values}]`;

class PostgresTemplateCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listOf(node);
    if (list) {
      this.visitNode(node.leftOperand);
      if (list.isJoined) {
        this.append(` = wanted.item::${isInteger(list) ? 'bigint' : 'text'}`);
        return;
      }
      this.append(' = any(');
      this.appendValue(list);
      if (isInteger(list)) this.append('::bigint[]');
      this.append(')');
    } else super.visitBinaryOperation(node);
  }
}

/** Each once, as in `in`, where the items are joined. */
const asArray = (values: readonly unknown[]): string[] => [...new Set(values.map(String))];

const asJsonOfText = (values: readonly unknown[]): string => JSON.stringify(asArray(values));

const SQLITE = new Kysely<Schema>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new SqliteTemplateCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
});

const POSTGRES = new Kysely<Schema>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresTemplateCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});
