// Marks work that yields: the database serves callers first. It is known by the call, not passed along.
import { AsyncLocalStorage } from 'node:async_hooks';

const marked = new AsyncLocalStorage<boolean>();

/** For downloads and figures, however deep their statements are. */
export const yielding = <T>(work: () => T): T => marked.run(true, work);

/** For what serves everybody, whoever started it: batches and background work. */
export const unyielding = <T>(work: () => T): T => marked.run(false, work);

export const isYielding = (): boolean => marked.getStore() === true;
