// The worker loop: one turn at a time, none lost, on a timer that the turn may shorten.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pino from 'pino';
import { createWorker, type NextTurn, type WorkerOptions } from '../../src/background/worker.ts';
import { createSignals } from '../../src/storage/signals.ts';
import { handMovedTime, settled } from './hand-moved.ts';

const EVERY_MS = 5_000;

/** A worker whose turns are held until they are let go, on a clock that the test moves. */
function hire(options: Partial<WorkerOptions> = {}) {
  const { after, pass } = handMovedTime();
  const log: { readonly worker: string; readonly err: { readonly message: string } }[] = [];
  const held: PromiseWithResolvers<NextTurn | undefined>[] = [];
  const turns = { begun: 0, atOnce: 0, most: 0, stopping: undefined as AbortSignal | undefined };
  const worker = createWorker({
    name: 'hired',
    log: pino({ level: 'warn' }, { write: (line: string) => log.push(JSON.parse(line)) }),
    everyMs: EVERY_MS,
    async work(stopping) {
      turns.begun += 1;
      turns.atOnce += 1;
      turns.most = Math.max(turns.most, turns.atOnce);
      turns.stopping = stopping;
      const turn = Promise.withResolvers<NextTurn | undefined>();
      held.push(turn);
      try {
        return (await turn.promise) as NextTurn;
      } finally {
        turns.atOnce -= 1;
      }
    },
    after,
    ...options,
  });
  return {
    worker,
    turns,
    log,
    async end(next?: NextTurn): Promise<void> {
      await settled();
      held.shift()?.resolve(next);
      await settled();
    },
    async fail(): Promise<void> {
      await settled();
      held.shift()?.reject(new Error('no database'));
      await settled();
    },
    pass,
  };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  await settled();
  return (await Promise.race([promise, 'pending'])) === 'pending';
}

type Hired = ReturnType<typeof hire>;

const CASES: Readonly<Record<string, (hired: Hired) => Promise<void>>> = {
  async 'begins at once, and again after the interval'({ worker, turns, end, pass }) {
    worker.start();
    await settled();
    assert.equal(turns.begun, 1);
    await end();
    await pass(EVERY_MS - 1);
    assert.equal(turns.begun, 1);
    await pass(1);
    assert.equal(turns.begun, 2);
  },

  async 'a turn that outlasts the interval has no other beside it'({ worker, turns, end, pass }) {
    worker.start();
    await pass(3 * EVERY_MS);
    assert.equal(turns.begun, 1);
    await end();
    await pass(EVERY_MS);
    assert.equal(turns.begun, 2);
    assert.equal(turns.most, 1);
  },

  async 'woken during a turn, it takes one more, however often it was woken'(hired) {
    const { worker, turns, end, pass } = hired;
    worker.start();
    await settled();
    for (let time = 0; time < 3; time += 1) worker.wake();
    await end();
    assert.equal(turns.begun, 2);
    await end();
    await pass(EVERY_MS - 1);
    assert.equal(turns.begun, 2);
    assert.equal(turns.most, 1);
  },

  async 'woken while it sleeps, it begins at once and sleeps anew'({ worker, turns, end, pass }) {
    worker.start();
    await end();
    await pass(EVERY_MS - 1);
    worker.wake();
    await end();
    assert.equal(turns.begun, 2);
    await pass(EVERY_MS - 1);
    assert.equal(turns.begun, 2);
    await pass(1);
    assert.equal(turns.begun, 3);
  },

  async 'not started, it is not woken'({ worker, turns, pass }) {
    worker.wake();
    await pass(2 * EVERY_MS);
    assert.equal(turns.begun, 0);
  },

  async 'the turn says that the next one is due sooner'({ worker, turns, end, pass }) {
    worker.start();
    await end({ inMs: 700 });
    await pass(699);
    assert.equal(turns.begun, 1);
    await pass(1);
    assert.equal(turns.begun, 2);
    await end({ inMs: -5 });
    await pass(1);
    assert.equal(turns.begun, 3, 'overdue: at once');
  },

  async 'the turn cannot put the next one off beyond the interval'(hired) {
    const { worker, turns, end, pass } = hired;
    worker.start();
    await end({ inMs: Number.POSITIVE_INFINITY });
    await pass(EVERY_MS);
    assert.equal(turns.begun, 2);
  },

  async 'a failing turn is logged, and tried again'({ worker, turns, log, fail, pass }) {
    worker.start();
    await settled();
    worker.wake();
    await fail();
    assert.deepEqual(
      log.map(({ worker: name, err }) => [name, err.message]),
      [['hired', 'no database']],
    );
    assert.equal(turns.begun, 1, 'not at once, though it was woken');
    await pass(EVERY_MS);
    assert.equal(turns.begun, 2);
  },

  async 'whoever asks for a turn gets its failure, and the next one is as good as ever'(hired) {
    const { worker, turns, log, end, fail } = hired;
    const failed = worker.turn();
    await Promise.all([assert.rejects(failed, /^Error: no database$/), fail()]);
    const done = worker.turn();
    await Promise.all([done, end()]);
    assert.equal(turns.begun, 2);
    assert.deepEqual(log, []);
  },

  async 'whoever asks during a turn waits for one that began after'({ worker, turns, end }) {
    const first = worker.turn();
    await settled();
    const second = worker.turn();
    await end();
    assert.equal(turns.begun, 2);
    assert.ok(await isPending(second));
    await end();
    await Promise.all([first, second]);
    assert.equal(turns.begun, 2);
  },

  async 'a stop waits for the turn under way, which is told of it'({ worker, turns, end, pass }) {
    worker.start();
    await settled();
    worker.wake();
    const stopped = worker.stop();
    assert.equal(turns.stopping?.aborted, true);
    assert.ok(await isPending(stopped));
    await end();
    await stopped;
    worker.wake();
    await worker.turn();
    await pass(2 * EVERY_MS);
    assert.equal(turns.begun, 1);
  },

  async 'a stop does not mind that the turn under way fails'({ worker, fail }) {
    worker.start();
    await settled();
    await Promise.all([worker.stop(), fail()]);
  },

  async 'a stop right after the start begins nothing'({ worker, turns, pass }) {
    worker.start();
    await worker.stop();
    await pass(2 * EVERY_MS);
    assert.equal(turns.begun, 0);
  },

  async 'a stop between turns ends the sleep'({ worker, turns, end, pass }) {
    worker.start();
    await end();
    await worker.stop();
    await pass(2 * EVERY_MS);
    assert.equal(turns.begun, 1);
  },
};

describe('worker', () => {
  for (const [name, run] of Object.entries(CASES)) {
    test(name, () => run(hire()));
  }

  test('after a failure it may try again sooner than usual', async () => {
    const { worker, turns, fail, pass } = hire({ retryMs: 1_000 });
    worker.start();
    await fail();
    await pass(1_000);
    assert.equal(turns.begun, 2);
  });

  test('signals wake it', async () => {
    const signals = createSignals(() => {});
    const wakeOn = { signals, topics: { one: 0, other: 0 } };
    const { worker, turns, end } = hire({ wakeOn });
    signals.emit('one');
    await settled();
    assert.equal(turns.begun, 0, 'not before the start');
    worker.start();
    await end();
    for (const [topic, begun] of [
      ['one', 2],
      ['strange', 2],
      ['other', 3],
    ] as const) {
      signals.emit(topic);
      await end();
      assert.equal(turns.begun, begun, topic);
    }
  });

  test('signals that can wait are served together', async () => {
    const signals = createSignals(() => {});
    const wakeOn = { signals, topics: { soon: 700, now: 0 } };
    const { worker, turns, end, pass } = hire({ wakeOn });
    worker.start();
    await end();
    signals.emit('soon');
    await pass(600);
    signals.emit('soon');
    assert.equal(turns.begun, 1);
    await pass(100);
    assert.equal(turns.begun, 2);
    signals.emit('soon');
    await end();
    assert.equal(turns.begun, 2, 'not at once, though the signal came during a turn');
    await pass(700);
    assert.equal(turns.begun, 3);
    await end();
    signals.emit('soon');
    signals.emit('now');
    await end();
    assert.equal(turns.begun, 4);
    await pass(700);
    assert.equal(turns.begun, 4, 'the turn that came first has served both');
    await pass(EVERY_MS - 701);
    signals.emit('soon');
    await pass(1);
    assert.equal(turns.begun, 5, 'the usual turn is not put off');
    await end();
    signals.emit('soon');
    await worker.stop();
    await pass(700);
    assert.equal(turns.begun, 5);
  });
});
