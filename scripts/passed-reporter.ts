// A reporter for test.ts: prints each test file that passed with no test of it skipped, except for want of a compiler.
import type { TestEvent } from 'node:test/reporters';

/** What is installed is as good as known for the day that something is kept (kept.ts). A browser is found by another way. */
const WANTS_COMPILER = /\b(is not installed|is older than \d+)\b/;

/** The runner reports one process after the other, and the tests of a file before the file. */
// biome-ignore lint/style/noDefaultExport: so Node finds a reporter
export default async function* passed(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let isSkipped = false;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    isSkipped ||= data.skip !== undefined && !WANTS_COMPILER.test(String(data.skip));
    if (data.nesting > 0) continue;
    if (type === 'test:pass' && !isSkipped) yield `${data.name}\n`;
    isSkipped = false;
  }
}
