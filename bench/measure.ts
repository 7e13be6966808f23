// Measures one case on one database: a fresh database, the service in one process, the load in another.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { createDatabase, type Kind, type TestDatabase } from '../test/support/databases.ts';
import type { BenchApp, Case } from './case.ts';
import type { LoadOrder, Round, RoundOrder } from './load.ts';
import { median } from './median.ts';
import { createBenchApp, openService } from './service.ts';

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Measurement {
  readonly name: string;
  readonly database: Kind;
  readonly perSecond: number;
  readonly echoPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the service per request, in microseconds. */
  readonly cpu: number;
  readonly echoCpu: number;
  readonly ratio: number;
  readonly target: number;
}

/** Echo and case take turns, so that a noisy machine disturbs both; the median turn counts. */
export async function measure(each: Case, kind: Kind, effort: Effort): Promise<Measurement> {
  const database = await createDatabase(kind);
  try {
    const app = await fill(database, each);
    const rounds = await compare(database, each, app, effort);
    const middle = (pick: (round: Turn) => number): number => median(rounds.map(pick));
    return {
      name: each.name,
      database: kind,
      perSecond: middle((turn) => turn.case.perSecond),
      echoPerSecond: middle((turn) => turn.echo.perSecond),
      p50: middle((turn) => turn.case.p50),
      p99: middle((turn) => turn.case.p99),
      cpu: middle((turn) => turn.case.cpu),
      echoCpu: middle((turn) => turn.echo.cpu),
      ratio: middle((turn) => turn.case.perSecond / turn.echo.perSecond),
      target: each.target[kind],
    };
  } finally {
    await database.drop();
  }
}

async function fill(database: TestDatabase, { setup }: Case): Promise<BenchApp> {
  const service = await openService(database.storage('production'));
  try {
    const app = await createBenchApp(service);
    await setup?.(service, app);
    // A server that has run for a minute has done this by itself.
    if (database.kind === 'postgres') await sql`analyze`.execute(service.context.storage.db);
    return app;
  } finally {
    await service.stop();
  }
}

type Costed = Round & { readonly cpu: number };

interface Turn {
  readonly echo: Costed;
  readonly case: Costed;
}

async function compare(
  database: TestDatabase,
  { name }: Case,
  app: BenchApp,
  { rounds, seconds }: Effort,
): Promise<Turn[]> {
  const storage = JSON.stringify(database.storage('production'));
  await using server = start('server.ts', [name, storage]);
  const { port } = await answerOf<{ port: number }>(server.process);
  await using load = start('load.ts', []);
  const order: LoadOrder = { name, port, app };
  load.process.send(order);
  await answerOf(load.process);

  const cpuTime = (): Promise<number> => {
    server.process.send('cpu');
    return answerOf<number>(server.process);
  };
  const round = async (of: RoundOrder['of']): Promise<Costed> => {
    const before = await cpuTime();
    load.process.send({ of, seconds } satisfies RoundOrder);
    const result = await answerOf<Round>(load.process);
    if (result.unexpected) throw new Error(`${name} answers ${result.unexpected}`);
    return { ...result, cpu: ((await cpuTime()) - before) / result.requests };
  };
  const turns: Turn[] = [];
  // The first turn warms up and does not count.
  for (let turn = 0; turn <= rounds; turn += 1) {
    turns.push({ echo: await round('echo'), case: await round('case') });
  }
  return turns.slice(1);
}

function start(file: string, args: readonly string[]) {
  // The log goes where a service's log goes in a container: to a stream that takes everything.
  const child = fork(new URL(file, import.meta.url), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message'), exit]);
    return message as T;
  } finally {
    exit.catch(() => {});
    ended.abort();
  }
}
