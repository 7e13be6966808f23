// How a database would carry out a statement, as text.
import { query } from '../../../src/storage/rows.ts';
import type { Gate } from '../../support/harness.ts';

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export async function planOf(
  { kind, service }: Gate,
  table: string,
  { text, parameters }: Statement,
): Promise<string> {
  const { db } = service.desk.storage;
  if (kind === 'postgres') await query(db, `analyze ${table}`, []);
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  const lines = await query<Record<string, unknown>>(db, `${explain} ${text}`, parameters);
  return lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n');
}
