// Processor time of the service for a new purchase at each market that only reads receipts, against Google's.

import type { Driver, Stage } from '../test/payment/conformance/driver.ts';
import { google } from '../test/payment/conformance/drivers/google.ts';
import { createDatabase } from '../test/support/databases.ts';
import { steer } from '../test/support/markets.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { Figure } from './figure.ts';
import { verify } from './market-latency.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { OTHERS } from './other-markets.ts';
import { startProcess } from './process.ts';
import { timeOfTree } from './processor.ts';

const PURCHASES = 400;
const AT_ONCE = 8;
const ROUNDS = 3;

/** Processor time of the service for new purchases at a market. */
export async function costOf(
  driver: Driver,
  stage: Stage,
  server: { readonly pid: number | undefined; readonly answer: MarketService },
): Promise<number> {
  const sales = await Promise.all(Array.from({ length: PURCHASES }, () => driver.sell(stage)));
  const before = timeOfTree(server.pid);
  const waiting = sales.values();
  const worker = async (): Promise<void> => {
    for (const sale of waiting) {
      await verify(server.answer, driver.market, { receipt: sale.receipt });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return timeOfTree(server.pid) - before;
}

export async function benchMarketCost(): Promise<Figure[]> {
  const database = await createDatabase('sqlite');
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const storage = JSON.stringify(database.storage('production'));
    const args = [storage, emulator.answer];
    await using server = await startProcess<MarketService>('market-service.ts', args, PRELOADED);
    const stage = steer(emulator.answer) as Pick<Stage, 'control'> as Stage;

    /** In turns, so that what else the machine does strikes all; the first turn warms up and does not count. */
    const ratios = new Map(OTHERS.map((driver) => [driver, [] as number[]]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ofGoogle = await costOf(google, stage, server);
      for (const [driver, found] of ratios) {
        const ratio = (await costOf(driver, stage, server)) / ofGoogle;
        if (round > 0) found.push(ratio);
      }
    }
    return Array.from(ratios, ([{ name }, found]) => ({
      name: `Processor time of a new purchase at ${name}, as a multiple of GOOGLE's`,
      value: median(found),
      unit: '×',
      atMost: 1,
    }));
  } finally {
    await database.drop();
  }
}
