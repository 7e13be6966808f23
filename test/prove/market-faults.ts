// Markets that fail and a service that is killed: every paid purchase is recorded once, no other ever.

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { buildEmulator } from '../../emulator/app.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { createDatabase, type Kind, type TestDatabase } from '../support/databases.ts';
import { type Markets, settingsOf, steer } from '../support/markets.ts';
import { startKilledService } from './killed-service.ts';
import { ADMIN_TOKEN, openProofApp } from './proof-app.ts';
import { drivePurchases, type PurchaseProof } from './purchases.ts';
import type { Proved } from './sellers.ts';
import { marketInputs, openSellers } from './sellers.ts';

export interface FaultRun {
  readonly database: Kind;
  readonly markets: readonly Proved[];
  readonly purchases: number;
  readonly faultPercent: number;
  readonly kills: number;
  /** The longest the service lives before the next kill. */
  readonly longestLifeMs: number;
  readonly workers: number;
  /** Whether a charge at Steam may fail so that it is in doubt, which takes thirty quiet seconds to settle. */
  readonly doubtfulCharges: boolean;
}

const PAUSE_MS = 250;
/** An answer that takes longer is lost; a slow one is a good deal faster. */
const TIMEOUT_MS = 1_500;
const SLOW_MS = 300;

export async function proveFaultRun(
  run: FaultRun,
): Promise<PurchaseProof & { readonly kills: number }> {
  const database = await createDatabase(run.database);
  const emulator = await buildEmulator({ seed: 11 });
  try {
    const markets = steer(await emulator.listen(0));
    const service = await startKilledService({
      ...database.variables,
      ...(await provedService(markets)),
    });
    try {
      const sellers = openSellers(
        await openProofApp(service.url, await marketInputs(markets)),
        markets,
      );
      for (const market of run.markets) await disturb(markets, market, run);
      const kills = service.kill(run.kills, run.longestLifeMs);
      const { proof, records } = await drivePurchases(
        run.markets.map((market) => sellers[market]),
        { ...run, pause: () => wait(PAUSE_MS * (0.5 + Math.random())) },
      );
      await service.spare();
      assert.deepEqual(await readRecords(database), records);
      return { ...proof, kills: await kills };
    } finally {
      await service.stop();
    }
  } finally {
    await emulator.close();
    await database.drop();
  }
}

export const provedService = async (markets: Markets): Promise<Record<string, string>> => ({
  ...(await settingsOf(markets)),
  SANDBOX_PORT: 'off',
  LOG_LEVEL: 'silent',
  TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
  MARKET_TIMEOUT_MS: String(TIMEOUT_MS),
});

const EMULATED = { APPLE: 'apple', GOOGLE: 'google', STEAM: 'steam', PG: 'stripe' } as const;
const SURE_KINDS = ['429', 'lost', 'slow'];
const KINDS = [...SURE_KINDS, 'timeout', 'reset', '500', 'garbage'];
const STEAM_CALLS = ['GetUserInfo', 'InitTxn', 'QueryTxn'];

/** So many of a hundred calls to the market fail, in all the ways there are. */
async function disturb(
  markets: Markets,
  market: Proved,
  { faultPercent, doubtfulCharges }: Pick<FaultRun, 'faultPercent' | 'doubtfulCharges'>,
): Promise<void> {
  const strike = async (kinds: readonly string[], path?: string): Promise<void> => {
    const share = faultPercent / 100 / kinds.length;
    for (const [index, kind] of kinds.entries()) {
      // The emulator draws for one fault after another: a later one has fewer calls left to strike.
      const rate = share / (1 - index * share);
      await markets.fault(EMULATED[market], kind, { rate, delayMs: SLOW_MS, path });
    }
  };
  if (market !== 'STEAM' || doubtfulCharges) return strike(KINDS);
  for (const path of STEAM_CALLS) await strike(KINDS, path);
  await strike(SURE_KINDS, 'FinalizeTxn');
}

async function readRecords(database: TestDatabase): Promise<string[]> {
  const storage = openStorage(database.storage('production'));
  try {
    const rows = await storage.db
      .selectFrom('purchase')
      .select(['provider', 'unique_key'])
      .execute();
    return rows.map((row) => `${row.provider} ${row.unique_key}`).sort();
  } finally {
    await storage.close();
  }
}
