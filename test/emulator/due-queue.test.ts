// The due queue: whatever is added, it comes out in time order and never early.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDueQueue } from '../../emulator/due-queue.ts';

function takeAll(queue: ReturnType<typeof createDueQueue<number>>, now: number): number[] {
  const taken: number[] = [];
  for (let due = queue.takeDue(now); due; due = queue.takeDue(now)) taken.push(due.at);
  return taken;
}

test('entries come out earliest first, and only once they are due', () => {
  const time = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(fc.array(time), fc.array(time), time, (first, second, middle) => {
      const queue = createDueQueue<number>();
      for (const at of first) queue.add(at, at);
      const early = takeAll(queue, middle);
      for (const at of second) queue.add(at, at);
      const late = takeAll(queue, 1000);

      const ascending = (times: number[]) => times.toSorted((a, b) => a - b);
      assert.deepEqual(early, ascending(first.filter((at) => at <= middle)));
      assert.deepEqual(late, ascending([...first.filter((at) => at > middle), ...second]));
    }),
  );
});

test('a cleared queue has nothing due', () => {
  const queue = createDueQueue<string>();
  queue.add(1, 'event');
  queue.clear();
  assert.equal(queue.takeDue(2), undefined);
});
