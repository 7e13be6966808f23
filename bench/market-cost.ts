// Processor time of the service for a new purchase at each market that only reads receipts, and at a payment gateway
// with its restore, against Google's.

import type { Driver, Stage } from '../test/payment/conformance/driver.ts';
import { google } from '../test/payment/conformance/drivers/google.ts';
import { createDatabase } from '../test/support/databases.ts';
import { steer } from '../test/support/markets.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { Figure } from './figure.ts';
import { verify } from './market-latency.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { approvedOrder } from './orders.ts';
import { GATEWAY, OTHERS } from './other-markets.ts';
import { startProcess } from './process.ts';
import { timeOfTree } from './processor.ts';

const PURCHASES = 400;
const AT_ONCE = 8;
const ROUNDS = 3;

interface Server {
  readonly pid: number | undefined;
  readonly answer: MarketService;
}

/** Processor time of the service for new purchases at a market. */
export async function costOf(driver: Driver, stage: Stage, server: Server): Promise<number> {
  const sales = await Promise.all(Array.from({ length: PURCHASES }, () => driver.sell(stage)));
  return timeOf(
    server,
    sales.map(
      ({ receipt }) =>
        () =>
          verify(server.answer, driver.market, { receipt }),
    ),
  );
}

/** A purchase at a gateway is restored first, as a game does. */
async function costOfOrders(stage: Stage, server: Server): Promise<number> {
  const purchases: (() => Promise<void>)[] = [];
  for (let count = 0; count < PURCHASES; count += 1) {
    purchases.push(await approvedOrder(server.answer, stage));
  }
  return timeOf(server, purchases);
}

async function timeOf(
  { pid }: Server,
  purchases: readonly (() => Promise<void>)[],
): Promise<number> {
  const before = timeOfTree(pid);
  const waiting = purchases.values();
  const worker = async (): Promise<void> => {
    for (const purchase of waiting) await purchase();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return timeOfTree(pid) - before;
}

export async function benchMarketCost(): Promise<Figure[]> {
  const database = await createDatabase('sqlite');
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const storage = JSON.stringify(database.storage('production'));
    const args = [storage, emulator.answer];
    await using server = await startProcess<MarketService>('market-service.ts', args, PRELOADED);
    const { app } = server.answer;
    const stage = { ...steer(emulator.answer), app } as Pick<Stage, 'control'> as Stage;

    const measured = [
      ...OTHERS.map((driver) => ({
        name: driver.name,
        atMost: 1,
        cost: () => costOf(driver, stage, server),
        ratios: [] as number[],
      })),
      {
        name: `${GATEWAY.name}, with its restore`,
        atMost: 5,
        cost: () => costOfOrders(stage, server),
        ratios: [] as number[],
      },
    ];

    /** In turns, so that what else the machine does strikes all; the first turn warms up and does not count. */
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ofGoogle = await costOf(google, stage, server);
      for (const { cost, ratios } of measured) {
        const ratio = (await cost()) / ofGoogle;
        if (round > 0) ratios.push(ratio);
      }
    }
    return measured.map(({ name, atMost, ratios }) => ({
      name: `Processor time of a new purchase at ${name}, as a multiple of GOOGLE's`,
      value: median(ratios),
      unit: '×',
      atMost,
    }));
  } finally {
    await database.drop();
  }
}
