// How a database would carry out a statement, as text.
import { query } from '../../src/storage/rows.ts';
import type { Gate } from '../support/harness.ts';

type Statement = ({ readonly text: string } | { readonly sql: string }) & {
  readonly parameters: readonly unknown[];
};

export async function planOf(
  { kind, service }: Gate,
  table: string,
  statement: Statement,
): Promise<string> {
  const text = 'text' in statement ? statement.text : statement.sql;
  const { db } = service.context.storage;
  if (kind === 'postgres') await query(db, `analyze ${table}`, []);
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  const lines = await query<Record<string, unknown>>(
    db,
    `${explain} ${text}`,
    statement.parameters,
  );
  return lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n');
}
