// Offered against served: what a process answers, and how late, when callers ask for more than it can.
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { PRELOADED } from '../test/support/process.ts';
import { findCase } from './case.ts';
import type { Figure } from './figure.ts';
import type { FloodOrder, Spell, SpellOrder } from './flood.ts';
import type { LoadOrder, Round, RoundOrder } from './load.ts';
import { fill } from './measure.ts';
import { MIB, type Usage } from './memory.ts';
import { startProcess } from './process.ts';

const CASE = 'block-set';
const SECONDS = 5;
const TIMES = [0.5, 1, 2, 5, 10];
const SLICE_S = 0.25;

export async function benchOverload(
  kinds: readonly Kind[],
  say: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await benchOn(kind, say)));
  return figures;
}

async function benchOn(kind: Kind, say: (line: string) => void): Promise<Figure[]> {
  const database = await createDatabase(kind);
  try {
    const app = await fill(database, await findCase(CASE));
    const storage = JSON.stringify(database.storage('production'));
    const args = [CASE, storage];
    await using server = await startProcess<{ port: number }>('server.ts', args, PRELOADED);
    const { port } = server.answer;
    const capacity = await measureCapacity({ name: CASE, ports: { case: port }, app });
    await using flood = await startProcess('flood.ts');
    await flood.ask({ name: CASE, port, app } satisfies FloodOrder);
    say(`${kind}: ${Math.round(capacity)} ${CASE} a second, 64 at once`);
    const spells = new Map<number, Spell>();
    let memory = 0;
    for (const times of TIMES) {
      const order = { perSecond: times * capacity, seconds: SECONDS } satisfies SpellOrder;
      const spell = await flood.ask<Spell>(order);
      if (spell.unexpected !== undefined) throw new Error(spell.unexpected);
      memory = (await server.ask<Usage>()).memory / MIB;
      spells.set(times, spell);
      say(lineOf(times, spell, memory));
    }
    const usual = spells.get(0.5)?.p99 ?? 0;
    const after = await flood.ask<Spell>({ perSecond: capacity / 2, seconds: SECONDS });
    const slow = after.slowestBySlice.findLastIndex((each) => each > 5 * usual);
    const worst = spells.get(10);
    return [
      {
        name: `Served at ten times the capacity, of what it serves at its capacity, ${kind}`,
        value: (worst?.served ?? 0) / capacity,
        unit: '',
        atLeast: 0.5,
      },
      {
        name: `p99 of what is served at ten times the capacity, ${kind}`,
        value: worst?.p99 ?? 0,
        unit: 'ms',
        atMost: 3_000,
      },
      {
        name: `Recovered after ten times the capacity, ${kind}`,
        value: (slow + 1) * SLICE_S,
        unit: 's',
        atMost: 5,
      },
      { name: `Own memory after it, ${kind}`, value: memory, unit: 'MiB', atMost: 400 },
    ];
  } finally {
    await database.drop();
  }
}

async function measureCapacity(order: LoadOrder): Promise<number> {
  await using load = await startProcess('load.ts');
  await load.ask(order);
  const round = { of: 'case', seconds: 3 } satisfies RoundOrder;
  await load.ask<Round>(round);
  return (await load.ask<Round>(round)).perSecond;
}

function lineOf(times: number, spell: Spell, memory: number): string {
  const cell = (value: number, unit = ''): string => `${Math.round(value)}${unit}`.padStart(9);
  return [
    `${times} ×`.padStart(6),
    `offered ${cell(spell.offered)}`,
    `served ${cell(spell.served)}`,
    `rejected ${cell(spell.rejected)}`,
    `p50 ${cell(spell.p50, ' ms')}`,
    `p99 ${cell(spell.p99, ' ms')}`,
    `p99 of a rejection ${cell(spell.rejectedP99, ' ms')}`,
    `memory ${cell(memory, ' MiB')}`,
  ].join('  ');
}
