// What the console's foundation reads of the admin API; each page names its own records.
import type { Schema } from './endpoint.ts';

export type Role = Schema<'Role'>;
export type Environment = Schema<'Environment'>;
export type Session = Schema<'Session'>;
export type Project = Schema<'Project'>;
export type App = Schema<'App'>;
