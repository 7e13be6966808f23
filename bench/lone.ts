// One new App Store purchase at a time, as most studios sell: what it costs with all that follows from it, and how the first ones of a process fare.
import { setTimeout } from 'node:timers/promises';
import { createDatabase, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { PRELOADED } from '../test/support/process.ts';
import { type BenchApp, findCase } from './case.ts';
import type { Figure } from './figure.ts';
import type { LoadOrder, Round, RoundOrder } from './load.ts';
import { fill } from './measure.ts';
import { median } from './median.ts';
import type { Usage } from './memory.ts';
import { installPeers, startPeer } from './peer.ts';
import { startProcess } from './process.ts';
import { timeOfTree } from './processor.ts';

const CASE = 'apple-verify-new';
const FIRST = 100;
/** One after another: after a pause, a virtual core that has to wake up takes as long again, whoever runs on it. */
const LONE = 500;
/** What a purchase wakes has been done by then. */
const FOLLOWING_MS = 10_000;
const IDLE_MS = 20_000;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const AT_MOST = {
  first: { sqlite: 4, postgres: 6 },
  lone: { sqlite: 1.6, postgres: 2.5 },
  spread: 3,
} as const;
const TIMES_PEER = { sqlite: 3.5, postgres: 2.5 } as const;

export async function benchLone(kinds: readonly Kind[]): Promise<Figure[]> {
  installPeers();
  // The peer needs one in any case.
  const server = await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = server.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await onKind(kind, server)));
    return figures;
  } finally {
    await server.stop();
  }
}

async function onKind(kind: Kind, { pid }: PostgresServer): Promise<Figure[]> {
  const database = await createDatabase(kind);
  try {
    const app = await fill(database, await findCase(CASE));
    return await onDatabase(database, kind, app, pid);
  } finally {
    await database.drop();
  }
}

async function onDatabase(
  database: TestDatabase,
  kind: Kind,
  app: BenchApp,
  databasePid: number | undefined,
): Promise<Figure[]> {
  const storage = JSON.stringify(database.storage('production'));
  await using server = await startProcess<{ port: number }>(
    'server.ts',
    [CASE, storage],
    PRELOADED,
  );
  await using peer = await startPeer('express', app);
  await using load = await startProcess('load.ts');
  const ports = { case: server.answer.port, peer: peer.answer.port };
  await load.ask({ name: CASE, ports, app } satisfies LoadOrder);

  const round = async (order: RoundOrder): Promise<Round> => {
    const result = await load.ask<Round>(order);
    if (result.unexpected) throw new Error(`${CASE} answers ${result.unexpected}`);
    return result;
  };
  /** In microseconds. */
  const used = async (): Promise<number> =>
    (await server.ask<Usage>()).cpu + (kind === 'postgres' ? timeOfTree(databasePid) : 0);
  const usedBy = async (work: () => Promise<unknown>): Promise<{ us: number; ms: number }> => {
    const before = await used();
    const begun = performance.now();
    await work();
    return { us: (await used()) - before, ms: performance.now() - begun };
  };
  const alone = { of: 'case', seconds: ROUND_SECONDS, inFlight: 1 } as const;

  const first = await usedBy(() => round({ ...alone, seconds: 60, requests: FIRST }));
  for (const party of ['case', 'peer'] as const) await round({ of: party, seconds: ROUND_SECONDS });
  const times: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const own = await round(alone);
    times.push(own.perSecond / (await round({ ...alone, of: 'peer' })).perSecond);
  }
  const spread: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const { p50, p99 } = await round({ ...alone, inFlight: 32 });
    spread.push(p99 / p50);
  }
  await setTimeout(IDLE_MS);
  const idle = await usedBy(() => setTimeout(IDLE_MS));
  const lone = await usedBy(async () => {
    await round({ ...alone, seconds: 600, requests: LONE });
    await setTimeout(FOLLOWING_MS);
  });
  const ownUs = lone.us - (idle.us / idle.ms) * lone.ms;
  const ms = 'ms of processor, service and database';
  return [
    {
      name: `Each of the first ${FIRST} purchases of a process, ${kind}`,
      value: first.us / 1_000 / FIRST,
      unit: ms,
      atMost: AT_MOST.first[kind],
    },
    {
      name: `A lone purchase and what follows within ${FOLLOWING_MS / 1_000} s, ${kind}`,
      value: ownUs / 1_000 / LONE,
      unit: ms,
      atMost: AT_MOST.lone[kind],
    },
    {
      name: `Purchases one at a time, ${kind}`,
      value: median(times),
      unit: "times Express with Apple's library",
      atLeast: TIMES_PEER[kind],
    },
    {
      name: `32 purchases under way, ${kind}`,
      value: median(spread),
      unit: 'times p50 is p99',
      atMost: AT_MOST.spread,
    },
  ];
}
