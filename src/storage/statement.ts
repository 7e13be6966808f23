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

export interface StatementOptions {
  /** Prepares the statement, which must name its columns. For hot statements. */
  readonly constant?: true;
}

/**
 * `build` runs once per kind of database. Constants in it, such as a state, become
 * part of the text, so that partial indexes match.
 */
export function statement<Values, Row>(
  build: (db: Db, $: Params<Values>) => Compilable<Row>,
  options: StatementOptions = {},
): TypedStatement<Values, Row> {
  let sqlite: Template | undefined;
  let postgres: Template | undefined;

  function templateFor(db: Queryable, values: NamedValues): Template {
    if (!isPostgres(db)) {
      sqlite ??= templateOf(build(SQLITE, params(values)).compile(), options, asJson);
      return sqlite;
    }
    if (postgres) return postgres;
    const template = templateOf(build(POSTGRES, params(values)).compile(), options, asArray);
    // An empty list does not reveal its item type; a later call will.
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
  parameters: placeholders.map(({ name, itemType }) =>
    itemType ? printList(values[name] as readonly unknown[]) : values[name],
  ),
});

function templateOf(
  compiled: CompiledQuery,
  { constant }: StatementOptions,
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

/** Placeholder for a value of the call. */
class Placeholder {
  readonly name: string;
  /** For a list, the first item of the first call. */
  readonly itemType: string | undefined;

  constructor(name: string, itemType?: string) {
    this.name = name;
    this.itemType = itemType;
  }
}

const isEmptyList = ({ itemType }: Placeholder): boolean => itemType === 'undefined';

const params = <Values>(values: NamedValues): Params<Values> =>
  new Proxy({} as Params<Values>, {
    get(_target, name: string) {
      const value = values[name];
      const itemType = Array.isArray(value) ? typeof value[0] : undefined;
      return new ExpressionWrapper(ValueNode.create(new Placeholder(name, itemType)));
    },
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
      this.append(' = any(');
      this.appendValue(list);
      // Otherwise the server would use the type of the column, which may be too small for a value.
      if (list.itemType === 'number' || list.itemType === 'bigint') this.append('::bigint[]');
      this.append(')');
    } else super.visitBinaryOperation(node);
  }
}

const asArray = (values: readonly unknown[]): string[] => values.map(String);

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
