// Durable jobs: tried again until done, taken over after a crash, each done by one of many processes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createJobs,
  enqueueJobs,
  findJob,
  hurryFailed,
  JOBS_CHANGED,
  type Job,
  type JobHandler,
  type JobOutcome,
  renewJob,
} from '../../src/background/jobs.ts';
import { createLog } from '../../src/start/log.ts';
import { type Gate, suite } from '../support/harness.ts';

const MINUTE = 60_000;

/** A worker on the gate's database that notes what it was given. */
function hire(gate: Gate, kind: string, work: (job: Job) => JobOutcome | Promise<JobOutcome>) {
  const seen: Job[] = [];
  const handler: JobHandler = async (job) => {
    seen.push(job);
    return work(job);
  };
  const jobs = createJobs({
    storage: gate.service.context.storage,
    clock: () => gate.now,
    log: createLog('silent'),
    handlers: { [kind]: handler },
  });
  return { jobs, seen };
}

const enqueue = (gate: Gate, kind: string, ...ids: string[]): Promise<void> =>
  enqueueJobs(
    gate.service.context.storage.db,
    ids.map((id) => ({ appid: 'app', gameIndex: 1, kind, id, payload: { for: id } })),
    gate.now,
  );

const rowOf = (gate: Gate, id: string) =>
  gate.service.context.storage.db
    .selectFrom('job')
    .selectAll()
    .where('appid', '=', 'app')
    .where('job_id', '=', id)
    .executeTakeFirst();

suite('jobs', (gate) => {
  test('a job is done with what it was given, and is gone', async () => {
    await enqueue(gate, 'once', 'once-1');
    const { jobs, seen } = hire(gate, 'once', () => 'done');
    await jobs.turn();
    await jobs.turn();
    assert.deepEqual(seen, [
      {
        appid: 'app',
        gameIndex: 1,
        id: 'once-1',
        payload: { for: 'once-1' },
        createdAt: gate.now,
        attempts: 0,
      },
    ]);
    assert.equal(await rowOf(gate, 'once-1'), undefined);
  });

  test('the same job twice is one job', async () => {
    await enqueue(gate, 'same', 'same-1');
    await enqueue(gate, 'same', 'same-1');
    const { jobs, seen } = hire(gate, 'same', () => 'done');
    await jobs.turn();
    assert.equal(seen.length, 1);
  });

  test('a job that is done hands over to the next in one transaction; whoever lost the lease hands over nothing', async () => {
    const next = { appid: 'app', gameIndex: 1, kind: 'second', id: 'second-1', payload: {} };
    await enqueue(gate, 'first', 'first-1');
    const late = hire(gate, 'first', async () => {
      gate.now += 2 * MINUTE;
      await hire(gate, 'first', () => 'done').jobs.turn();
      return { next };
    });
    await late.jobs.turn();
    assert.deepEqual(
      [await rowOf(gate, 'first-1'), await rowOf(gate, 'second-1')],
      [undefined, undefined],
    );
    await enqueue(gate, 'first', 'first-1');
    await hire(gate, 'first', () => ({ next })).jobs.turn();
    assert.equal(await rowOf(gate, 'first-1'), undefined);
    const { jobs, seen } = hire(gate, 'second', () => 'done');
    await jobs.turn();
    assert.deepEqual(
      seen.map(({ id, createdAt }) => [id, createdAt]),
      [['second-1', gate.now]],
    );
  });

  test('a failed job is tried again later, and later still', async () => {
    await enqueue(gate, 'again', 'again-1');
    let outcome: JobOutcome = { retry: 'the market is away' };
    const { jobs, seen } = hire(gate, 'again', () => outcome);
    await jobs.turn();
    await jobs.turn();
    assert.equal(seen.length, 1, 'not before its time');
    const row = await rowOf(gate, 'again-1');
    assert.equal(row?.last_error, 'the market is away');
    assert.equal(row?.attempts, 1);
    const wait = (row?.due_at ?? 0) - gate.now;
    assert.ok(wait >= 4_000 && wait <= 6_000, `after ${wait} ms`);

    gate.now += 6_000;
    await jobs.turn();
    assert.equal(seen[1]?.attempts, 1);
    const later = ((await rowOf(gate, 'again-1'))?.due_at ?? 0) - gate.now;
    assert.ok(later >= 24_000 && later <= 36_000, `after ${later} ms`);

    outcome = 'done';
    gate.now += 36_000;
    await jobs.turn();
    assert.equal(seen.length, 3);
    assert.equal(await rowOf(gate, 'again-1'), undefined);
  });

  test('the wait grows to an hour and no further', async () => {
    await enqueue(gate, 'long', 'long-1');
    const { jobs } = hire(gate, 'long', () => ({ retry: 'no' }));
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await jobs.turn();
      gate.now = (await rowOf(gate, 'long-1'))?.due_at ?? 0;
    }
    await jobs.turn();
    const wait = ((await rowOf(gate, 'long-1'))?.due_at ?? 0) - gate.now;
    assert.ok(wait >= 48 * MINUTE && wait <= 72 * MINUTE, `after ${wait} ms`);
  });

  test('what has failed is hurried; what waits for its time, or is under way, is not', async () => {
    const { db } = gate.service.context.storage;
    const hurry = (appid = 'app') => hurryFailed(db, { appid, gameIndex: 1, now: gate.now });
    const dueIn = async (id: string) => ((await rowOf(gate, id))?.due_at ?? 0) - gate.now;
    await enqueue(gate, 'fails', 'fails-1');
    await enqueue(gate, 'waits', 'waits-1');
    await hire(gate, 'fails', () => ({ retry: 'no settings' })).jobs.turn();
    await hire(gate, 'waits', () => ({ againInMs: MINUTE })).jobs.turn();
    await hurry('another');
    assert.notEqual(await dueIn('fails-1'), 0, 'of another app');
    await hurry();
    assert.deepEqual([await dueIn('fails-1'), await dueIn('waits-1')], [0, MINUTE]);
    const { jobs, seen } = hire(gate, 'fails', async () => {
      await hurry();
      assert.ok((await dueIn('fails-1')) > 0, 'whoever works on it keeps it');
      return 'done' as const;
    });
    await jobs.turn();
    assert.deepEqual([seen.length, await rowOf(gate, 'fails-1')], [1, undefined]);
  });

  test('a job that throws is tried again', async () => {
    await enqueue(gate, 'throws', 'throws-1');
    const { jobs } = hire(gate, 'throws', () => {
      throw new Error('a mistake of ours');
    });
    await jobs.turn();
    assert.equal((await rowOf(gate, 'throws-1'))?.last_error, 'a mistake of ours');
  });

  test('a job that is given up is kept for people to see, and not tried again', async () => {
    await enqueue(gate, 'hopeless', 'hopeless-1');
    const { jobs, seen } = hire(gate, 'hopeless', () => ({ giveUp: 'too late' }));
    await jobs.turn();
    gate.now += 24 * 60 * MINUTE;
    await jobs.turn();
    assert.equal(seen.length, 1);
    const row = await rowOf(gate, 'hopeless-1');
    assert.equal(row?.due_at, null);
    assert.equal(row?.last_error, 'too late');
  });

  test('a job of a process that died is taken over when its lease ends', async () => {
    await enqueue(gate, 'orphan', 'orphan-1');
    // This one takes the job and is never heard of again.
    const taken = Promise.withResolvers<void>();
    const dead = hire(gate, 'orphan', () => {
      taken.resolve();
      return new Promise(() => {});
    });
    void dead.jobs.turn();
    await taken.promise;
    const heir = hire(gate, 'orphan', () => 'done');
    await heir.jobs.turn();
    assert.equal(heir.seen.length, 0, 'while the lease runs');
    gate.now += MINUTE;
    await heir.jobs.turn();
    assert.equal(heir.seen.length, 1);
    assert.equal(await rowOf(gate, 'orphan-1'), undefined);
  });

  for (const [name, outcome] of [
    ['ends', 'done'],
    ['puts off', { againInMs: 0 }],
    ['gives up', { giveUp: 'too late' }],
  ] as const) {
    test(`whoever lost the lease ${name} nothing any more`, async () => {
      const id = `late-${name}`;
      await enqueue(gate, name, id);
      const taken = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<JobOutcome>();
      const slow = hire(gate, name, () => {
        taken.resolve();
        return answer.promise;
      });
      const turning = slow.jobs.turn();
      await taken.promise;
      gate.now += MINUTE;
      const other = hire(gate, name, () => ({ retry: 'still working on it' }));
      await other.jobs.turn();
      const row = await rowOf(gate, id);
      assert.equal(row?.last_error, 'still working on it');
      answer.resolve(outcome);
      await turning;
      assert.deepEqual(await rowOf(gate, id), row);
    });
  }

  test('a job that begins anew is that job alone, and the run of before settles nothing', async () => {
    const name = { game_index: 1, appid: 'app', job_id: 'anew-1' };
    const { db } = gate.service.context.storage;
    const others = [
      { ...name, job_id: 'anew-2' },
      { ...name, appid: 'other' },
    ];
    for (const { appid, job_id: id } of [name, ...others]) {
      const job = { appid, gameIndex: 1, kind: 'anew', id, payload: { of: appid } };
      await enqueueJobs(db, [job], gate.now);
    }
    const shown = async () =>
      (await Promise.all(others.map((each) => findJob(db, each)))).map((row) => [
        row?.job_id,
        row?.payload,
        row?.created_at,
      ]);
    const before = await shown();
    assert.deepEqual(before[1]?.[1], '{"of":"other"}');
    const { jobs } = hire(gate, 'anew', async ({ id, appid }) => {
      if (id !== name.job_id || appid !== name.appid) return { againInMs: -1 };
      gate.now += 1;
      await renewJob(db, { ...name, now: gate.now });
      return 'done';
    });
    const running = jobs.turn();
    await jobs.stop();
    await running;
    const renewed = await findJob(db, name);
    assert.deepEqual(
      [renewed?.payload, renewed?.created_at, renewed?.due_at, renewed?.attempts],
      ['{"of":"app"}', gate.now, gate.now, 0],
    );
    assert.deepEqual(await shown(), before);
  });

  test('the longest due begin, sixteen at a time', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `turn-${String(index).padStart(2, '0')}`);
    for (const id of ids.toReversed()) {
      await enqueue(gate, 'turn', id);
      gate.now -= 1;
    }
    gate.now += 20;
    const begun: string[] = [];
    const full = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<JobOutcome>();
    const { jobs } = hire(gate, 'turn', ({ id }) => {
      begun.push(id);
      if (begun.length === 16) full.resolve();
      return answer.promise;
    });
    const turning = jobs.turn();
    await full.promise;
    // Whoever else would have been taken with them would begin by now.
    for (const id of ids) await rowOf(gate, id);
    assert.deepEqual(begun.toSorted(), ids.slice(0, 16));
    answer.resolve('done');
    await turning;
    assert.equal(begun.length, 20);
  });

  test('of several workers each job is done by one', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `shared-${index}`);
    await enqueue(gate, 'shared', ...ids);
    const workers = Array.from({ length: 4 }, () => hire(gate, 'shared', () => 'done'));
    await Promise.all(workers.map(({ jobs }) => jobs.turn()));
    const done = workers.flatMap(({ seen }) => seen.map(({ id }) => id));
    assert.deepEqual(done.sort(), ids.sort());
  });

  test('a job of an unknown kind waits', async () => {
    await enqueue(gate, 'unknown', 'unknown-1');
    const { jobs, seen } = hire(gate, 'other', () => 'done');
    await jobs.turn();
    assert.equal(seen.length, 0);
    assert.ok(await rowOf(gate, 'unknown-1'));
  });

  test('a running worker hears of a new job at once', async () => {
    const done = Promise.withResolvers<Job>();
    const { jobs } = hire(gate, 'heard', (job) => {
      done.resolve(job);
      return 'done';
    });
    jobs.start();
    await enqueue(gate, 'heard', 'heard-1');
    gate.service.context.storage.signals.emit(JOBS_CHANGED);
    assert.equal((await done.promise).id, 'heard-1');
    await jobs.stop();
  });
});
