// What the calls of tracing cost while no traces are recorded: how often they run, and how long each takes.
import { Session } from 'node:inspector/promises';
import { currentSpan, onBehalfOfNobody } from '../src/base/call-context.ts';
import { beginSpan, inSpan } from '../src/base/span.ts';
import { continueTrace } from '../src/base/trace.ts';
import { median } from './median.ts';

const FILES = /\/src\/base\/(call-context|span|trace)\.ts$/;
/** What a process of the bench is asked for them. */
export const TRACE_CALLS = 'trace calls';

const TIMES = 5;
const CALLS = 1_000_000;
const NS_PER_MS = 1_000_000;

/** How often each function of tracing has run, by its name. */
export type TraceCalls = Readonly<Record<string, number>>;

let session: Session | undefined;

/** In this process since the question before, as V8 counts them from the first question on. */
export async function takeTraceCalls(): Promise<TraceCalls> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => FILES.test(url)).flatMap((each) => each.functions);
  return Object.fromEntries(
    functions.map(({ functionName, ranges }) => [functionName, ranges[0]?.count ?? 0]),
  );
}

const DONE = Promise.resolve();
const work = (): Promise<void> => DONE;

/** In microseconds. The trace id that continueTrace makes is also for logs and webhooks, and counts nevertheless. */
export function costOfCalls(calls: TraceCalls): number {
  const { currentSpan: looks = 0, inSpan: spans = 0, beginSpan: begun = 0 } = calls;
  const trace = continueTrace(undefined);
  const costs = [
    // It looks for itself.
    [spans, timeOf(() => inSpan('work', 'internal', work)) - timeOf(work)],
    [looks - spans, timeOf(currentSpan)],
    [begun, timeOf(() => beginSpan(undefined, trace, 'work', 'client'))],
    [calls.continueTrace ?? 0, timeOf(() => continueTrace(undefined))],
  ] as const;
  return costs.reduce((sum, [count, ns]) => sum + (count * ns) / 1_000, 0);
}

/** In nanoseconds, with nothing known of the call but that it is one. */
function timeOf(call: () => unknown): number {
  return onBehalfOfNobody(() =>
    median(
      Array.from({ length: TIMES }, () => {
        const started = performance.now();
        for (let count = 0; count < CALLS; count += 1) call();
        return ((performance.now() - started) * NS_PER_MS) / CALLS;
      }),
    ),
  );
}
