// Measures one case on one database: a fresh database, the service in one process, the load in another, a peer in a third.
import { createDatabase, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { BenchApp, Case } from './case.ts';
import type { LoadOrder, Party, Round, RoundOrder } from './load.ts';
import { median } from './median.ts';
import { MIB, type Usage } from './memory.ts';
import { startPeer } from './peer.ts';
import { startProcess } from './process.ts';
import { coresNow, idleSince, timeOfTree } from './processor.ts';
import { createBenchApp, openService } from './service.ts';

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** The database server's process, if it is the bench's. */
  readonly databasePid: number | undefined;
}

/** Processor times are microseconds per request; latencies milliseconds. */
export interface Measurement {
  readonly name: string;
  readonly database: Kind;
  readonly perSecond: number;
  readonly echoPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly echoCpu: number;
  /** Of the database server; 0 where the service is its own. */
  readonly databaseCpu: number;
  /** The share of all cores that stood idle. */
  readonly idle: number;
  /** The service's own memory at its highest, in MiB. */
  readonly memory: number;
  readonly ratio: number;
  readonly target: number;
  readonly peer?: PeerMeasurement;
}

export interface PeerMeasurement {
  readonly name: string;
  readonly perSecond: number;
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly idle: number;
  /** How many times as many requests per second the case answers. */
  readonly times: number;
}

/** Echo, case and peer take turns, so that a noisy machine disturbs all; the median turn counts. */
export async function measure(each: Case, kind: Kind, effort: Effort): Promise<Measurement> {
  const database = await createDatabase(kind);
  try {
    const app = await fill(database, each);
    const turns = await compare(database, each, app, effort);
    const middle = (pick: (turn: Turn) => number): number => median(turns.map(pick));
    const ofPeer = (pick: (round: Costed, turn: Turn) => number): number =>
      middle((turn) => pick(turn.peer as Costed, turn));
    return {
      name: each.name,
      database: kind,
      perSecond: middle((turn) => turn.case.perSecond),
      echoPerSecond: middle((turn) => turn.echo.perSecond),
      p50: middle((turn) => turn.case.p50),
      p99: middle((turn) => turn.case.p99),
      cpu: middle((turn) => turn.case.cpu),
      echoCpu: middle((turn) => turn.echo.cpu),
      databaseCpu: kind === 'sqlite' ? 0 : middle((turn) => turn.case.databaseCpu),
      idle: middle((turn) => turn.case.idle),
      memory: Math.max(...turns.map((turn) => turn.case.memory)) / MIB,
      ratio: middle((turn) => turn.case.perSecond / turn.echo.perSecond),
      target: each.target[kind],
      ...(each.peer && {
        peer: {
          name: each.peer.name,
          perSecond: ofPeer((peer) => peer.perSecond),
          cpu: ofPeer((peer) => peer.cpu),
          databaseCpu: ofPeer((peer) => peer.databaseCpu),
          idle: ofPeer((peer) => peer.idle),
          times: ofPeer((peer, turn) => turn.case.perSecond / peer.perSecond),
        },
      }),
    };
  } finally {
    await database.drop();
  }
}

export async function fill(database: TestDatabase, { setup }: Case): Promise<BenchApp> {
  const service = await openService(database.storage('production'));
  try {
    const app = await createBenchApp(service);
    await setup?.(service, app);
    return app;
  } finally {
    await service.stop();
  }
}

type Costed = Round & Usage & { readonly databaseCpu: number; readonly idle: number };
type Turn = Readonly<Record<'echo' | 'case', Costed>> & { readonly peer?: Costed };

export async function compare(
  database: TestDatabase,
  { name, peer: wanted }: Case,
  app: BenchApp,
  { rounds, seconds, databasePid }: Effort,
): Promise<Turn[]> {
  const storage = JSON.stringify(database.storage('production'));
  await using server = await startProcess<{ port: number }>(
    'server.ts',
    [name, storage],
    PRELOADED,
  );
  await using peer = wanted ? await startPeer(wanted.name, app) : undefined;
  await using load = await startProcess('load.ts');
  const ports = { case: server.answer.port, ...(peer && { peer: peer.answer.port }) };
  await load.ask({ name, ports, app } satisfies LoadOrder);

  const round = async (of: Party): Promise<Costed> => {
    const asked = of === 'peer' && peer ? peer : server;
    const before = await asked.ask<Usage>();
    const databaseBefore = timeOfTree(databasePid);
    const cores = coresNow();
    const result = await load.ask<Round>({ of, seconds } satisfies RoundOrder);
    if (result.unexpected) throw new Error(`${name} answers ${result.unexpected}`);
    const idle = idleSince(cores);
    const { cpu, memory } = await asked.ask<Usage>();
    return {
      ...result,
      memory,
      idle,
      cpu: (cpu - before.cpu) / result.requests,
      databaseCpu: (timeOfTree(databasePid) - databaseBefore) / result.requests,
    };
  };
  const turns: Turn[] = [];
  // The first turn warms up and does not count.
  for (let turn = 0; turn <= rounds; turn += 1) {
    const own = { echo: await round('echo'), case: await round('case') };
    turns.push(peer ? { ...own, peer: await round('peer') } : own);
  }
  return turns.slice(1);
}
