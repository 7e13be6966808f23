// What costs among millions of purchases and restrictions: new ones through the service, pages, searches, a file, the disk.
import { sql } from 'kysely';
import { isRejection } from '../src/audit/operation.ts';
import { createRetention } from '../src/background/retention.ts';
import { openPurchaseFile } from '../src/payment/queries/purchase-file.ts';
import { type RetentionDays, retentionRules } from '../src/retention.ts';
import type { Service } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import type { Db } from '../src/storage/db.ts';
import { appOf } from '../src/tenants/apps.ts';
import { createDatabase, type Kind, type TestDatabase } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { sign } from './app-store.ts';
import { findCase } from './case.ts';
import { compare, type Effort, measure } from './measure.ts';
import { median } from './median.ts';
import { buyerAccount, buyerOf, type Filled, fillDatabase, type Volume } from './scale/fill.ts';
import { MARKS, purchaseRequest, restrictionRequest, transactionWith } from './scale/sample.ts';
import { ADMIN_TOKEN, openService } from './service.ts';
import { sizesOf } from './storage.ts';

interface ScaleOptions extends Volume {
  readonly effort: Omit<Effort, 'databasePid'>;
  /** How often each question is asked. */
  readonly questions: number;
  /** Without the cases, which take a process each. */
  readonly isShort?: boolean;
}

/** A figure of the table; lower or higher is not judged here. */
export interface ScaleFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const INSERTS = ['apple-verify-new', 'block-set'] as const;
const EXPORTED_AT_MOST = 1_000_000;
const PAGE = 100;
const AT_ONCE = 50;
const NEW_PER_QUESTION = 10;
const NEW_ID = 6_000_000_000_000;
const NEW_PLAYER = 1_000_000;
const NEW_STRIDE = 617_333;
const IS_NEW = /"serviceDuplicated":false|"result_code":0,/;
const DEEP_PAGE = 500;
const DAY_MS = 24 * 60 * 60_000;
/** Large enough for the indexes that are in use; the rest is the system's cache. */
const SERVER = ['shared_buffers=2GB', 'max_wal_size=8GB', 'wal_level=minimal', 'max_wal_senders=0'];

export async function benchScale(
  kinds: readonly Kind[],
  options: ScaleOptions,
  say: (line: string) => void = () => {},
): Promise<ScaleFigure[]> {
  const figures: ScaleFigure[] = [];
  for (const kind of kinds) {
    const server =
      kind === 'postgres' && !process.env.BENCH_DATABASE_URL
        ? await startPostgres({ durable: true, settings: SERVER })
        : undefined;
    if (kind === 'postgres')
      process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
    try {
      const add = (name: string, value: number, unit: string): void => {
        figures.push({ name: `${kind}, ${name}`, value, unit });
        say(`${kind}, ${name}: ${value.toFixed(value < 100 ? 2 : 0)} ${unit}`);
      };
      await measureScale(kind, options, server?.pid, add);
    } finally {
      await server?.stop();
    }
  }
  return figures;
}

type Add = (name: string, value: number, unit: string) => void;

async function measureScale(
  kind: Kind,
  options: ScaleOptions,
  databasePid: number | undefined,
  add: Add,
): Promise<void> {
  const database = await createDatabase(kind);
  try {
    const begun = performance.now();
    const filled = await fillDatabase(database.storage('production'), options);
    add('filled', (performance.now() - begun) / 1_000, 's');
    await measureSizes(database, filled, add);
    if (!options.isShort) {
      const effort = { ...options.effort, databasePid };
      for (const name of INSERTS) await measureInserts(database, filled, name, effort, kind, add);
    }
    const storage = database.storage('production');
    // One connection, so that the server's statistics are complete.
    const service = await openService(
      storage.kind === 'postgres' ? { ...storage, poolSize: 1 } : storage,
    );
    try {
      const scans = await watchScans(service.context.storage.db, kind);
      await measureQuestions(service, filled, options.questions, add);
      await measureNew(service, filled, options.questions * NEW_PER_QUESTION, add);
      await measureExport(service, filled, add);
      await measureRetention(service, filled, add);
      for (const [table, rows] of await scans())
        add(`rows read by scans of ${table}`, rows, 'rows');
    } finally {
      await service.stop();
    }
  } finally {
    await database.drop();
  }
}

async function measureSizes(database: TestDatabase, filled: Filled, add: Add): Promise<void> {
  const sizes = [...(await sizesOf(database, false))].sort(([, a], [, b]) => b - a);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  add('on disk', total / 1e9, 'GB');
  for (const [name, bytes] of sizes) {
    if (bytes < total / 200) continue;
    const isOfRestrictions = /restrict/.test(name);
    const rows = isOfRestrictions ? filled.restrictions : filled.purchases;
    add(
      `on disk, ${name}`,
      bytes / rows,
      `bytes per ${isOfRestrictions ? 'restriction' : 'purchase'}`,
    );
  }
}

/** New ones on top of the full tables, and on empty ones a moment later. */
async function measureInserts(
  database: TestDatabase,
  { app }: Filled,
  name: (typeof INSERTS)[number],
  effort: Effort,
  kind: Kind,
  add: Add,
): Promise<void> {
  const { peer: _peer, ...measured } = await findCase(name);
  const turns = await compare(database, measured, app, effort);
  const empty = await measure(measured, kind, effort);
  add(`${name}, full tables`, median(turns.map((turn) => turn.case.perSecond)), 'per second');
  add(`${name}, empty tables`, empty.perSecond, 'per second');
  add(`${name}, full tables, p99`, median(turns.map((turn) => turn.case.p99)), 'ms');
  add(`${name}, empty tables, p99`, empty.p99, 'ms');
  // SQLite works in the process of the service.
  const costOf = (turn: (typeof turns)[number]): number =>
    turn.case.cpu + (kind === 'sqlite' ? 0 : turn.case.databaseCpu);
  const costs = turns.map(costOf);
  add(`${name}, full tables, processor`, median(costs), 'µs each');
  add(`${name}, empty tables, processor`, empty.cpu + empty.databaseCpu, 'µs each');
}

/** Purchases and restrictions that arrive together, in this process: what each costs. */
async function measureNew(
  service: Service,
  { app }: Filled,
  count: number,
  add: Add,
): Promise<void> {
  const account = buyerAccount(0);
  const verify = { 'x-app-id': app.appid, authorization: `Bearer ${app.token}` };
  const requests = {
    purchase: Array.from({ length: count }, (_, index) => ({
      url: '/payment/v1/purchase/verify',
      headers: verify,
      body: purchaseRequest(sign(transactionWith(String(NEW_ID + index), account)), account),
    })),
    restriction: Array.from({ length: count }, (_, index) => ({
      url: '/game/block/set',
      headers: { iscrypt: '0' },
      body: {
        appid: app.appid,
        service_certification_key: app.key,
        ...restrictionRequest(app, NEW_PLAYER + ((index * NEW_STRIDE) % count), MARKS.end),
      },
    })),
  };
  for (const [what, all] of Object.entries(requests)) {
    const pages = await pagesRead(service);
    const cpu = process.cpuUsage();
    const begun = performance.now();
    for (let first = 0; first < count; first += AT_ONCE) {
      const answers = await Promise.all(
        all
          .slice(first, first + AT_ONCE)
          .map(({ url, headers, body }) =>
            service.app.inject({ method: 'POST', url, headers: { ...headers }, body }),
          ),
      );
      const refused = answers.find(({ body }) => !IS_NEW.test(body));
      if (refused) throw new Error(`a new ${what} is answered with ${refused.body}`);
    }
    const seconds = (performance.now() - begun) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    add(`new ${what}s, ${AT_ONCE} at a time`, count / seconds, 'per second');
    add(`new ${what}, processor of the service`, (user + system) / count, 'µs');
    const touched = (await pagesRead(service)) - pages;
    if (touched > 0) add(`new ${what}, pages`, touched / count, 'pages of 8 kB');
  }
}

interface Question {
  readonly way: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: (turn: number) => object;
  readonly query?: (turn: number) => string;
}

async function measureQuestions(
  service: Service,
  filled: Filled,
  count: number,
  add: Add,
): Promise<void> {
  const { app, purchases, cycles, restrictions } = filled;
  const payment = { 'x-app-id': app.appid, authorization: `Bearer ${app.token}` };
  const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const consumables = purchases - cycles;
  const from = new Date(Date.now() - 29 * DAY_MS).toISOString();
  const page = { providerId: 'APPLE', startDate: from, size: PAGE };
  const some = (turn: number, of: number): number => ((turn * 7_919) % of) + 1;
  const history = { path: '/payment/v1/transactions', headers: payment };
  const cursor = await cursorAt(service, { ...history, body: () => page }, DEEP_PAGE);
  const search = `/admin/v1/apps/${app.appid}/purchases`;
  const playerOf = (turn: number): number => MARKS.player + some(turn, restrictions);
  const questions: Question[] = [
    { way: 'purchase history, first page', ...history, body: () => page },
    { way: `purchase history, page ${DEEP_PAGE}`, ...history, body: () => ({ ...page, cursor }) },
    {
      way: 'purchase history of a player',
      ...history,
      body: (turn) => ({
        ...page,
        targetPlayerId: MARKS.player + buyerOf(consumables - some(turn, consumables / 20), filled),
      }),
    },
    {
      way: 'search by order id',
      path: search,
      headers: admin,
      query: (turn) =>
        `store_transaction_id=${Number(MARKS.transaction) + some(turn, consumables)}`,
    },
    {
      way: 'search by account',
      path: search,
      headers: admin,
      query: (turn) => `account_uuid=${buyerAccount(buyerOf(some(turn, consumables), filled))}`,
    },
    {
      way: 'search by player',
      path: search,
      headers: admin,
      query: (turn) => `player_id=${MARKS.player + buyerOf(some(turn, consumables), filled)}`,
    },
    {
      way: 'restriction of a player',
      path: '/v2/game/block/get',
      headers: { iscrypt: '0', 'x-access-token': app.token },
      body: (turn) => ({ appid: app.appid, player_id: playerOf(turn) }),
    },
    {
      way: 'restricted players, first page',
      path: `/admin/v1/apps/${app.appid}/restrictions`,
      headers: admin,
      query: () => 'limit=100',
    },
    {
      way: 'restriction history of a player',
      path: `/admin/v1/apps/${app.appid}/players/PLAYER/history`,
      headers: admin,
      query: () => '',
    },
  ];
  for (const question of questions) {
    const waits: number[] = [];
    const before = await pagesRead(service);
    for (let turn = 0; turn < count; turn += 1) {
      const begun = performance.now();
      await ask(
        service,
        { ...question, path: question.path.replace('PLAYER', String(playerOf(turn))) },
        turn,
      );
      waits.push(performance.now() - begun);
    }
    add(`${question.way}, p50`, median(waits), 'ms');
    const pages = (await pagesRead(service)) - before;
    if (pages > 0) add(`${question.way}, pages`, pages / count, 'pages of 8 kB');
  }
}

/** Pages of tables and indexes that the server has touched so far, cached or not: a cost that no busy machine changes. */
async function pagesRead({ context }: Service): Promise<number> {
  const { db, kind } = context.storage;
  if (kind === 'sqlite') return 0;
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ pages: number }>`
    select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0)
      + coalesce(toast_blks_read, 0) + coalesce(toast_blks_hit, 0) + coalesce(tidx_blks_read, 0)
      + coalesce(tidx_blks_hit, 0))::bigint as pages
    from pg_statio_user_tables where schemaname = 'production'`.execute(db);
  return Number(rows[0]?.pages);
}

async function ask({ app }: Service, question: Omit<Question, 'way'>, turn = 0) {
  const { path, headers, body, query } = question;
  const url = query ? `${path}?${query(turn)}` : path;
  const answer = await app.inject(
    body ? { method: 'POST', url, headers, body: body(turn) } : { method: 'GET', url, headers },
  );
  const parsed = JSON.parse(answer.body);
  // Everything that is asked for is there.
  const found = parsed.items ?? parsed.history ?? parsed.data;
  if (answer.statusCode !== 200 || found === undefined || found.length === 0)
    throw new Error(`${url} answers ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return parsed;
}

/** Of a page as deep as wanted, or of the last one that has a page after it. */
async function cursorAt(service: Service, question: Omit<Question, 'way'>, page: number) {
  let cursor: string | undefined;
  for (let number = 1; number < page; number += 1) {
    const body = { ...question.body?.(0), ...(cursor !== undefined && { cursor }) };
    const { meta } = await ask(service, { ...question, body: () => body });
    if (!meta.page.hasNext) break;
    cursor = meta.page.nextCursor;
  }
  return cursor;
}

async function measureExport(
  { context, directory }: Service,
  { app: { appid }, begun }: Filled,
  add: Add,
): Promise<void> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) throw new Error(app.detail);
  const query = { provider: 'APPLE', from: new Date(begun).toISOString() } as const;
  const file = await openPurchaseFile({ context, app }, query);
  if (isRejection(file)) throw new Error(file.detail);
  let exported = 0;
  const started = performance.now();
  const chunks = file.chunks((some) => {
    exported += some;
  });
  for await (const _chunk of chunks) if (exported >= EXPORTED_AT_MOST) break;
  add('export', (exported / (performance.now() - started)) * 1_000, 'purchases per second');
}

/** Deletes the older half of the notices, while somebody restricts players one after the other. */
async function measureRetention(
  service: Service,
  { app, notices }: Filled,
  add: Add,
): Promise<void> {
  const { storage, clock } = service.context;
  const days = { notices: 182 } as RetentionDays;
  let removed = 0;
  const worker = createRetention({
    storage,
    clock,
    log: createLog('silent'),
    rules: retentionRules(days).filter(({ table }) => table === 'market_notice'),
    onRemoved: (_table, rows) => {
      removed += rows;
    },
  });
  const waits: number[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let player = 1; !isOver; player += 1) {
      const body = { appid: app.appid, service_certification_key: app.key };
      const restriction = restrictionRequest(app, player, '2036-01-01 00:00:00');
      const begun = performance.now();
      const url = '/game/block/set';
      const headers = { iscrypt: '0' };
      await service.app.inject({ method: 'POST', url, headers, body: { ...body, ...restriction } });
      waits.push(performance.now() - begun);
    }
  };
  const writing = write();
  const started = performance.now();
  await worker.turn();
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await writing;
  if (removed < notices / 3) throw new Error(`only ${removed} of ${notices} notices were deleted`);
  add('retention', removed / seconds, 'notices deleted per second');
  waits.sort((a, b) => a - b);
  add('a restriction meanwhile, p50', median(waits), 'ms');
  add('a restriction meanwhile, p99', waits[Math.floor(waits.length * 0.99)] ?? Number.NaN, 'ms');
}

/** How many rows of which tables are read without an index until it is called; PostgreSQL alone tells. */
async function watchScans(db: Db, kind: Kind): Promise<() => Promise<Map<string, number>>> {
  const read = async (): Promise<Map<string, number>> => {
    if (kind === 'sqlite') return new Map();
    // Statistics of a connection show after a moment unless it is asked to hand them over.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ name: string; rows: number }>`
      select relname as name, seq_tup_read::bigint as rows from pg_stat_user_tables
      where schemaname = 'production' and relname in ('purchase', 'subscription', 'market_notice',
        'account_link', 'restricted_player', 'restriction_history')`.execute(db);
    return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]));
  };
  const before = await read();
  return async () => {
    const after = await read();
    return new Map([...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)]));
  };
}
