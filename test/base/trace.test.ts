// traceparent (W3C Trace Context): a valid one is continued, anything else is ignored and a new trace begins.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { continueTrace } from '../../src/base/trace.ts';
import { captureLog } from '../http/log-lines.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traceparent', () => {
  test('a valid one is continued with a span of our own', () => {
    for (const [header, flags] of [
      [`00-${TRACE}-${PARENT}-01`, '01'],
      [`00-${TRACE}-${PARENT}-00`, '00'],
      [`01-${TRACE}-${PARENT}-01-more`, '01'],
    ]) {
      const { traceId, traceparent } = continueTrace(header);
      assert.equal(traceId, TRACE);
      assert.match(traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-${flags}$`));
      assert.ok(!traceparent.includes(PARENT));
    }
  });

  const invalid = [
    undefined,
    '',
    'nonsense',
    TRACE,
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-1`,
    ` 00-${TRACE}-${PARENT}-01`,
  ];
  test('an invalid one is ignored', () => {
    const traces = new Set<string>();
    for (const header of invalid) {
      const { traceId, traceparent } = continueTrace(header);
      assert.match(traceparent, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      assert.notEqual(traceId, TRACE);
      traces.add(traceId);
    }
    assert.equal(traces.size, invalid.length);
  });

  test('ids are not repeated in a long run', () => {
    const ids = Array.from({ length: 5_000 }, () => continueTrace(undefined).traceId);
    assert.equal(new Set(ids).size, ids.length);
  });
});

const captured = captureLog();

suite(
  'traceparent of a request',
  (gate) => {
    test('is in the log line; an invalid one is ignored and refuses nothing', async () => {
      for (const traceparent of [`00-${TRACE}-${PARENT}-01`, 'nonsense']) {
        captured.take();
        const answer = await gate.send('GET', '/health/live', undefined, { traceparent });
        assert.equal(answer.status, 200);
        const [line] = captured.take().lines;
        assert.match(line?.trace_id ?? '', /^[0-9a-f]{32}$/);
        assert.equal(line?.trace_id === TRACE, traceparent !== 'nonsense');
      }
    });
  },
  { kinds: EITHER, log: captured.log },
);
