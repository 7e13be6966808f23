// A service as the tests have it: by their clock, nothing runs by itself, and no market answers.
import { MARKETS, type MarketAddresses } from '../../src/payment/markets/markets.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service.ts';
import { createLog } from '../../src/start/log.ts';
import type { StorageOptions } from '../../src/storage/storage.ts';
import { openMigrated } from './databases.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
export const PUBLIC_URL = 'http://tollgate.test';

/** A busy machine is not to be taken for a writer that hangs. */
const PATIENCE_MS = 60_000;

/** A stored password has its costs beside it; those of the product take longer than most tests. */
export const PASSWORD_COSTS = { memory: 8, passes: 1, parallelism: 1 };

/** Nobody listens there: a test that needs a market starts one. */
const NOWHERE = 'http://127.0.0.1:9';
const UNSET = { url: NOWHERE, fingerprints: [], responder: 'off' } as const;

export const NOBODY = Object.fromEntries(
  MARKETS.flatMap(({ addresses }) =>
    Object.entries(addresses).map(([name, { kind }]) => [name, UNSET[kind]]),
  ),
) as unknown as MarketAddresses;

type Options = Pick<ServiceOptions, 'environment' | 'clock'> & Partial<ServiceOptions>;

export async function openService(place: StorageOptions, options: Options): Promise<Service> {
  const storage = await openMigrated(
    place.kind === 'sqlite' ? { ...place, busyTimeoutMs: PATIENCE_MS } : place,
  );
  return createService({
    storage,
    masterKey: MASTER_KEY,
    log: createLog('silent'),
    publicUrl: PUBLIC_URL,
    trustProxy: 0,
    rateLimits: { perApp: 0, perAddress: 0 },
    relay: { enabled: false, allowPrivateTargets: true },
    markets: NOBODY,
    passwordCosts: PASSWORD_COSTS,
    // The callers of a test have their answers when it ends.
    connectionTimes: { settleMs: 0, drainMs: 0 },
    ...options,
  });
}
