// Runs whole transactions in the thread that owns the file. Loaded with the first one.
import { Kysely } from 'kysely';
import type { Call, Procedure } from '../procedure.ts';
import type { Schema } from '../schema.ts';
import { sqliteDialect } from './dialect.ts';
import { answerOf, fileStatementOf, type SqliteFile } from './file.ts';

export function createRunner(file: SqliteFile): (call: Call) => Promise<unknown> {
  // Runs within one turn of the event loop, so a transaction ends before the next message.
  const db = new Kysely<Schema>({
    dialect: sqliteDialect({
      connect: async () => ({
        ask: async (statement) => answerOf(file.ask(fileStatementOf(statement))),
        release: () => {},
      }),
      close: async () => {},
    }),
  });
  return async ({ module, name, input }) => {
    const exports = (await import(module)) as Record<string, Procedure<unknown, unknown>>;
    const { work } = exports[name] as Procedure<unknown, unknown>;
    return db.transaction().execute((tx) => work(tx, input));
  };
}
