// Spans: what a sampled trace passes through, and how long that takes.
import { currentSpan, within } from './call-context.ts';
import {
  type Attributes,
  childTrace,
  type Span,
  type SpanKind,
  type Trace,
  type Traces,
} from './trace.ts';

const now = (): number => performance.timeOrigin + performance.now();

/** Undefined where traces are not recorded, or this one is not. */
export function beginSpan(
  traces: Traces | undefined,
  trace: Trace,
  name: string,
  kind: SpanKind,
): Span | undefined {
  return traces && trace.isSampled ? open(traces, trace, name, kind) : undefined;
}

function open(traces: Traces, trace: Trace, name: string, kind: SpanKind): Span {
  const startedAt = now();
  let attributes: Attributes = {};
  let hasFailed = false;
  return {
    trace,
    traces,
    set(more) {
      attributes = { ...attributes, ...more };
    },
    fail() {
      hasFailed = true;
    },
    end: () =>
      traces.record({ ...trace, name, kind, startedAt, endedAt: now(), attributes, hasFailed }),
  };
}

/** Runs the work as a part of the current trace; without one, just runs it. */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  if (!parent) return work(undefined);
  const span = open(parent.traces, childTrace(parent.trace), name, kind);
  return inOpenSpan(span, () => work(span));
}

/** Runs the work as a trace, or part of a trace, that goes on here. */
export async function inOpenSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await within(span, work);
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
