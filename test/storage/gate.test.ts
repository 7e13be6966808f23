// Downloads and figures yield: a caller waits for at most one page of them, and they never take all connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { isYielding, yielding } from '../../src/base/call-context.ts';
import { createBatcher } from '../../src/storage/batcher.ts';
import { createGate } from '../../src/storage/gate.ts';
import { suite } from '../support/harness.ts';

/** A gate whose time the test moves; what it lets in is named in `entered`. */
function openGate(limit: number) {
  let now = 1_000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const gate = createGate(limit, {
    now: () => now,
    after: (milliseconds, run) => void timers.push({ at: now + milliseconds, run }),
  });
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    gate,
    entered,
    ask(name: string) {
      void gate.enterYielding().then((left) => {
        entered.push(name);
        leave.set(name, left);
      });
    },
    leave: (name: string) => leave.get(name)?.(),
    async pass(milliseconds: number) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('without callers, what yields goes on at once, so many at a time', async () => {
  const { ask, leave, entered, pass } = openGate(2);
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(0);
  assert.deepEqual(entered, ['a', 'b']);
  leave('a');
  await pass(0);
  assert.deepEqual(entered, ['a', 'b', 'c']);
});

test('beside callers, one page is read every 25 ms', async () => {
  const { gate, ask, leave, entered, pass } = openGate(1);
  const done = gate.enter();
  for (const name of ['a', 'b', 'c']) ask(name);
  await pass(0);
  leave('a');
  await pass(24);
  assert.deepEqual(entered, ['a']);
  await pass(1);
  assert.deepEqual(entered, ['a', 'b']);
  done();
  leave('b');
  await pass(24);
  assert.deepEqual(entered, ['a', 'b'], 'a caller who has just been there comes again');
  await pass(1);
  assert.deepEqual(entered, ['a', 'b', 'c']);
});

test('a quarter of a second after the last caller, what yields has no pace', async () => {
  const { gate, ask, leave, entered, pass } = openGate(1);
  gate.enter()();
  ask('a');
  await pass(250);
  leave('a');
  ask('b');
  await pass(0);
  assert.deepEqual(entered, ['a', 'b']);
});

test('a batch that work that yields has begun serves callers, so it does not yield', async () => {
  const seen: boolean[] = [];
  const batcher = createBatcher<number, number>({
    name: 'test',
    maxSize: 10,
    async run(numbers) {
      seen.push(isYielding());
      return numbers.map((value) => ({ value }));
    },
  });
  const own = yielding(() => batcher.submit(1));
  assert.deepEqual(await Promise.all([own, batcher.submit(2)]), [1, 2]);
  assert.deepEqual(seen, [false]);
});

suite(
  'statements that yield',
  (gate) => {
    test('a caller waits for one page, however many downloads wait', async () => {
      const { db } = gate.service.context.storage;
      const order: string[] = [];
      const ask = async (name: string) => {
        await sql`select 1`.execute(db);
        order.push(name);
      };
      const pages = yielding(() => ['a', 'b', 'c', 'd', 'e'].map(ask));
      await ask('caller');
      await Promise.all(pages);
      assert.ok(order.indexOf('caller') <= 1, String(order));
    });
  },
  { kinds: ['sqlite'] },
);

suite(
  'connections for what yields',
  (gate) => {
    test('are one of a pool of five, so that callers find the others', async () => {
      const { db } = gate.service.context.storage;
      let open = 0;
      let most = 0;
      const read = () =>
        db.transaction().execute(async (tx) => {
          open += 1;
          most = Math.max(most, open);
          await sql`select 1`.execute(tx);
          await sql`select 2`.execute(tx);
          open -= 1;
        });
      await Promise.all(yielding(() => Array.from({ length: 10 }, read)));
      assert.equal(most, 1);
    });
  },
  { kinds: ['postgres'] },
);
