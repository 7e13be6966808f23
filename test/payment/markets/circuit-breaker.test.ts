// A lane to a market: closes after failures in a row, is tried out by one call, and holds back a crowd.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLane } from '../../../src/payment/markets/circuit-breaker.ts';

const PATIENCE_MS = 60_000;

function openLane() {
  const state = { now: 1_000_000 };
  return { state, lane: createLane(() => state.now) };
}

describe('lane', () => {
  test('ten failures in a row close it for five seconds; one call then tries it out', async () => {
    const { state, lane } = openLane();
    for (let count = 0; count < 9; count += 1) lane.settle(true, undefined);
    assert.equal(lane.isOpen(), true);
    lane.settle(true, undefined);
    assert.equal(lane.isOpen(), false);
    assert.ok('closed' in (await lane.enter(PATIENCE_MS)));

    state.now += 5_000;
    const probe = await lane.enter(PATIENCE_MS);
    assert.ok('leave' in probe);
    assert.ok('closed' in (await lane.enter(PATIENCE_MS)), 'only one at a time tries');
    lane.settle(false, undefined);
    probe.leave();
    assert.ok('leave' in (await lane.enter(PATIENCE_MS)));
    assert.ok('leave' in (await lane.enter(PATIENCE_MS)));
  });

  test('a trial that fails closes it again', async () => {
    const { state, lane } = openLane();
    for (let count = 0; count < 10; count += 1) lane.settle(true, undefined);
    state.now += 5_000;
    const probe = await lane.enter(PATIENCE_MS);
    assert.ok('leave' in probe);
    lane.settle(true, undefined);
    probe.leave();
    assert.equal(lane.isOpen(), false);
  });

  test('a success in between starts the count anew', () => {
    const { lane } = openLane();
    for (let count = 0; count < 9; count += 1) lane.settle(true, undefined);
    lane.settle(false, undefined);
    for (let count = 0; count < 9; count += 1) lane.settle(true, undefined);
    assert.equal(lane.isOpen(), true);
  });

  test('it stays closed as long as the market asks, at most a minute', () => {
    const { state, lane } = openLane();
    for (let count = 0; count < 10; count += 1) lane.settle(true, state.now + 30_000);
    state.now += 29_999;
    assert.equal(lane.isOpen(), false);
    state.now += 1;
    assert.equal(lane.isOpen(), true);
    lane.settle(true, state.now + 3_600_000);
    state.now += 60_000;
    assert.equal(lane.isOpen(), true);
  });

  test('64 at a time; the next waits for a place, and is sent away when the lane closes', async () => {
    const { lane } = openLane();
    const places = await Promise.all(Array.from({ length: 64 }, () => lane.enter(PATIENCE_MS)));
    const next = lane.enter(PATIENCE_MS);
    const later = lane.enter(PATIENCE_MS);
    const [first] = places;
    assert.ok(first && 'leave' in first);
    first.leave();
    assert.ok('leave' in (await next));
    for (let count = 0; count < 10; count += 1) lane.settle(true, undefined);
    assert.ok('closed' in (await later));
  });

  test('no more than a thousand wait, and nobody waits longer than it can', async () => {
    const { lane } = openLane();
    await Promise.all(Array.from({ length: 64 }, () => lane.enter(PATIENCE_MS)));
    const impatient = await lane.enter(1);
    assert.deepEqual(impatient, { closed: 'no place at the market in time' });
    const crowd = Array.from({ length: 1_000 }, () => lane.enter(PATIENCE_MS));
    assert.deepEqual(await lane.enter(PATIENCE_MS), {
      closed: 'too many calls wait for the market',
    });
    for (let count = 0; count < 10; count += 1) lane.settle(true, undefined);
    const sentAway = await Promise.all(crowd);
    assert.ok(sentAway.every((each) => 'closed' in each));
  });
});
