// Changes of statements that no test can notice, and why.
import type { Explained } from './explain.ts';

export const EXPLAINED_STATEMENTS: readonly Explained[] = [];
