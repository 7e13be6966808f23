// Lives a generated year: everything arrives at the ledger in its order, while the figures are followed now and then.
import assert from 'node:assert/strict';
import { createCalendar } from '../../src/base/calendar.ts';
import { verifyFigures } from '../../src/payment/figures/check.ts';
import { prepareUpdate } from '../../src/payment/figures/follow.ts';
import { takePosition } from '../../src/payment/figures/positions.ts';
import { lastNumberOf } from '../../src/payment/ledger/feed.ts';
import { type Gate, START } from '../support/harness.ts';
import { expectMoneyTruth } from './figures-money-truth.ts';
import { liveQuality } from './figures-quality.ts';
import { expectTruth, type Proof } from './figures-truth.ts';
import { makeYear } from './figures-year.ts';

interface LifeOptions {
  readonly players: number;
  readonly timeZone: string;
  readonly seed: number;
  /** How often in the year the figures are followed. */
  readonly turns: number;
}

export async function liveAYear(
  gate: Gate,
  { players, timeZone, seed, turns }: LifeOptions,
): Promise<Proof & { readonly purchases: number; readonly subscribers: number }> {
  const created = await gate.createApp({ timeZone });
  const { appid, gameIndex } = created;
  const year = makeYear({ appid, players, end: START, seed });
  const { payment, context } = gate.service;
  const { db } = context.storage;
  const every = Math.ceil(year.updates.length / turns);
  try {
    for (let first = 0; first < year.updates.length; first += every) {
      for (const { arrives, update } of year.updates.slice(first, first + every)) {
        gate.now = Math.max(gate.now === START ? 0 : gate.now, arrives);
        await payment.ledger.apply(update);
      }
      // A process that takes the lease, prepares, and dies before it writes.
      const app = { appid, gameIndex };
      const dead = await takePosition(db, app, timeZone, gate.now);
      const upTo = await lastNumberOf(db, app);
      if (dead) await prepareUpdate(db, dead.position, upTo ?? 0, createCalendar(timeZone));
      await payment.figures.turn();
      gate.now += 61_000;
      await payment.figures.turn();
    }
    gate.now = START;
    await payment.figures.turn();
    const check = await verifyFigures(gate.service, { appid });
    assert.ok('differences' in check, JSON.stringify(check));
    assert.deepEqual(check.differences, []);
    const proof = await expectTruth({ gate, appid, timeZone, year, end: START });
    const question = { gate, app: created, appid, timeZone, year, end: START };
    const more = await expectMoneyTruth(question);
    const quality = await liveQuality(question, { players: Math.ceil(players / 10), seed });
    return {
      compared: proof.compared + more + quality,
      purchases: year.sales.length,
      subscribers: year.subscribers.length,
    };
  } finally {
    gate.now = START;
  }
}
