// A reporter for test.ts: prints each test file that passed with no test of it skipped.
import type { TestEvent } from 'node:test/reporters';

/** The processes' events come mixed; those of a process come in their order. */
// biome-ignore lint/style/noDefaultExport: so Node finds a reporter
export default async function* passed(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Set<string | undefined>();
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined) skipped.add(data.file);
    if (data.nesting > 0) continue;
    if (type === 'test:pass' && !skipped.has(data.file)) yield `${data.name}\n`;
    skipped.delete(data.file);
  }
}
