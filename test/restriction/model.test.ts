// Random histories against a small model of table 3.1: whatever is done in whatever order, both agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Gate, START, suite, type TestApp } from '../support/harness.ts';
import { GENERATIONS } from './generations.ts';
import { actionsOn, dateText, POLICY_TYPE, restrictionOf, SECOND } from './players.ts';

const PLAYERS = [1, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n] as const;
const RUNS = 15;
const MAX_STEPS = 30;

type Step =
  | { readonly kind: 'type' }
  | { readonly kind: 'delete type'; readonly type: number }
  | {
      readonly kind: 'set';
      readonly player: number;
      readonly status: 'P' | 'B';
      readonly type: number;
      /** Seconds from now. */
      readonly start: number;
      readonly end: number;
      readonly skip: boolean;
    }
  | { readonly kind: 'release'; readonly player: number }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'expire' };

const player = fc.nat(PLAYERS.length - 1);
const type = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('type' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete type' as const), type }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      player,
      status: fc.constantFrom('P', 'B'),
      type,
      start: fc.integer({ min: -20, max: 20 }),
      end: fc.integer({ min: -3, max: 40 }),
      skip: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), player }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom(1, SECOND - 1, SECOND)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
);

/** Table 3.1 and section 3.2, and nothing else. */
class Model {
  readonly types = new Set<number>();
  readonly live = new Map<number, { status: 'P' | 'B'; type: number; end: number }>();
  readonly history = new Map<number, string[]>(PLAYERS.map((_, index) => [index, []]));
  now = START;
  #lastType = 0;

  registerType(): number {
    this.#lastType += 1;
    this.types.add(this.#lastType);
    return this.#lastType;
  }

  deleteType(type: number): number {
    if (!this.types.has(type)) return 4011;
    if ([...this.live.values()].some((each) => each.type === type)) return 4012;
    this.types.delete(type);
    return 0;
  }

  set(step: Extract<Step, { kind: 'set' }>): number {
    const { player, status, type, skip } = step;
    const exists = this.live.has(player);
    if (exists && skip) return 0;
    if (status === 'B' && (step.start > step.end || step.end < 0)) return 4000;
    if (!this.types.has(type)) return 4011;
    this.live.set(player, { status, type, end: this.second() + step.end * SECOND });
    this.history.get(player)?.push(exists ? 'changed' : 'registered');
    return 0;
  }

  release(player: number): number {
    if (!this.live.delete(player)) return 2002;
    this.history.get(player)?.push('released');
    return 0;
  }

  /** Dates have no parts of a second, and a period includes its last one. */
  second(): number {
    return this.now - (this.now % SECOND);
  }

  moveClock(ms: number): void {
    this.now += ms;
    for (const [player, { status, end }] of this.live) {
      if (status === 'P' || end >= this.second()) continue;
      this.live.delete(player);
      this.history.get(player)?.push('expired');
    }
  }
}

/** Does the step in a service, through either generation, and answers the code. */
async function perform(gate: Gate, app: TestApp, step: Step, turn: number): Promise<unknown> {
  const { call } = GENERATIONS[turn % 2 === 0 ? 0 : 1];
  const send = async (path: string, fields: object) =>
    (await call(gate, app, path, { ...fields })).body;
  switch (step.kind) {
    case 'type':
      return (await send('/game/block/type/set', POLICY_TYPE)).data.block_type;
    case 'delete type':
      return (await send('/game/block/type/delete', { block_type: step.type })).result_code;
    case 'set': {
      const fields = {
        player_id: PLAYERS[step.player],
        status: step.status,
        block_type: step.type,
        start_date: dateText(gate.now + step.start * SECOND),
        end_date: dateText(gate.now + step.end * SECOND),
        skip_blocked: step.skip,
      };
      return (await send('/game/block/set', fields)).result_code;
    }
    case 'release':
      return (await send('/game/block/delete', { player_id: PLAYERS[step.player] })).result_code;
    case 'clock':
      gate.now += step.ms;
      return undefined;
    case 'expire':
      await gate.service.restrictions.expire();
      return undefined;
  }
}

function predict(model: Model, step: Step): unknown {
  switch (step.kind) {
    case 'type':
      return model.registerType();
    case 'delete type':
      return model.deleteType(step.type);
    case 'set':
      return model.set(step);
    case 'release':
      return model.release(step.player);
    case 'clock':
      return model.moveClock(step.ms);
    case 'expire':
      return undefined;
  }
}

suite('restrictions and the model of table 3.1', (gate) => {
  test('agree on every code, every restriction and the whole history', async () => {
    const histories = fc.array(step, { minLength: 5, maxLength: MAX_STEPS, size: 'max' });
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        gate.now = START;
        const app = await gate.createApp();
        const model = new Model();
        for (const [turn, each] of [{ kind: 'type' } as const, ...steps].entries()) {
          const expected = predict(model, each);
          assert.equal(await perform(gate, app, each, turn), expected, `step ${turn}`);
        }
        await gate.service.restrictions.expire();
        for (const [index, id] of PLAYERS.entries()) {
          const found = await restrictionOf(gate, app, id);
          const expected = model.live.get(index);
          assert.deepEqual(
            found && { status: found.status, type: found.block_type, end: found.end_date },
            expected ? { ...expected, end: dateText(expected.end) } : null,
          );
          assert.deepEqual(await actionsOn(gate, app, id), model.history.get(index));
        }
      }),
      { numRuns: RUNS, ...seedFromEnvironment() },
    );
  });
});

/** A failure names its seed; `MODEL_SEED=… node --test …` runs the same histories again. */
function seedFromEnvironment(): { seed?: number } {
  const seed = process.env.MODEL_SEED;
  return seed === undefined ? {} : { seed: Number(seed) };
}
