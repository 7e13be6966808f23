// The database goes away under load and comes back: what callers got meanwhile, and that nothing acknowledged is lost.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { StorageOptions } from '../../src/storage/storage.ts';
import { type GameServer, startGameServer } from '../outbox/game-server.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';
import {
  openAppStore,
  type PurchaseFigures,
  type PurchaseLoad,
  startPurchases,
} from './purchase-load.ts';
import {
  ADMIN_TOKEN,
  call,
  openRestrictionApp,
  outboxOf,
  type RestrictionApp,
} from './restriction-app.ts';
import {
  checkKept,
  type Kept,
  type Load,
  type LoadFigures,
  startLoad,
} from './restriction-load.ts';

const PROBE_EVERY_MS = 100;
/** Of the changes that must be acknowledged. */
const CHANGES_PER_SALE = 10;

export interface Outage {
  /** The settings of the service. */
  readonly variables: Record<string, string>;
  /** Where to look afterwards. */
  readonly storage: StorageOptions;
  /** Changes that must be acknowledged before, and again afterwards. */
  readonly changes: number;
  /** From a database that works to one that works again. */
  happen(watched: Watched): Promise<void>;
}

export interface Watched {
  readonly load: Load;
  /** Resolves when `/health/ready` has answered 503. */
  unready(): Promise<void>;
  /** Resolves when a caller has got an error since. */
  refused(): Promise<void>;
}

export interface OutageProof extends LoadFigures, Kept {
  /** The same of purchases, which were verified meanwhile. */
  readonly purchases: PurchaseFigures & { readonly lost: number };
  /** Why `/health/ready` answered 503. */
  readonly reasons: readonly string[];
  /** The slowest answer of `/health/ready`. */
  readonly slowestProbeMs: number;
  /** From the return of the database to the next acknowledged change. */
  readonly resumedAfterMs: number;
}

export async function proveOutage(outage: Outage): Promise<OutageProof> {
  const gameServer = await startGameServer();
  const store = await openAppStore();
  const service = await startProcess({
    ...outage.variables,
    APPLE_ROOT_FINGERPRINTS: store.rootFingerprint,
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'silent',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
  });
  try {
    await service.ready();
    const app = await openRestrictionApp(service.url, gameServer);
    const purchases = await startPurchases(service.url, app, store);
    return await happenUnderLoad(outage, service, app, gameServer, purchases);
  } finally {
    await service.kill();
    await gameServer.close();
  }
}

async function happenUnderLoad(
  { storage, changes, happen }: Outage,
  service: RunningProcess,
  app: RestrictionApp,
  gameServer: GameServer,
  purchases: PurchaseLoad,
): Promise<OutageProof> {
  const load = startLoad(app, () => [service.url]);
  const probes = startProbes(service.url);
  const sales = Math.ceil(changes / CHANGES_PER_SALE);
  const more = async (than: number, sold: number): Promise<void> => {
    await until(() => load.figures().acknowledged >= than + changes);
    await until(() => purchases.figures().acknowledged >= sold + sales);
  };
  await more(0, 0);
  const refusedBefore = load.figures().refused;
  await happen({
    load,
    unready: () => until(() => probes.reasons.size > 0),
    refused: () => until(() => load.figures().refused > refusedBefore),
  });
  const back = performance.now();
  const before = load.figures().acknowledged;
  const sold = purchases.figures().acknowledged;
  await until(() => load.figures().acknowledged > before);
  const resumedAfterMs = Math.round(performance.now() - back);
  await more(before, sold);
  const figures = await load.stop();
  const bought = await purchases.stop();
  await service.ready();
  await until(async () => (await call(outboxOf(service.url, app), 'GET')).waiting === 0);
  const slowestProbeMs = await probes.stop();
  assert.equal(await service.stop(), 0, 'the same process to the end');
  const kept = await checkKept(storage, app, load, gameServer);
  const lost = await purchases.countLost(storage);
  return {
    ...figures,
    ...kept,
    purchases: { ...bought, lost },
    reasons: [...probes.reasons],
    slowestProbeMs,
    resumedAfterMs,
  };
}

/** Asks for the readiness as an orchestrator does, and more often. */
function startProbes(url: string) {
  const reasons = new Set<string>();
  let slowest = 0;
  let isOver = false;
  const probe = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      const response = await fetch(`${url}/health/ready`);
      const { reason } = (await response.json()) as { reason?: string };
      slowest = Math.max(slowest, Math.round(performance.now() - began));
      if (reason !== undefined) reasons.add(reason);
      await wait(PROBE_EVERY_MS);
    }
  };
  const ended = probe();
  ended.catch(() => {});
  return {
    reasons,
    async stop(): Promise<number> {
      isOver = true;
      await ended;
      return slowest;
    },
  };
}
