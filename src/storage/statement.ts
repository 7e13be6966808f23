// Typed statements: built with Kysely once for each database, so that a call only fills the parameters in.

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

/** The rows; of a change without `returning`, how many rows it changed. */
type Result<Row> = [Row] extends [InsertResult | UpdateResult | DeleteResult]
  ? number
  : readonly Row[];

export interface TypedStatement<Values, Row> {
  (db: Queryable, values: Values): Promise<Result<Row>>;
  /** For at most one row, or where the first is enough. */
  first(db: Queryable, values: Values): Promise<Row | undefined>;
  /** What a call runs. */
  filled(db: Queryable, values: Values): Statement;
}

export interface StatementOptions {
  /** For the hottest ones: the server keeps the plan. They must name their columns. */
  readonly constant?: true;
}

/**
 * `build` runs once for each kind of database. Values that it names itself, such as a state, become
 * part of the text, so that partial indexes match.
 */
export function statement<Values, Row>(
  build: (db: Db, $: Params<Values>) => Compilable<Row>,
  options: StatementOptions = {},
): TypedStatement<Values, Row> {
  let sqlite: Template | undefined;
  let postgres: Template | undefined;

  function templateFor(db: Queryable): Template {
    if (isPostgres(db)) {
      postgres ??= templateOf(build(POSTGRES, params()).compile(), options, asArray);
      return postgres;
    }
    sqlite ??= templateOf(build(SQLITE, params()).compile(), options, asJson);
    return sqlite;
  }

  const filled = (db: Queryable, values: Values): Statement =>
    fill(templateFor(db), values as NamedValues);
  const run = (db: Queryable, values: Values) => db.executeQuery<Row>(filled(db, values));
  async function call(db: Queryable, values: Values): Promise<Result<Row>> {
    const { rows, numAffectedRows } = await run(db, values);
    return (templateFor(db).hasRows ? rows : Number(numAffectedRows)) as Result<Row>;
  }
  const first = async (db: Queryable, values: Values) => (await run(db, values)).rows[0];
  return Object.assign(call, { first, filled });
}

type NamedValues = Readonly<Record<string, unknown>>;

interface Template {
  readonly query: Statement;
  /** One for each parameter of the text, in their order. */
  readonly slots: readonly ((values: NamedValues) => unknown)[];
  readonly hasRows: boolean;
}

const fill = ({ query, slots }: Template, values: NamedValues): Statement => ({
  ...query,
  parameters: slots.map((slot) => slot(values)),
});

function templateOf(
  compiled: CompiledQuery,
  { constant }: StatementOptions,
  asList: (values: readonly unknown[]) => unknown,
): Template {
  const { query, sql } = compiled;
  // With `*`, a column that a newer program adds would spoil the plan.
  if (constant && /[\s.]\*/.test(sql)) throw new Error(`a constant statement with *: ${sql}`);
  const slots = (compiled.parameters as readonly Placeholder[]).map(({ name, isList }) =>
    isList
      ? (values: NamedValues) => asList(values[name] as readonly unknown[])
      : (values: NamedValues) => values[name],
  );
  const hasRows = query.kind === 'SelectQueryNode' || ('returning' in query && !!query.returning);
  return { query: constant ? { ...compiled, constant } : compiled, slots, hasRows };
}

/** Stands for a value that each call gives. */
class Placeholder {
  readonly name: string;
  readonly isList: boolean;

  constructor(name: string, isList = false) {
    this.name = name;
    this.isList = isList;
  }
}

const params = <Values>(): Params<Values> =>
  new Proxy({} as Params<Values>, {
    get: (_target, name: string) => new ExpressionWrapper(ValueNode.create(new Placeholder(name))),
  });

/** The list of `column in $.list`. */
function listOf({ operator, rightOperand: right }: BinaryOperationNode): Placeholder | undefined {
  const isIn = OperatorNode.is(operator) && operator.operator === 'in';
  if (!isIn || !ValueNode.is(right) || !(right.value instanceof Placeholder)) return undefined;
  return new Placeholder(right.value.name, true);
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

  /** The server takes the array's type from the column. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listOf(node);
    if (list) {
      this.visitNode(node.leftOperand);
      this.append(' = any(');
      this.appendValue(list);
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
