// Sends spans to an OpenTelemetry collector by OTLP over HTTP, as JSON. Tracing never delays or fails a request:
// what cannot be sent in time is dropped and counted.
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { Agent, request } from 'undici';
import type { Attributes, EndedSpan, Sampler, SpanKind, Traces } from '../base/trace.ts';

export interface TraceSettings {
  /** Where spans are posted, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Name, version and environment of this service. */
  readonly resource: Attributes;
  readonly sampler: Sampler;
  /** How long spans wait for others; shorter in tests. */
  readonly sendAfterMs?: number;
}

export interface TraceExport extends Traces {
  counts(): { readonly sent: number; readonly dropped: number };
  /** Sends what is left. */
  close(): Promise<void>;
}

const MAX_WAITING = 8_192;
const MAX_BATCH = 512;
const SEND_AFTER_MS = 1_000;
const TIMEOUT_MS = 10_000;

export function exportTraces(settings: TraceSettings, log: Logger): TraceExport {
  const { sendAfterMs = SEND_AFTER_MS } = settings;
  const agent = new Agent({ allowH2: false });
  const headers = { ...settings.headers, 'content-type': 'application/json' };
  const waiting: EndedSpan[] = [];
  let sent = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      const problem = await post(batch);
      if (problem === undefined) sent += batch.length;
      else dropped += batch.length;
      report(problem);
    }
    sending = undefined;
  }

  async function post(batch: readonly EndedSpan[]): Promise<string | undefined> {
    try {
      const body = JSON.stringify(toOtlp(settings.resource, batch));
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const options = { dispatcher: agent, method: 'POST', headers, body, signal } as const;
      const response = await request(settings.url, options);
      await response.body.dump();
      return response.statusCode < 300 ? undefined : `HTTP status ${response.statusCode}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Once when it begins to fail, and once when it works again. */
  function report(problem: string | undefined): void {
    if (problem !== undefined && !isFailing)
      log.warn({ reason: problem }, 'traces are not accepted');
    if (problem === undefined && isFailing) log.warn('traces are accepted again');
    isFailing = problem !== undefined;
  }

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    // What the timer was for may have been sent with spans before it.
    if (waiting.length > 0) sending ??= sendAll();
  }

  return {
    sampler: settings.sampler,
    record(span) {
      if (waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= MAX_BATCH) begin();
      else timer ??= setTimeout(begin, sendAfterMs).unref();
    },
    counts: () => ({ sent, dropped }),
    async close() {
      begin();
      await sending;
      await agent.close();
    },
  };
}

export function measureTraces(registry: Registry, traces: TraceExport): void {
  new Counter({
    name: 'tollgate_spans_total',
    help: 'Spans of traces, by result: sent or dropped.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(traces.counts())) this.inc({ result }, count);
    },
  });
}

/** The numbers of OpenTelemetry. */
const KINDS: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  consumer: 5,
};
const STATUS_ERROR = 2;

const toOtlp = (resource: Attributes, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toKeyValues(resource) },
      scopeSpans: [{ scope: { name: 'tollgate' }, spans: spans.map(toOtlpSpan) }],
    },
  ],
});

const toOtlpSpan = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAt),
  endTimeUnixNano: toNanoseconds(span.endedAt),
  attributes: toKeyValues(span.attributes),
  ...(span.link && { links: [{ traceId: span.link.traceId, spanId: span.link.spanId }] }),
  status: span.hasFailed ? { code: STATUS_ERROR } : {},
});

/** As text: a double holds microseconds, not nanoseconds. */
const toNanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1_000)}000`;

const toKeyValues = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: toValue(value) },
  );

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
