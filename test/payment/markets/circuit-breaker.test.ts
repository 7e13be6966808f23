// A breaker to a market: closes after failures in a row, is tried out by one call, and holds back a crowd.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCircuitBreaker } from '../../../src/payment/markets/circuit-breaker.ts';

const TIMEOUT_MS = 60_000;

function openBreaker() {
  const state = { now: 1_000_000 };
  return { state, breaker: createCircuitBreaker(() => state.now) };
}

describe('breaker', () => {
  test('ten failures in a row open it for five seconds; one call then tries it out', async () => {
    const { state, breaker } = openBreaker();
    for (let count = 0; count < 9; count += 1) breaker.record(true, undefined);
    assert.equal(breaker.allowsCalls(), true);
    breaker.record(true, undefined);
    assert.equal(breaker.allowsCalls(), false);
    assert.ok('rejected' in (await breaker.acquire(TIMEOUT_MS)));

    state.now += 5_000;
    const probe = await breaker.acquire(TIMEOUT_MS);
    assert.ok('release' in probe);
    assert.ok('rejected' in (await breaker.acquire(TIMEOUT_MS)), 'only one at a time tries');
    breaker.record(false, undefined);
    probe.release();
    assert.ok('release' in (await breaker.acquire(TIMEOUT_MS)));
    assert.ok('release' in (await breaker.acquire(TIMEOUT_MS)));
  });

  test('a trial that fails opens it again', async () => {
    const { state, breaker } = openBreaker();
    for (let count = 0; count < 10; count += 1) breaker.record(true, undefined);
    state.now += 5_000;
    const probe = await breaker.acquire(TIMEOUT_MS);
    assert.ok('release' in probe);
    breaker.record(true, undefined);
    probe.release();
    assert.equal(breaker.allowsCalls(), false);
  });

  test('a success in between starts the count anew', () => {
    const { breaker } = openBreaker();
    for (let count = 0; count < 9; count += 1) breaker.record(true, undefined);
    breaker.record(false, undefined);
    for (let count = 0; count < 9; count += 1) breaker.record(true, undefined);
    assert.equal(breaker.allowsCalls(), true);
  });

  test('it stays open as long as the market asks, at most a minute', () => {
    const { state, breaker } = openBreaker();
    for (let count = 0; count < 10; count += 1) breaker.record(true, state.now + 30_000);
    state.now += 29_999;
    assert.equal(breaker.allowsCalls(), false);
    state.now += 1;
    assert.equal(breaker.allowsCalls(), true);
    breaker.record(true, state.now + 3_600_000);
    state.now += 60_000;
    assert.equal(breaker.allowsCalls(), true);
  });

  test('64 at a time; the next waits for a place, and is sent away when the breaker closes', async () => {
    const { breaker } = openBreaker();
    const places = await Promise.all(Array.from({ length: 64 }, () => breaker.acquire(TIMEOUT_MS)));
    const next = breaker.acquire(TIMEOUT_MS);
    const later = breaker.acquire(TIMEOUT_MS);
    const [first] = places;
    assert.ok(first && 'release' in first);
    first.release();
    assert.ok('release' in (await next));
    for (let count = 0; count < 10; count += 1) breaker.record(true, undefined);
    assert.ok('rejected' in (await later));
  });

  test('no more than a thousand wait, and nobody waits longer than it can', async () => {
    const { breaker } = openBreaker();
    await Promise.all(Array.from({ length: 64 }, () => breaker.acquire(TIMEOUT_MS)));
    const impatient = await breaker.acquire(1);
    assert.deepEqual(impatient, {
      rejected: 'the call waited too long behind other calls to the market',
    });
    const crowd = Array.from({ length: 1_000 }, () => breaker.acquire(TIMEOUT_MS));
    assert.deepEqual(await breaker.acquire(TIMEOUT_MS), {
      rejected: 'too many calls are waiting for the market',
    });
    for (let count = 0; count < 10; count += 1) breaker.record(true, undefined);
    const sentAway = await Promise.all(crowd);
    assert.ok(sentAway.every((each) => 'rejected' in each));
  });

  test('the sentence of an open breaker, and the least time it stays open', async () => {
    const { state, breaker } = openBreaker();
    for (let count = 0; count < 10; count += 1) breaker.record(true, state.now + 1);
    assert.deepEqual(await breaker.acquire(TIMEOUT_MS), {
      rejected: 'the market keeps failing, so calls are paused for a moment',
    });
    state.now += 4_999;
    assert.equal(breaker.allowsCalls(), false);
    state.now += 1;
    assert.equal(breaker.allowsCalls(), true);
  });

  test('a trial that never ended is followed by another one as soon as its place is given back', async () => {
    const { state, breaker } = openBreaker();
    for (let count = 0; count < 10; count += 1) breaker.record(true, undefined);
    state.now += 5_000;
    const probe = await breaker.acquire(TIMEOUT_MS);
    assert.ok('release' in probe);
    probe.release();
    assert.ok('release' in (await breaker.acquire(TIMEOUT_MS)), 'the next trial');
    assert.ok('rejected' in (await breaker.acquire(TIMEOUT_MS)), 'one at a time');
  });

  test('a call from before the failures does not end the trial', async () => {
    const { state, breaker } = openBreaker();
    const early = await breaker.acquire(TIMEOUT_MS);
    for (let count = 0; count < 10; count += 1) breaker.record(true, undefined);
    state.now += 5_000;
    assert.ok('release' in (await breaker.acquire(TIMEOUT_MS)), 'the trial');
    assert.ok('release' in early);
    early.release();
    assert.ok('rejected' in (await breaker.acquire(TIMEOUT_MS)));
  });

  test('each place that is given back lets one more in', async () => {
    const { breaker } = openBreaker();
    const places = await Promise.all(Array.from({ length: 64 }, () => breaker.acquire(TIMEOUT_MS)));
    const queue = [breaker.acquire(TIMEOUT_MS), breaker.acquire(TIMEOUT_MS)];
    for (const place of places.slice(0, 2)) {
      assert.ok(place && 'release' in place);
      place.release();
    }
    const admitted = await Promise.all(queue);
    assert.ok(admitted.every((each) => 'release' in each));
    const late = await breaker.acquire(1);
    assert.ok('rejected' in late, 'all 64 places are taken again');
  });

  test('places that are given back are free', async () => {
    const { breaker } = openBreaker();
    for (let round = 0; round < 2; round += 1) {
      const all = await Promise.all(Array.from({ length: 64 }, () => breaker.acquire(1)));
      for (const each of all) {
        assert.ok('release' in each);
        each.release();
      }
    }
  });

  test('who waited in vain takes no place', async () => {
    const { breaker } = openBreaker();
    const [first] = await Promise.all(
      Array.from({ length: 64 }, () => breaker.acquire(TIMEOUT_MS)),
    );
    assert.ok('rejected' in (await breaker.acquire(1)));
    const patient = breaker.acquire(200);
    assert.ok(first && 'release' in first);
    first.release();
    assert.ok('release' in (await patient));
  });
});
