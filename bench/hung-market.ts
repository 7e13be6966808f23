// What 200 requests that wait for a market that hangs do to the purchases at another one.
import { createDatabase } from '../test/support/databases.ts';
import { steer } from '../test/support/markets.ts';
import type { Figure } from './figure.ts';
import { appleBench, googleBench, verify } from './market-latency.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { MIB } from './memory.ts';
import { startProcess } from './process.ts';

const HANGING = 200;
const IN_FLIGHT = 8;
const PURCHASES = 400;
const ROUNDS = 3;

export async function benchHungMarket(): Promise<Figure[]> {
  const database = await createDatabase('sqlite');
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const storage = JSON.stringify(database.storage('production'));
    await using server = await startProcess<MarketService>('market-service.ts', [
      storage,
      emulator.answer,
    ]);
    const markets = steer(emulator.answer);
    const google = await googleBench(markets);
    const apple = await appleBench(markets);
    const slowest = async (): Promise<number> => {
      const sales = await Promise.all(Array.from({ length: PURCHASES }, () => google.buy()));
      const times: number[] = [];
      const waiting = sales.values();
      const worker = async (): Promise<void> => {
        for (const sale of waiting) {
          const begun = performance.now();
          await verify(server.answer, 'GOOGLE', sale);
          times.push(performance.now() - begun);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
      return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
    };

    const memory = async (): Promise<number> => Number(await server.ask()) / MIB;
    await slowest();
    await slowest();
    const ratios: number[] = [];
    const growth: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const usual = await slowest();
      const before = await memory();
      const bought = await Promise.all(Array.from({ length: HANGING }, () => apple.buy()));
      await markets.fault('apple', 'timeout', { rate: 1 });
      const hanging = bought.map((sale) => verify(server.answer, 'APPLE', sale).catch(() => {}));
      ratios.push((await slowest()) / usual);
      growth.push((await memory()) - before);
      await Promise.all(hanging);
      await markets.clearFaults();
    }
    return [
      {
        name: `p99 at GOOGLE while ${HANGING} requests wait for APPLE, as a multiple of the usual`,
        value: median(ratios),
        unit: '×',
        atMost: 2,
      },
      {
        name: `Memory of the service for ${HANGING} requests that wait for APPLE`,
        value: median(growth),
        unit: 'MiB',
        atMost: 30,
      },
    ];
  } finally {
    await database.drop();
  }
}
