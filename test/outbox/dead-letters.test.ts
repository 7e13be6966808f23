// After three days a batch becomes a dead letter; replaying tells what is still true in it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type DeadLetter,
  listDeadLetters,
  type Replay,
  replayDeadLetter,
} from '../../src/outbox/dead-letters.ts';
import { gameServerChannel } from '../../src/restriction/notify.ts';
import { type Gate, suite } from '../support/harness.ts';
import { accept, answer } from './game-server.ts';
import { createProject, openRelay, type Project, players, spendThreeDays } from './project.ts';

const HOUR = 3_600_000;
/** Of three days, where the relay looks every hour; further requests are probes. */
const SCHEDULED_ATTEMPTS = 15;
const END = '2030-01-01 00:00:00';

/** A project with 150 users queued, whose game server refuses the first batch until it is given up. */
async function letDie(gate: Gate, t: TestContext, step?: number) {
  const app = await createProject(gate, t);
  const relay = openRelay(gate, t);
  const refuse = answer(500, 'no');
  app.server.behave((response, received) => {
    const first = app.server.received[0]?.headers['webhook-id'];
    (received.headers['webhook-id'] === first ? refuse : accept)(response, received);
  });
  await app.restrict(players(1n, 150));
  await spendThreeDays(gate, relay, step);
  return { app, relay, letters: () => lettersOf(gate, app), replay: replayer(gate, app) };
}

const lettersOf = (gate: Gate, { gameIndex }: Project): Promise<readonly DeadLetter[]> =>
  listDeadLetters(gate.service.context.storage.db, {
    gameIndex,
    channel: 'restriction',
    afterSeq: 0,
    limit: 10,
  });

const replayer =
  (gate: Gate, { gameIndex }: Project) =>
  (batchId: string): Promise<Replay | undefined> => {
    const { storage } = gate.service.context;
    const lane = { gameIndex, channel: 'restriction' } as const;
    return storage.db
      .transaction()
      .execute((tx) => replayDeadLetter(tx, gameServerChannel, lane, batchId, gate.now));
  };

suite('dead letters', (gate) => {
  test('a batch that fails for three days is kept aside with its bytes, and the line goes on', async (t) => {
    const { app, letters } = await letDie(gate, t, HOUR);
    const [letter, ...others] = await letters();
    const first = app.server.received[0];
    assert.deepEqual(others, []);
    assert.equal(letter?.batch_id, first?.headers['webhook-id']);
    assert.equal(letter?.body, first?.body);
    assert.equal(letter?.message_count, 100);
    assert.equal(letter?.attempts, SCHEDULED_ATTEMPTS);
    assert.deepEqual(
      app.server
        .told()
        .at(-1)
        ?.map(({ player_id }) => BigInt(player_id)),
      players(101n, 50),
    );
  });

  test('a replay sends the same users again, under a new id', async (t) => {
    const { app, relay, letters, replay } = await letDie(gate, t);
    const [letter] = await letters();
    const before = app.server.received.length;
    assert.deepEqual(await replay(letter?.batch_id ?? ''), { queued: 100, overtaken: 0 });
    assert.deepEqual(await letters(), []);
    await relay.turn();
    const [replayed, ...more] = app.server.received.slice(before);
    assert.deepEqual(more, []);
    assert.equal(replayed?.body, letter?.body);
    assert.notEqual(replayed?.headers['webhook-id'], letter?.batch_id);
  });

  test('a replay leaves out players with a newer change, told, queued or released', async (t) => {
    const { app, relay, letters, replay } = await letDie(gate, t);
    await app.restrict([1n], '2035-01-01 00:00:00');
    await relay.turn();
    await app.restrict([2n], '2036-01-01 00:00:00');
    await app.release(3n);
    const before = app.server.received.length;
    const [letter] = await letters();
    assert.deepEqual(await replay(letter?.batch_id ?? ''), { queued: 97, overtaken: 3 });
    await relay.turn();
    const told = app.server.told().slice(before).flat();
    assert.deepEqual(
      told.map(({ player_id, end_date }) => [BigInt(player_id), end_date]),
      [[2n, '2036-01-01 00:00:00'], ...players(4n, 97).map((player) => [player, END])],
    );
  });

  test('a dead letter can be replayed once', async (t) => {
    const { letters, replay } = await letDie(gate, t);
    const [letter] = await letters();
    const outcomes = await Promise.all([1, 2, 3].map(() => replay(letter?.batch_id ?? '')));
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== undefined),
      [{ queued: 100, overtaken: 0 }],
    );
  });

  test('a replayed batch can die again and be replayed again', async (t) => {
    const { app, relay, letters, replay } = await letDie(gate, t);
    const [letter] = await letters();
    await replay(letter?.batch_id ?? '');
    app.server.behave(answer(500, 'no'));
    await spendThreeDays(gate, relay);
    app.server.behave(accept);
    const [again] = await letters();
    assert.deepEqual(await replay(again?.batch_id ?? ''), { queued: 100, overtaken: 0 });
    await relay.turn();
    assert.equal(app.server.received.at(-1)?.body, letter?.body);
  });
});
