// The database type of all modules: Kysely over our tables, or a transaction.
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
