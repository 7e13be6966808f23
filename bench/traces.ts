// Processor time of a new purchase while traces are recorded, against none; and what the calls of tracing cost without.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stage } from '../test/payment/conformance/driver.ts';
import { google } from '../test/payment/conformance/drivers/google.ts';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { steer } from '../test/support/markets.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { Figure } from './figure.ts';
import { costOf } from './market-cost.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { startProcess } from './process.ts';
import { timeOfTree } from './processor.ts';
import { costOfCalls, TRACE_CALLS, type TraceCalls } from './trace-calls.ts';

const ROUNDS = 12;
const WARM_UP = 2;
/** A collector without samples is a figure of its own: not the same as none. */
const SHARES = [
  { share: 0, atMost: 1.05 },
  { share: 0.1, atMost: 1.05 },
  { share: 1, atMost: 1.5 },
];

export async function benchTraces(kinds: readonly Kind[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await benchOn(kind)));
  return figures;
}

async function benchOn(kind: Kind): Promise<Figure[]> {
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  await using emulator = await startProcess<string>('market-emulator.ts');
  const stage = steer(emulator.answer) as Pick<Stage, 'control'> as Stage;

  async function start(...more: readonly string[]) {
    const database = await createDatabase(kind);
    const args = [JSON.stringify(database.storage('production')), emulator.answer, ...more];
    const server = await startProcess<MarketService>('market-service.ts', args, PRELOADED);
    return Object.assign(server, { database });
  }

  const without = await start();
  const recording = await Promise.all(
    SHARES.map(async (each) => ({ ...each, server: await start(url, String(each.share)) })),
  );
  const plainCosts: number[] = [];
  const ratios = new Map(recording.map(({ share }) => [share, [] as number[]]));
  const servers = [without, ...recording.map(({ server }) => server)];
  const used = new Map<typeof without, number>();
  /** With what the service does until its next turn: it sends what it recorded every few seconds. */
  async function costSinceLast(server: typeof without): Promise<number> {
    await costOf(google, stage, server);
    const before = used.get(server) ?? 0;
    const now = timeOfTree(server.pid);
    used.set(server, now);
    return now - before;
  }
  // In turns, so that what else the machine does strikes all, and each is first once in a while. The first
  // rounds warm up and do not count.
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const costs = new Map<typeof without, number>();
    for (const index of servers.keys()) {
      const server = servers[(round + WARM_UP + index) % servers.length] as typeof without;
      costs.set(server, await costSinceLast(server));
    }
    if (round < 0) continue;
    const plain = costs.get(without) as number;
    plainCosts.push(plain);
    for (const { share, server } of recording) {
      ratios.get(share)?.push((costs.get(server) as number) / plain);
    }
  }
  // At the end, because code that is counted is slower.
  await without.ask(TRACE_CALLS);
  await costOf(google, stage, without);
  const calls = await without.ask<TraceCalls>(TRACE_CALLS);
  for (const server of servers) {
    await server[Symbol.asyncDispose]();
    await server.database.drop();
  }
  collector.close();
  collector.closeAllConnections();
  return [
    {
      name: `Processor time of a new GOOGLE purchase that tracing takes while it is off, ${kind}`,
      value: (100 * costOfCalls(calls)) / median(plainCosts),
      unit: '%',
      atMost: 1,
    },
    ...recording.map(({ share, atMost }) => ({
      name: `Processor time of a new GOOGLE purchase with ${share * 100} % of traces recorded, ${kind}`,
      value: median(ratios.get(share) ?? []),
      unit: '×',
      atMost,
    })),
  ];
}
