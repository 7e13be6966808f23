// A generated year of verifications and restrictions, counted in two ways: by the service, and by a model in memory.
import assert from 'node:assert/strict';
import { admin } from '../admin/caller.ts';
import { registerType } from '../restriction/players.ts';
import type { Question } from './figures-money-truth.ts';
import { clockOf, Tally } from './figures-truth.ts';
import { DAY } from './figures-year.ts';
import { seeded } from './seeded.ts';

const STEPS = ['day', 'week', 'month'] as const;
const ACTORS = ['console', 'key', 'cli'] as const;
const LATENCIES = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const DURATIONS = [
  ...[60, 300, 900, 1_800, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S, 12 * HOUR_S],
  ...[1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_S),
];

interface Life {
  readonly players: number;
  readonly seed: number;
}

interface Live {
  readonly type: number;
  readonly since: number;
  /** Undefined for ever. */
  readonly until: number | undefined;
}

/** An event of the truth, to be counted in any period. */
interface Event {
  readonly at: number;
  readonly value: string;
  readonly actor?: string;
  readonly name: string;
  /** Of a duration or a response time. */
  readonly measured?: number;
}

export async function liveQuality(question: Question, life: Life): Promise<number> {
  const { gate, appid, end } = question;
  const app = await gate.service.directory.app(appid);
  assert.ok(app);
  const random = seeded(life.seed + 100);
  const below = (count: number): number => Math.floor(random() * count);
  const { restrictions, restrictionFigures, payment } = gate.service;
  gate.now = end - 364 * DAY;
  for (let type = 0; type < 3; type += 1) await registerType(gate, question.app);

  const changes: Event[] = [];
  const calls: Event[] = [];
  const live = new Map<number, Live>();
  const ended = new Set<number>();
  const note = (player: number, name: string, actor: string, { type, since }: Live): void => {
    const event = { at: gate.now, value: String(type), actor };
    changes.push({ ...event, name });
    if (name === 'registered' && ended.has(player))
      changes.push({ ...event, name: 'repeat_offenders' });
    if (name === 'released') {
      changes.push({ ...event, name: 'time', measured: (gate.now - since) / 1_000 });
    }
    if (name === 'released' || name === 'expired') ended.add(player);
  };
  const isOver = ({ until }: Live): boolean => until !== undefined && until < gate.now;
  const expire = (player: number): void => {
    const found = live.get(player);
    if (!found || !isOver(found)) return;
    note(player, 'expired', 'system', found);
    live.delete(player);
  };

  const clock = clockOf(question.timeZone);
  const text = (at: number): string => clock.local(at);
  /** A time that comes twice means the first. */
  const firstOf = (at: number): number =>
    [3_600_000, 1_800_000].map((ms) => at - ms).find((each) => text(each) === text(at)) ?? at;
  const moments = Array.from({ length: life.players * 8 }, () => below(363 * DAY)).sort(
    (one, other) => one - other,
  );
  for (const [index, moment] of moments.entries()) {
    // Whole seconds, because dates have no milliseconds.
    gate.now = end - 364 * DAY + Math.floor(moment / 1_000) * 1_000;
    const player = 1 + below(life.players);
    const kind = ACTORS[below(ACTORS.length)] as (typeof ACTORS)[number];
    const who = { actor: { kind, name: 'someone' } };
    if (random() < 0.4) {
      expire(player);
      const found = live.get(player);
      const code = await restrictions.release(app, BigInt(player), who);
      assert.equal(code, found ? 0 : 2002);
      if (found) note(player, 'released', kind, found);
      live.delete(player);
    } else {
      const type = 1 + below(3);
      const until =
        random() < 0.3 ? undefined : firstOf(gate.now + (1 + below(90 * 24)) * HOUR_S * 1_000);
      expire(player);
      const found = live.get(player);
      const outcome = await restrictions.set(
        app,
        {
          player_id: BigInt(player),
          status: until === undefined ? 'P' : 'B',
          block_type: type,
          start_date: text(gate.now),
          end_date: text(until ?? gate.now + DAY),
        },
        who,
      );
      assert.deepEqual(outcome, { code: 0 });
      live.set(player, { type, since: found?.since ?? gate.now, until });
      note(player, found ? 'changed' : 'registered', kind, live.get(player) as Live);
    }
    if (index % 50 === 0) {
      for (const each of [...live.keys()]) expire(each);
      while ((await restrictions.expire()) > 0);
      await restrictionFigures.turn();
    }

    const market = ['APPLE', 'GOOGLE'][below(2)] as string;
    const count = (name: string, measured?: number) =>
      calls.push({
        at: gate.now,
        value: market,
        name,
        ...(measured !== undefined && { measured }),
      });
    const ms = below(12_000);
    const result = ['200', '404', '503', 'unreachable'][below(4)] as string;
    payment.usage.marketCall({ appid, market }, result, ms / 1_000);
    count('asked');
    if (result === '200' || result === '404') count('answered');
    if (result !== 'unreachable') count('time', ms);
    if (random() < 0.5) {
      payment.usage.verified(appid, market);
      count('verified');
    } else {
      const reason = ['FAKE_RECEIPT', 'MARKET_UNAVAILABLE'][below(2)] as string;
      payment.usage.refused(appid, market, reason);
      count(reason === 'FAKE_RECEIPT' ? 'refused' : 'could_not_ask');
    }
    await payment.usage.flush();
  }
  await restrictionFigures.turn();
  gate.now = end;
  const names = ['registered', 'changed', 'released', 'expired', 'repeat_offenders'];
  const percentiles = { release_median_s: 0.5, release_p90_s: 0.9 };
  const times = { p50_ms: 0.5, p95_ms: 0.95 };
  const outcomes = ['verified', 'refused', 'could_not_ask', 'asked', 'answered'];
  return (
    (await expectEvents(question, 'restrictions', 'type', changes, names, percentiles, DURATIONS)) +
    (await expectEvents(
      question,
      'restrictions',
      'actor',
      changes.map((event) => ({ ...event, value: event.actor as string })),
      names,
      percentiles,
      DURATIONS,
    )) +
    (await expectEvents(question, 'verification', 'market', calls, outcomes, times, LATENCIES))
  );
}

/** Every count and percentile of every period; how many there were. */
async function expectEvents(
  { gate, appid, timeZone, end }: Question,
  figure: string,
  by: string,
  events: readonly Event[],
  names: readonly string[],
  percentiles: Readonly<Record<string, number>>,
  bounds: readonly number[],
): Promise<number> {
  const clock = clockOf(timeZone);
  const range = `from=${clock.date(end - 365 * DAY)}&to=${clock.date(end)}&by=${by}`;
  let compared = 0;
  for (const step of STEPS) {
    const path = `/apps/${appid}/figures/${figure}?${range}&step=${step}`;
    const { status, body } = await admin(gate, 'GET', path);
    assert.deepEqual([status, body.is_current], [200, true]);
    const keyOf = (at: number, value: string) => `${clock.period(step, at)}|${value}`;
    const [said, truth] = [new Tally(), new Tally()];
    for (const { at, value, name } of events) {
      if (names.includes(name)) truth.add(keyOf(at, value), name);
    }
    const groups = Map.groupBy(
      events.filter(({ name }) => name === 'time'),
      ({ at, value }) => keyOf(at, value),
    );
    for (const item of body.items) {
      const key = keyOf(Date.parse(item.at), item.value);
      for (const name of names) said.add(key, name, item[name]);
      const measured = (groups.get(key) ?? []).map((event) => event.measured as number);
      for (const [name, share] of Object.entries(percentiles)) {
        if (measured.length === 0) assert.equal(item[name], null);
        else assert.ok(Math.abs(item[name] - percentileOf(measured, bounds, share)) < 0.51, key);
      }
      compared += names.length + 2;
    }
    assert.deepEqual(said.list(), truth.list(), `${figure} by ${step} and ${by}`);
  }
  return compared;
}

/** Where the share of values is reached when those of a bucket lie evenly in it, by halving the interval. */
function percentileOf(values: readonly number[], bounds: readonly number[], share: number): number {
  const reached = (at: number): number =>
    values.reduce((sum, value) => {
      const found = bounds.findIndex((bound) => value <= bound);
      const index = found === -1 ? bounds.length - 1 : found;
      const [low, high] = [bounds[index - 1] ?? 0, bounds[index] as number];
      return sum + Math.min(1, Math.max(0, (at - low) / (high - low)));
    }, 0);
  let [low, high] = [0, bounds.at(-1) as number];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (reached(middle) >= share * values.length) high = middle;
    else low = middle;
  }
  return high;
}
