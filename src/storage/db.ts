// The database as everybody sees it: Kysely over our tables, or a transaction of it.
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
