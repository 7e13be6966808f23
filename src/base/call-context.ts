// What is known by the call and not passed along: whether the work yields to callers, and its span.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './trace.ts';

interface CallContext {
  readonly isYielding?: boolean;
  readonly span?: Span;
}

const known = new AsyncLocalStorage<CallContext>();
const NOTHING: CallContext = {};

/** For downloads and figures, however deep their statements are: the database serves callers first. */
export const yielding = <T>(work: () => T): T =>
  known.run({ ...known.getStore(), isYielding: true }, work);

/** For what serves everybody, whoever started it: batches and background work. */
export const onBehalfOfNobody = <T>(work: () => T): T => known.run(NOTHING, work);

export const isYielding = (): boolean => known.getStore()?.isYielding === true;

/** Everything that the work does belongs to this span. */
export const within = <T>(span: Span, work: () => T): T =>
  known.run({ ...known.getStore(), span }, work);

/** Undefined unless this is part of a sampled trace. */
export const currentSpan = (): Span | undefined => known.getStore()?.span;
