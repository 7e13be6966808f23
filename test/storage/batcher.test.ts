// The batcher: what arrives together commits together, and each caller gets the answer of its own operation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BatcherClosed,
  createBatcher,
  createReads,
  type Settled,
} from '../../src/storage/batcher.ts';

/** Runs are held until they are let go, and each run is written down. */
function recorder<Operation, Result>(answer: (operation: Operation) => Result) {
  const runs: Operation[][] = [];
  const held: PromiseWithResolvers<void>[] = [];
  let holding = false;
  return {
    runs,
    hold(): void {
      holding = true;
    },
    letGo(): void {
      holding = false;
      for (const each of held.splice(0)) each.resolve();
    },
    async run(operations: readonly Operation[]): Promise<Settled<Result>[]> {
      runs.push([...operations]);
      if (holding) {
        const gate = Promise.withResolvers<void>();
        held.push(gate);
        await gate.promise;
      }
      return operations.map((operation) => ({ value: answer(operation) }));
    },
  };
}

describe('batcher', () => {
  test('operations of different groups never share a batch, and keep their order within one', async () => {
    const { run, runs } = recorder((text: string) => text.toUpperCase());
    const batcher = createBatcher({
      name: 'test',
      maxSize: 2,
      run,
      groupOf: (text: string) => text[0],
    });
    const results = Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map(batcher.submit));
    assert.deepEqual(await results, ['A1', 'B1', 'A2', 'A3', 'B2']);
    assert.deepEqual(runs, [['a1', 'a2'], ['b1', 'b2'], ['a3']]);
  });

  test('operations of one moment are one batch, in their order, each with its own result', async () => {
    const { run, runs } = recorder((text: string) => text.toUpperCase());
    const batcher = createBatcher({ name: 'test', maxSize: 100, run });
    const results = await Promise.all(['a', 'b', 'c'].map(batcher.submit));
    assert.deepEqual(results, ['A', 'B', 'C']);
    assert.deepEqual(runs, [['a', 'b', 'c']]);
  });

  test('who asks what is queued learns when that has its results, not what came later', async () => {
    const finished: string[] = [];
    const { run } = recorder((text: string) => text);
    const batcher = createBatcher({ name: 'test', maxSize: 2, run, groupOf: (text) => text[0] });
    await batcher.queued();
    const submit = (text: string) => batcher.submit(text).then(() => finished.push(text));
    const results = ['a1', 'b1', 'a2'].map(submit);
    const asked = [batcher.queued(), batcher.queued()];
    const later = ['a3', 'b2'].map(submit);
    await Promise.all(asked);
    assert.deepEqual(finished, ['a1', 'a2']);
    await Promise.all([...results, ...later]);
    assert.deepEqual(finished, ['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  test('what arrives during a batch waits for the next, and order is kept', async () => {
    const recording = recorder((number: number) => number * 10);
    const batcher = createBatcher({ name: 'test', maxSize: 100, run: recording.run });
    recording.hold();
    const first = [1, 2].map(batcher.submit);
    await new Promise(setImmediate);
    const second = [3, 4, 5].map(batcher.submit);
    await new Promise(setImmediate);
    assert.deepEqual(recording.runs, [[1, 2]]);
    recording.letGo();
    assert.deepEqual(await Promise.all([...first, ...second]), [10, 20, 30, 40, 50]);
    assert.deepEqual(recording.runs, [
      [1, 2],
      [3, 4, 5],
    ]);
  });

  test('reads: two batches may be under way, what arrives meanwhile waits for either', async () => {
    const begun: string[][] = [];
    const ends: (() => void)[] = [];
    const reads = createReads<string, string>({
      name: 'test',
      maxSize: 2,
      async read(names) {
        begun.push([...names]);
        await new Promise<void>((resolve) => ends.push(resolve));
        return names.map((name) => name.toUpperCase());
      },
    });
    const results = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(reads.submit));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.deepEqual(begun, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    ends[1]?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun.slice(2), [['e', 'f']]);
    for (const end of ends) end();
    assert.deepEqual(await results, ['A', 'B', 'C', 'D', 'E', 'F']);
    await reads.close();
    await assert.rejects(reads.submit('g'), BatcherClosed);
  });

  test('a batch is no larger than allowed, and its size is told', async () => {
    const { run, runs } = recorder((number: number) => number);
    const sizes: number[] = [];
    const batcher = createBatcher({
      name: 'test',
      maxSize: 4,
      run,
      onBatch: (size) => void sizes.push(size),
    });
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    assert.deepEqual(await Promise.all(numbers.map(batcher.submit)), numbers);
    assert.deepEqual(sizes, [4, 4, 2]);
    assert.deepEqual(runs.flat(), numbers);
  });

  test('a result can be an error: only its caller gets it', async () => {
    const refusal = new Error('no');
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 100,
      run: async (operations) =>
        operations.map((text) => (text === 'bad' ? { error: refusal } : { value: text })),
    });
    const settled = await Promise.allSettled(['a', 'bad', 'b'].map(batcher.submit));
    assert.deepEqual(settled, [
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 'b' },
    ]);
  });

  test('one that spoils the transaction does not fail its neighbours', async () => {
    const poison = new Error('the database refuses this one');
    const committed: string[] = [];
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 100,
      async run(operations) {
        if (operations.includes('bad')) throw poison;
        committed.push(...operations);
        return operations.map((value) => ({ value }));
      },
    });
    const settled = await Promise.allSettled(['a', 'bad', 'b'].map(batcher.submit));
    assert.deepEqual(
      settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)),
      ['a', poison, 'b'],
    );
    assert.deepEqual(committed, ['a', 'b']);
  });

  test('when the outcome is unknown nothing is tried again', async () => {
    const lost = new Error('the connection is gone');
    let runs = 0;
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 100,
      isOutcomeUnknown: (error) => error === lost,
      async run() {
        runs += 1;
        throw lost;
      },
    });
    const settled = await Promise.allSettled(['a', 'b'].map(batcher.submit));
    assert.deepEqual(settled, [
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    assert.equal(runs, 1);
  });

  test('a batch that fails leaves the next one alone', async () => {
    let isFirst = true;
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 1,
      async run([value = '']) {
        if (isFirst) {
          isFirst = false;
          throw new Error('once');
        }
        return [{ value }];
      },
    });
    const settled = await Promise.allSettled(['a', 'b'].map(batcher.submit));
    assert.deepEqual(
      settled.map((each) => each.status),
      ['rejected', 'fulfilled'],
    );
  });

  test('an answer that is missing is an error, never silence', async () => {
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 100,
      run: async (operations) => operations.slice(1).map((value) => ({ value })),
    });
    const settled = await Promise.allSettled(['a', 'b'].map(batcher.submit));
    assert.equal(settled[1]?.status, 'rejected');
  });

  test('closing flushes what was submitted and takes nothing more', async () => {
    const recording = recorder((text: string) => text);
    const batcher = createBatcher({ name: 'test', maxSize: 1, run: recording.run });
    recording.hold();
    const submitted = ['a', 'b', 'c'].map(batcher.submit);
    await new Promise(setImmediate);
    const closing = batcher.close();
    await assert.rejects(batcher.submit('late'), BatcherClosed);
    recording.letGo();
    await closing;
    assert.deepEqual(recording.runs, [['a'], ['b'], ['c']]);
    assert.deepEqual(await Promise.all(submitted), ['a', 'b', 'c']);
  });

  test('closing an idle one is done at once', async () => {
    const { run, runs } = recorder((text: string) => text);
    await createBatcher({ name: 'test', maxSize: 1, run }).close();
    assert.deepEqual(runs, []);
  });

  test('a batch that hands over lets the next one begin, and still answers its own', async () => {
    const gates: PromiseWithResolvers<void>[] = [];
    const runs: string[][] = [];
    const batcher = createBatcher<string, string>({
      name: 'test',
      maxSize: 100,
      async run(operations, handOver) {
        runs.push([...operations]);
        handOver();
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return operations.map((each) => ({ value: each.toUpperCase() }));
      },
    });
    const answered: string[] = [];
    const submit = async (text: string) => answered.push(await batcher.submit(text));
    const first = submit('a');
    await turn();
    const second = submit('b');
    await turn();
    assert.deepEqual([runs, answered], [[['a'], ['b']], []]);
    gates[1]?.resolve();
    await second;
    assert.deepEqual(answered, ['B']);
    const closed = batcher.close();
    gates[0]?.resolve();
    await Promise.all([first, closed]);
    assert.deepEqual(answered, ['B', 'A']);
  });
});

/** Everything that is due now has happened. */
const turn = async (): Promise<void> => {
  for (let count = 0; count < 3; count += 1) await new Promise((done) => setImmediate(done));
};
