// The statements of the outbox: each finds and changes what it names, among rows of other lanes and states.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as backlog from '../../src/outbox/backlog.ts';
import * as letters from '../../src/outbox/dead-letters.ts';
import { deliveryStatusOf } from '../../src/outbox/delivery-status.ts';
import { deliveriesOf } from '../../src/outbox/message-states.ts';
import * as outbox from '../../src/outbox/outbox.ts';
import * as attempts from '../../src/outbox/relay/attempts.ts';
import * as batches from '../../src/outbox/relay/batches.ts';
import * as lanes from '../../src/outbox/relay/lanes.ts';
import * as refused from '../../src/outbox/relay/refused.ts';
import * as sent from '../../src/outbox/relay/sent.ts';
import { acceptedRequests } from '../../src/outbox/replay/accepted.ts';
import * as steps from '../../src/outbox/replay/steps.ts';
import type { Channel } from '../../src/storage/schema.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

const AT = 1_000_000;
const PURCHASE = { channel: 'purchase' };

const queued = (but: Scene['but'] = []): Scene => ({
  table: 'outbox',
  row: { channel: 'restriction', subject: 's', payload: '{}', created_at: AT },
  key: (number) => ({ seq: 10 + number }),
  but: [PURCHASE, ...but],
  ofProject: true,
});

const batch = (row: Scene['row'], but: Scene['but'] = []): Scene => ({
  table: 'outbox_batch',
  row: {
    channel: 'restriction',
    first_seq: 10,
    last_seq: 12,
    url: 'http://a',
    body: '{}',
    message_count: 1,
    attempts: 0,
    created_at: AT,
    due_at: AT,
    subject: 's',
    died_at: row.state === 'dead' ? AT : null,
    ...row,
  },
  key: (number) => ({ batch_id: `batch-${number}` }),
  but: [PURCHASE, ...but],
  ofProject: true,
});
const DEAD = { state: 'dead', died_at: AT };
const OF_STATE = {
  pending: { state: 'pending' },
  refused: { state: 'refused' },
  dead: DEAD,
} as const;
const states = (but: keyof typeof OF_STATE) =>
  Object.entries(OF_STATE).flatMap(([state, row]) =>
    state === but ? [] : [{ died_at: null, ...row }],
  );

const attempt = (but: Scene['but'] = []): Scene => ({
  table: 'outbox_attempt',
  row: {
    channel: 'restriction',
    at: AT,
    first_seq: 10,
    batch_id: 'batch',
    message_count: 1,
    result: 'delivered',
    duration_ms: 1,
  },
  key: (number) => ({ number: 10 - number }),
  but,
  ofProject: true,
});

const request = (but: Scene['but'] = []): Scene => ({
  table: 'outbox_sent',
  row: {
    channel: 'restriction',
    first_seq: 10,
    last_seq: 12,
    sent_at: AT,
    url: 'http://a',
    body: sent.packBody('{}'),
  },
  key: (number) => ({ batch_id: `batch-${number}` }),
  but: [PURCHASE, ...but],
  ofProject: true,
});

const lane = (row: Scene['row'] = {}): Scene => ({
  table: 'outbox_lane',
  row: { due_at: AT, lease: null, paused: 0, ...row },
  key: (number) => ({ channel: number === 0 ? 'restriction' : 'purchase' }),
  but: [{}],
  ofProject: true,
});

const replay = (row: Scene['row'] = {}): Scene => ({
  table: 'outbox_replay',
  row: {
    channel: 'restriction',
    state: 'running',
    requests: 2,
    sent: 0,
    actor_kind: 'admin',
    actor: 'x',
    created_at: AT,
    ...row,
  },
  key: (number) => ({ replay_id: `replay-${number}` }),
  but: [{}],
  ofProject: true,
});

/** A request that a replay has still to send; another replay has the same. */
const asked = (): Scene => ({
  table: 'outbox_replay_request',
  row: { number: 1, batch_id: 'batch-0' },
  key: (number) => ({ replay_id: `replay-${number}` }),
  but: [{}],
  ofProject: true,
});

suite('statements of the outbox', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const own = () => ({ gameIndex: apps.app.gameIndex, channel: 'restriction' as Channel });
  const named = () => ({ game_index: apps.app.gameIndex, batch_id: 'batch-0' });
  const range = () => ({
    game_index: apps.app.gameIndex,
    channel: 'restriction' as Channel,
    first_seq: 10,
    last_seq: 10,
  });
  const clear = async (
    ...tables: ('outbox' | 'outbox_batch' | 'outbox_dead' | 'outbox_sent')[]
  ) => {
    for (const table of tables) await db().deleteFrom(table).execute();
  };

  test('the queue is read after a number, in order, and a batch is its range', async () => {
    const after = { afterSeq: 9, limit: 3 };
    await check.finds(queued([{ seq: 9 }]), () => batches.readQueue(db(), { ...own(), ...after }));
    await check.put(queued([{ seq: 13 }, { seq: 11 }, { seq: 12 }]));
    assert.deepEqual(
      (await batches.readQueue(db(), { ...own(), ...after })).map(({ seq }) => seq),
      [10, 11, 12],
    );
    const [few] = [await batches.rowsOfBatch(db(), { ...range(), last_seq: 12 })];
    assert.deepEqual(
      few.map(({ seq }) => seq),
      [10, 11, 12],
    );
    await check.finds(queued([{ seq: 9 }, { seq: 11 }]), () => batches.rowsOfBatch(db(), range()));
    await check.changes(queued([{ seq: 9 }, { seq: 11 }]), () => batches.removeRows(db(), range()));
  });

  test('the pending batch that comes first', async () => {
    await check.finds(batch({ state: 'pending' }, states('pending')), () =>
      batches.findPending(db(), own()),
    );
    await check.finds(batch({ state: 'pending', first_seq: 3 }, [{ first_seq: 4 }]), () =>
      batches.findPending(db(), own()),
    );
  });

  test('a batch fails, dies and is set apart with its own rows', async () => {
    const pending = batch({ state: 'pending' }, [{ first_seq: 11 }]);
    await check.changes(pending, () => batches.countFailure(db(), { ...named(), dueAt: 5 }));
    await check.changes(pending, () => batches.removeBatch(db(), named()));
    await clear('outbox');
    await check.changes(pending, () => refused.removeRefused(db(), named()));
    for (const move of ['bury', 'unqueued'] as const) {
      await clear('outbox', 'outbox_dead');
      await check.put(queued([{ seq: 13 }, { seq: 9 }, { seq: 11, subject: 't' }]));
      await check.put(pending);
      const [row] = await batches.findPending(db(), own());
      assert.ok(row);
      const whole = { ...row, first_seq: 10, last_seq: 11 };
      if (move === 'bury') await batches.buryBatch(db(), whole, AT);
      else await refused.takeOutOfQueue(db(), whole, AT);
      const rows = await db().selectFrom('outbox_dead').selectAll().orderBy('seq').execute();
      assert.deepEqual(
        rows.map(({ game_index, batch_id, seq }) => [game_index, batch_id, seq]),
        [
          [apps.app.gameIndex, 'batch-0', 10],
          [apps.app.gameIndex, 'batch-0', 11],
        ],
      );
      const left = await batches.readQueue(db(), { ...own(), afterSeq: 0, limit: 9 });
      assert.deepEqual(
        left.map(({ seq }) => seq),
        [9, 13],
      );
      const changed = await db()
        .selectFrom('outbox_batch')
        .select(['game_index', 'batch_id', 'subject'])
        .where('state', '<>', 'pending')
        .execute();
      const subject = move === 'bury' ? 's' : 't';
      assert.deepEqual(changed, [{ ...named(), subject }]);
    }
  });

  test('refused messages: the longest due, and those of a subject', async () => {
    await check.finds(batch({ state: 'refused' }, states('refused')), () =>
      refused.findRefused(db(), own()),
    );
    await check.finds(batch({ state: 'refused' }, [{ due_at: AT + 1 }]), () =>
      refused.findRefused(db(), own()),
    );
  });

  test('dead letters: of one lane, after a number, oldest first, by their id', async () => {
    const after = { afterSeq: 9, limit: 2 };
    const list = () => letters.listDeadLetters(db(), { ...own(), ...after });
    await check.finds(batch(DEAD, [...states('dead'), { first_seq: 9 }]), list);
    await check.put(batch(DEAD, [{ first_seq: 12 }, { first_seq: 11 }]));
    assert.deepEqual(
      (await list()).map(({ first_seq }) => first_seq),
      [10, 11],
    );
    await check.finds(batch(DEAD, [{}]), () => letters.readDeadLetter(db(), own(), 'batch-0'));
    await check.put(batch({ state: 'refused' }, [PURCHASE]));
    assert.equal(await letters.readDeadLetter(db(), own(), 'batch-0'), undefined, 'not dead');
    const purchases = { ...own(), channel: 'purchase' as const };
    await check.put(batch(DEAD));
    assert.equal(await letters.readDeadLetter(db(), purchases, 'batch-0'), undefined);
    const port = { superseded: async () => new Set<number>() } as never;
    assert.equal(await letters.replayDeadLetter(db(), port, purchases, 'batch-0', AT), undefined);
    await check.put(batch({ state: 'refused' }));
    assert.equal(await letters.replayDeadLetter(db(), port, own(), 'batch-0', AT), undefined);
    const dead: Scene = {
      table: 'outbox_dead',
      row: { subject: 's', payload: '{}', batch_id: 'batch-0' },
      key: () => ({ seq: 10 }),
      but: [{ batch_id: 'batch-1' }],
      ofProject: true,
    };
    await check.put(batch(DEAD, [{}]));
    await check.changes(dead, () => letters.replayDeadLetter(db(), port, own(), 'batch-0', AT));
    assert.deepEqual(
      (await db().selectFrom('outbox_batch').select(['game_index', 'batch_id']).execute())
        .filter(({ game_index }) => game_index === apps.app.gameIndex)
        .map(({ batch_id }) => batch_id)
        .sort(),
      ['batch-1', 'batch-2'],
    );
  });

  const FIRST = { channel: 'restriction', receiver: 'first' } as const;

  test('counts: waiting, refused and dead, of a lane and of all', async () => {
    await clear('outbox', 'outbox_batch');
    const counts = async () => {
      const state = await backlog.readLaneState(db(), own(), AT);
      return [state.waiting, state.refused, state.deadLetters, state.oldestAt];
    };
    const all = async () => [
      await backlog.countWaiting(db(), FIRST),
      await backlog.countRefused(db(), FIRST),
      await backlog.countDeadLetters(db(), FIRST),
      await backlog.oldestWaiting(db(), FIRST),
    ];
    assert.deepEqual(
      [await counts(), await all()],
      [
        [0, 0, 0, null],
        [0, 0, 0, null],
      ],
    );
    await check.put(
      queued([
        { seq: 20, created_at: AT - 5 },
        { ...PURCHASE, created_at: 1 },
      ]),
    );
    assert.deepEqual(
      [await counts(), await all()],
      [
        [2, 0, 0, AT],
        [3, 0, 0, AT],
      ],
    );
    await check.put({ ...queued(), but: [{ ...PURCHASE, seq: 1, created_at: 1 }] });
    assert.equal(await backlog.oldestWaiting(db(), FIRST), AT, 'of its own channel');
    await clear('outbox');
    await check.put(batch({ state: 'refused' }, states('refused')));
    assert.deepEqual(
      [await counts(), await all()],
      [
        [1, 1, 1, null],
        [2, 2, 1, null],
      ],
    );
    assert.equal(await backlog.countLettersOf(db(), own()), 1);
    await check.put(batch(DEAD, states('dead')));
    assert.deepEqual(
      [await counts(), await all()],
      [
        [1, 1, 1, null],
        [1, 1, 2, null],
      ],
    );
    assert.equal(await backlog.countLettersOf(db(), own()), 1);
    const letters = (await backlog.countAllLetters(db(), {})).filter(
      ({ channel }) => channel === 'restriction',
    );
    assert.deepEqual(
      letters.map(({ gameIndex, count }) => [gameIndex, count]).sort(),
      [apps.app.gameIndex, apps.abroad.gameIndex].map((each) => [each, 1]).sort(),
    );
    await check.put(lane({ due_at: AT + 7 }));
    assert.equal((await backlog.readLaneState(db(), own(), AT)).nextAttemptAt, AT + 7);
    await db()
      .deleteFrom('outbox_lane')
      .where('game_index', '=', apps.app.gameIndex)
      .where('channel', '=', 'restriction')
      .execute();
    await clear('outbox_batch');
    assert.equal((await backlog.readLaneState(db(), own(), AT)).nextAttemptAt, null);
  });

  test('where messages are by their numbers', async () => {
    await clear('outbox', 'outbox_batch');
    await check.put(queued([{ seq: 20 }]));
    let status = await deliveryStatusOf(db(), own(), [10, 11, 20]);
    assert.deepEqual([10, 11, 20].map(status), ['waiting', 'done', 'waiting']);
    status = await deliveryStatusOf(db(), { ...own(), channel: 'purchase' }, [10, 11]);
    assert.deepEqual([10, 11].map(status), ['done', 'waiting']);
    await clear('outbox');
    for (const [first_seq, last_seq, says] of [
      [10, 12, ['dead', 'dead', 'done']],
      [8, 10, ['dead', 'done', 'done']],
      [13, 14, ['done', 'done', 'dead']],
    ] as const) {
      await check.put(batch({ ...DEAD, first_seq, last_seq }));
      status = await deliveryStatusOf(db(), own(), [10, 12, 13]);
      assert.deepEqual([10, 12, 13].map(status), says);
    }
    await check.put(batch({ state: 'refused' }));
    assert.equal((await deliveryStatusOf(db(), own(), [10]))(10), 'done', 'not dead');
    await check.put(batch({ state: 'refused', ...PURCHASE }));
    assert.equal((await deliveryStatusOf(db(), own(), [10]))(10), 'done');
  });

  test('the outcome of a message: queued, refused or dead, by its own number', async () => {
    await clear('outbox', 'outbox_batch', 'outbox_sent', 'outbox_dead');
    const outcome = async (seq: number) =>
      (await deliveriesOf(db(), own(), [{ seq, at: AT }], () => true))[0]?.state;
    await check.put(queued());
    assert.deepEqual([await outcome(10), await outcome(11)], ['waiting', 'not_kept']);
    await clear('outbox');
    const apart: Scene = {
      table: 'outbox_dead',
      row: { subject: 's', payload: '{}', batch_id: 'batch-0' },
      key: () => ({ seq: 10 }),
      but: [{ batch_id: 'batch-9', seq: 9 }],
      ofProject: true,
    };
    await check.put(apart);
    for (const [row, says] of [
      [{ state: 'refused' }, ['refused', 'not_kept']],
      [{ ...DEAD, first_seq: 9, last_seq: 10 }, ['dead', 'not_kept']],
    ] as const) {
      await check.put(batch(row));
      assert.deepEqual([await outcome(10), await outcome(11)], says);
    }
    for (const row of [
      { ...DEAD, first_seq: 11 },
      { ...DEAD, first_seq: 9, last_seq: 9 },
      { ...DEAD, ...PURCHASE },
    ]) {
      await check.put({ ...batch(row), but: [] });
      assert.equal(await outcome(10), 'not_kept');
    }
  });

  test('attempts: newest first, page by page; of a batch the newest, oldest first', async () => {
    const other = { batch_id: 'other', channel: 'purchase' };
    await check.finds(attempt([other]), () => attempts.listAttempts(db(), own(), { limit: 9 }));
    await check.finds(attempt([{ batch_id: 'other' }]), () =>
      attempts.listAttempts(db(), own(), { limit: 9, batchId: 'batch' }),
    );
    const key = () => ({ gameIndex: apps.app.gameIndex, batchId: 'batch' });
    await check.finds(attempt([{ batch_id: 'other' }]), () =>
      attempts.attemptsOfBatch(db(), key()),
    );
    await check.put(
      attempt([{}, { at: AT + 1 }, { first_seq: 11, number: 1 }, { number: 10, batch_id: 'c' }]),
    );
    const rows = await attempts.listAttempts(db(), own(), { limit: 9 });
    const nameOf = (row: (typeof rows)[number]) => [
      row.at - AT,
      row.first_seq,
      row.number,
      row.batch_id,
    ];
    const names = [
      [1, 10, 8, 'batch'],
      [0, 11, 1, 'batch'],
      [0, 10, 10, 'c'],
      [0, 10, 10, 'batch'],
      [0, 10, 9, 'batch'],
    ];
    assert.deepEqual(rows.map(nameOf), names);
    for (const [index, after] of rows.entries()) {
      const next = await attempts.listAttempts(db(), own(), { limit: 1, after });
      assert.deepEqual(next.map(nameOf), names.slice(index + 1, index + 2));
    }
    const ofBatch = await attempts.attemptsOfBatch(db(), key());
    assert.deepEqual(
      ofBatch.map(({ at, number }) => [at - AT, number]),
      [
        [0, 1],
        [0, 9],
        [0, 10],
        [1, 8],
      ],
    );
  });

  test('requests that were sent: by id, around a number, and the oldest', async () => {
    const id = () => ({ gameIndex: apps.app.gameIndex, batchId: 'batch-0' });
    await check.finds(request([{}]), () => sent.findSent(db(), id()));
    await check.finds(request([{ last_seq: 11 }, { first_seq: 13, last_seq: 13 }]), () =>
      sent.sentAround(db(), own(), 12),
    );
    await check.finds(request([{ sent_at: AT + 1 }]), async () => {
      const oldest = await sent.findOldestSent(db(), own());
      assert.equal(oldest?.sent_at, AT);
      return [oldest];
    });
    await check.finds(
      { ...request([{ sent_at: AT + 1 }]), but: [{ ...PURCHASE, sent_at: AT - 1 }] },
      async () => {
        const oldest = await sent.findOldestSent(db(), own());
        assert.equal(oldest?.sent_at, AT);
        return [oldest];
      },
    );
    await db()
      .updateTable('outbox_sent')
      .set({ sent_at: AT - 1 })
      .where('game_index', '=', apps.abroad.gameIndex)
      .execute();
    assert.equal((await sent.findOldestSent(db(), own()))?.sent_at, AT);
  });

  test('lanes: taken when due, renewed by who holds it, paused and hurried alone', async () => {
    const { app } = apps;
    for (const [row, now, isTaken] of [
      [{}, AT, true],
      [{}, AT - 1, false],
      [{ paused: 1 }, AT, false],
    ] as const) {
      await check.put(lane(row));
      assert.equal((await lanes.takeLease(db(), own(), now)) !== undefined, isTaken);
    }
    await check.put(lane({ lease: 'mine' }));
    assert.equal(await lanes.renewLease(db(), own(), 'yours', AT), undefined);
    const renewed = await lanes.renewLease(db(), own(), 'mine', AT);
    assert.deepEqual(renewed, { paused: false, replay: null });
    await check.changes(lane({ lease: 'mine' }), () =>
      lanes.releaseLane(db(), { ...own(), dueAt: 1 }),
    );
    await check.changes(lane(), () => lanes.pauseLane(db(), own()));
    await clear('outbox_batch');
    await check.changes(lane({ paused: 1 }), () => lanes.resumeLane(db(), own()));
    await check.changes(lane(), () => lanes.makeLaneDue(db(), own()));
    await check.put(lane({ lease: 'mine' }));
    await lanes.makeLaneDue(db(), own());
    const held = db()
      .selectFrom('outbox_lane')
      .select('due_at')
      .where('game_index', '=', app.gameIndex);
    assert.deepEqual(await held.execute(), [{ due_at: AT }, { due_at: AT }], 'an attempt goes on');
    await check.changes(batch({ state: 'refused' }, states('refused')), () =>
      lanes.makeLaneDue(db(), own()),
    );
  });

  test('which lanes are due: with messages, not paused, longest due first', async () => {
    await clear('outbox', 'outbox_batch', 'outbox_dead');
    await db().deleteFrom('outbox_lane').execute();
    const due = async () =>
      (await lanes.readLanes(db(), { limit: 9 })).map(({ gameIndex, channel, dueAt }) => [
        gameIndex === apps.app.gameIndex ? 'own' : 'abroad',
        channel,
        Number(dueAt),
      ]);
    assert.deepEqual(await due(), []);
    await check.put({ ...queued(), but: [] });
    assert.deepEqual((await due()).sort(), [
      ['abroad', 'restriction', 0],
      ['own', 'restriction', 0],
    ]);
    await check.put({ ...lane({ due_at: 7 }), but: [] });
    await db()
      .updateTable('outbox_lane')
      .set({ paused: 1 })
      .where('game_index', '=', apps.abroad.gameIndex)
      .execute();
    assert.deepEqual(await due(), [['own', 'restriction', 7]]);
    await clear('outbox');
    await check.put({ ...batch({ state: 'refused' }), but: [{ due_at: AT + 9 }] });
    assert.deepEqual(await due(), [['own', 'restriction', AT]]);
    await check.put({ ...batch({ state: 'pending' }), but: [] });
    assert.deepEqual(await due(), [], 'a pending batch has its rows in the queue');
    await check.put({ ...batch({ state: 'refused', due_at: 3 }), but: [] });
    await db()
      .updateTable('outbox_lane')
      .set({ paused: 0, due_at: 2 })
      .where('game_index', '=', apps.abroad.gameIndex)
      .execute();
    assert.deepEqual(await due(), [
      ['abroad', 'restriction', 3],
      ['own', 'restriction', 7],
    ]);
    assert.deepEqual((await lanes.readLanes(db(), { limit: 1 })).length, 1);
  });

  test('numbers and receivers are those of a project and channel', async () => {
    const numbers = db()
      .selectFrom('change_sequence')
      .selectAll()
      .orderBy('game_index')
      .orderBy('channel');
    const earlier = await numbers.execute();
    await outbox.takeNumbers(db(), apps.app.gameIndex, 'restriction', 4);
    assert.deepEqual(
      await numbers.execute(),
      earlier.map((row) =>
        row.game_index === apps.app.gameIndex && row.channel === 'restriction'
          ? { ...row, last_seq: row.last_seq + 4 }
          : row,
      ),
    );
  });

  test('the requests that a receiver accepted, page by page; what another project has under their ids does not count', async () => {
    await clear('outbox_sent');
    await db().deleteFrom('outbox_attempt').execute();
    const ids = Array.from({ length: 51 }, (_, index) => `batch-${index}`);
    const game_index = apps.app.gameIndex;
    const sentRows = [...ids, 'not accepted'].map((batch_id, index) => ({
      ...request().row,
      game_index,
      batch_id,
      last_seq: index + 1,
    }));
    const answered = [
      ...ids.map((batch_id) => ({ game_index, batch_id })),
      { game_index: apps.abroad.gameIndex, batch_id: 'not accepted' },
    ].map((place, number) => ({ ...attempt().row, ...place, number }));
    await db()
      .insertInto('outbox_sent')
      .values(sentRows as never)
      .execute();
    await db()
      .insertInto('outbox_attempt')
      .values(answered as never)
      .execute();
    const found: string[] = [];
    for await (const { batchId } of acceptedRequests(db(), own(), { from: AT, to: AT + 1 })) {
      found.push(batchId);
      if (found.length > sentRows.length) break;
    }
    assert.deepEqual(found, ids);
  });

  test('a replay begins, counts and ends in its own lane', async () => {
    const mine = { ...named(), replay: 'replay-0' } as batches.Batch;
    await check.changes(lane(), () => steps.takeLane(db(), own(), 'replay-0'));
    await check.put(request());
    assert.equal(await steps.takeLane(db(), own(), 'another'), false, 'one at a time');
    const end = () => steps.endReplay(db(), own(), 'replay-0', 'done', AT);
    await check.changes(asked(), () => steps.completeReplayed(db(), mine, 'replay-0'));
    await check.put(asked());
    await check.changes(replay(), () => steps.completeReplayed(db(), mine, 'replay-0'));
    await check.changes(replay(), () => steps.sendAgainLast(db(), mine, 'replay-0'));
    await check.put(replay({ to_at: AT }));
    await check.put(asked());
    await steps.sendAgainLast(db(), mine, 'replay-0');
    const left = () => db().selectFrom('outbox_replay_request').selectAll().execute();
    assert.equal((await left()).length, 3, 'a replay with an end does not grow');
    await check.changes(lane({ replay: 'replay-0' }), end);
    for (const scene of [replay(), asked(), batch({ state: 'pending', replay: 'replay-0' })]) {
      await check.put(lane({ replay: 'replay-0' }));
      await check.changes(scene, end);
    }
    assert.equal(await end(), false, 'it has ended');
  });
});
