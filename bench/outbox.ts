// How fast notifications leave: a large backlog into a local game server, and one change while idle.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Worker } from '../src/background/worker.ts';
import { enqueue, takeNumbers } from '../src/outbox/outbox.ts';
import { writeHistory, writeRestrictions } from '../src/restriction/store.ts';
import type { Service } from '../src/service.ts';
import type { App } from '../src/tenants/directory.ts';
import { createDatabase, KINDS, type Kind } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import type { BenchApp } from './case.ts';
import type { Figure } from './figure.ts';
import type { Order, Receipt } from './game-server.ts';
import { MIB, ownMemory } from './memory.ts';
import { endDate, START_DATE } from './players.ts';
import { connect, startGameServer, withRelay } from './relay.ts';
import { createBenchApp, openService } from './service.ts';

const DRAINED = 100_000;
const QUEUED = 1_000_000;
const CHUNK = 10_000;
const IDLE_CHANGES = 500;

const period = (index: number) => ({ start_date: START_DATE, end_date: endDate(index) });

interface Bench {
  readonly service: Service;
  readonly app: BenchApp;
  readonly gameServer: ChildProcess;
}

export async function benchOutbox(kinds: readonly Kind[] = KINDS): Promise<Figure[]> {
  const server = process.env.BENCH_DATABASE_URL
    ? undefined
    : await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await benchOn(kind)));
    return figures;
  } finally {
    await server?.stop();
  }
}

async function benchOn(kind: Kind): Promise<Figure[]> {
  const database = await createDatabase(kind);
  const { gameServer, url } = await startGameServer();
  const service = await openService(database.storage('production'));
  try {
    const app = await createBenchApp(service);
    const bench = { service, app, gameServer };
    await connect(service, app, url);
    const idle = await withRelay(service, (relay) => idleLatency(bench, relay));
    await fill(bench, DRAINED);
    const drained = await withRelay(service, (relay) => drainRate(bench, relay));
    await fill(bench, QUEUED);
    const growth = await withRelay(service, (relay) => memoryGrowth(bench, relay));
    return [
      { name: `Notified users, ${kind}`, value: drained, unit: 'per second', atLeast: 10_000 },
      { name: `Notified after the answer, p99, ${kind}`, value: idle, unit: 'ms', atMost: 50 },
      { name: `Memory for 1,000,000 queued, ${kind}`, value: growth, unit: 'MiB', atMost: 60 },
    ];
  } finally {
    gameServer.disconnect();
    await service.stop();
    await database.drop();
  }
}

async function fill({ service, app }: Bench, count: number): Promise<void> {
  const { storage, clock } = service.context;
  for (let filled = 0; filled < count; filled += CHUNK) {
    await storage.db.transaction().execute(async (tx) => {
      const first = await takeNumbers(tx, app.gameIndex, 'restriction', CHUNK);
      const rows = Array.from({ length: CHUNK }, (_, index) => ({
        game_index: app.gameIndex,
        channel: 'restriction' as const,
        seq: first + index,
        subject: String(first + index),
        payload: JSON.stringify({ player_id: first + index, status: 'B', ...period(index) }),
        traceparent: null,
        created_at: clock(),
        appid: app.appid,
      }));
      await enqueue(tx, rows);
      // What is not the player's restriction any more would not be sent.
      await writeRestrictions(
        tx,
        rows.map(({ subject }, index) => ({
          gameIndex: app.gameIndex,
          appid: app.appid,
          playerId: BigInt(subject),
          scope: 'login',
          status: 'B',
          blockType: app.blockType,
          startDate: START_DATE,
          endDate: endDate(index),
          startsAt: 0,
          endsAt: Number.MAX_SAFE_INTEGER,
          actor: { kind: 'client', name: 'bench' },
          sinceSeq: 0,
          isAppealed: false,
          hasDevices: false,
        })),
        clock(),
      );
      await writeHistory(
        tx,
        rows.map(({ seq, subject }) => ({
          game_index: app.gameIndex,
          seq,
          appid: app.appid,
          player_id: BigInt(subject),
          at: clock(),
          action: 'registered',
          actor_kind: 'system',
          actor: 'bench',
          comment: null,
          before_change: null,
          after_change: null,
          scope: 'login',
          event_seq: null,
        })),
      );
    });
  }
}

/** Users per second, the whole way: read, write down, send, settle. */
async function drainRate(bench: Bench, relay: Worker): Promise<number> {
  const begun = performance.now();
  await drain(bench, relay, DRAINED);
  return DRAINED / ((performance.now() - begun) / 1_000);
}

/** Of the whole process at its highest, in MiB. */
async function memoryGrowth(bench: Bench, relay: Worker): Promise<number> {
  const before = ownMemory();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, ownMemory());
  }, 50);
  await drain(bench, relay, QUEUED);
  clearInterval(watch);
  return (highest - before) / MIB;
}

async function drain({ gameServer }: Bench, relay: Worker, users: number): Promise<void> {
  const before = await order(gameServer, 'count');
  await relay.turn();
  const told = (await order(gameServer, 'count')).users - before.users;
  if (told !== users) throw new Error(`${told} users were told instead of ${users}`);
}

/** From the answer of one change to its receipt, nothing else going on: the 99th percentile in ms. */
async function idleLatency({ service, app, gameServer }: Bench, relay: Worker): Promise<number> {
  const { directory, restrictions } = service;
  relay.start();
  const known = (await directory.app(app.appid)) as App;
  const waits: number[] = [];
  for (let change = 1; change <= IDLE_CHANGES; change += 1) {
    const told = order(gameServer, 'tell');
    await restrictions.set(
      known,
      { player_id: BigInt(change), status: 'B', block_type: app.blockType, ...period(change) },
      { actor: { kind: 'system', name: 'bench' } },
    );
    const answered = performance.timeOrigin + performance.now();
    waits.push(Math.max((await told).at - answered, 0));
  }
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
}

async function order(gameServer: ChildProcess, message: Order): Promise<Receipt> {
  const answer = once(gameServer, 'message') as Promise<[Receipt]>;
  gameServer.send(message);
  return (await answer)[0];
}
