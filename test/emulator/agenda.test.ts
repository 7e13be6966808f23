// The agenda of due events: whatever is added, it comes out in time order and never early.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAgenda } from '../../emulator/agenda.ts';

function takeAll(agenda: ReturnType<typeof createAgenda<number>>, now: number): number[] {
  const taken: number[] = [];
  for (let due = agenda.takeDue(now); due; due = agenda.takeDue(now)) taken.push(due.at);
  return taken;
}

test('entries come out earliest first, and only once they are due', () => {
  const time = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(fc.array(time), fc.array(time), time, (first, second, middle) => {
      const agenda = createAgenda<number>();
      for (const at of first) agenda.add(at, at);
      const early = takeAll(agenda, middle);
      for (const at of second) agenda.add(at, at);
      const late = takeAll(agenda, 1000);

      const ascending = (times: number[]) => times.toSorted((a, b) => a - b);
      assert.deepEqual(early, ascending(first.filter((at) => at <= middle)));
      assert.deepEqual(late, ascending([...first.filter((at) => at > middle), ...second]));
    }),
  );
});

test('a cleared agenda has nothing due', () => {
  const agenda = createAgenda<string>();
  agenda.add(1, 'event');
  agenda.clear();
  assert.equal(agenda.takeDue(2), undefined);
});
