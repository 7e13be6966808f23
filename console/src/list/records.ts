// Saved views as the admin API has them.
import type { Schema } from '../endpoint.ts';

export type View = Schema<'SavedView'>;
/** A list that has views. */
export type ListName = View['list'];
