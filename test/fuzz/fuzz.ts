// Sends spoilt requests to a listening service, judges every answer, and shows a good call in between.
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { captureLog } from '../http/log-lines.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { type FuzzAnswer, faultsOf, isLetIn } from './judge.ts';
import { type Operation, operationsOf, routesOf } from './operations.ts';
import { asCurl, type FuzzRequest, makeRequest, type Sender } from './requests.ts';
import { countRows, createWorld, type World } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Only this request, to look into it. */
  readonly only?: number | undefined;
}

export interface Fuzzed {
  readonly operations: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
}

const AT_ONCE = 20;
const GOOD_CALL_EVERY = 25;
const MOST_FAULTS = 30;
/** An operator has saved credentials that the market rejects, and is told so. */
const WRONG_SETTINGS = /check the market settings/;
/** A machine with other work is slow, and a request that is not answered hides those that are answered badly. */
const TIMEOUT_MS = 600_000;
/** A wrong password is counted, so that guessing ends; background work counts its calls and its turns. */
const COUNTED = ['sign_in_failure', 'activity_count', 'turn'];

type Log = ReturnType<typeof captureLog>;

export async function fuzz(
  gate: Gate,
  markets: Markets,
  log: Log,
  options: FuzzOptions,
): Promise<Fuzzed> {
  const routes = await routesOf(() => gate.secondService());
  const { app } = gate.service;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  gate.service.start();
  const operations = operationsOf(routes);
  const statuses: Record<string, number> = {};
  const faults = new Map<string, string>();
  const run = { gate, markets, log, operations, port, statuses, faults, options };
  try {
    await fuzzBoth(run);
  } finally {
    assert.equal(faults.size, 0, [...faults.values()].join('\n'));
  }
  return { operations: operations.length, requests: options.requests, statuses };
}

async function fuzzBoth(run: Run): Promise<void> {
  const { gate, markets, options } = run;
  const { seed, requests } = options;
  const half = Math.floor(requests / 2);
  const world = await createWorld(gate, markets);
  const before = await countRows(gate);
  await fuzzAs(run, world, 'strangers', 0, half);
  const after = await countRows(gate);
  for (const table of COUNTED) Object.assign(after, { [table]: before[table] });
  assert.deepEqual(after, before, `strangers left rows; seed ${seed}`);
  await assertWorks(run, world);
  await fuzzAs(run, world, 'callers', half, requests);
  await assertWorks(run, await createWorld(gate, markets));
  // Every world has one genuine purchase, beside the refunded one of its debtor.
  const purchases = await gate.service.context.storage.db
    .selectFrom('purchase')
    .select('appid')
    .where('cancel_state', '=', 0)
    .execute();
  const apps = purchases.map(({ appid }) => appid);
  assert.deepEqual(apps, [...new Set(apps)], `a spoilt receipt was recorded; seed ${seed}`);
}

interface Run {
  readonly gate: Gate;
  readonly markets: Markets;
  readonly log: Log;
  readonly operations: readonly Operation[];
  readonly port: number;
  readonly statuses: Record<string, number>;
  readonly faults: Map<string, string>;
  readonly options: FuzzOptions;
}

async function fuzzAs(
  run: Run,
  first: World,
  who: 'strangers' | 'callers',
  from: number,
  to: number,
): Promise<void> {
  const { operations, options, port, statuses } = run;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let world = first;
  try {
    for (let start = from, batch = 0; start < to; start += AT_ONCE, batch += 1) {
      const senders: Sender[] = Object.entries(world[who]).map(([name, credential]) => ({
        name,
        credential,
      }));
      const numbers = Array.from(
        { length: Math.min(AT_ONCE, to - start) },
        (_, index) => start + index,
      ).filter((number) => options.only === undefined || number === options.only);
      const requests = numbers.map((number) => ({
        number,
        request: makeRequest(world, operations, senders, options.seed, number),
      }));
      let isChanged = false;
      await Promise.all(
        requests.map(async ({ number, request }) => {
          const curl = asCurl(`http://127.0.0.1:${port}`, request).slice(0, 4_000);
          const where = `request ${number} of seed ${options.seed} (${request.operation.method} ${request.operation.path}; ${request.changes.join(', ')}; ${request.caller})\n${curl}\n`;
          const answer = await send(agent, port, request).catch((error: Error) => error.message);
          if (typeof answer === 'string')
            return report(run, request, where, [`no answer: ${answer}`]);
          const found = faultsOf(request, answer, world);
          if (who === 'strangers' && isLetIn(request, answer)) found.push('lets a stranger in');
          report(
            run,
            request,
            `${where}→ ${answer.status} ${answer.body.slice(0, 1_000)}\n`,
            found,
          );
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          isChanged ||= changesWorld(request, answer);
        }),
      );
      assertQuiet(
        run,
        world,
        requests.map(({ request }) => request),
      );
      if (isChanged) world = await createWorld(run.gate, run.markets);
      if (who === 'strangers') continue;
      if (batch % GOOD_CALL_EVERY === 0 || isChanged) await assertWorks(run, world);
    }
  } finally {
    agent.destroy();
  }
}

/** Each fault of an operation once, up to a number that can be read. */
function report({ faults }: Run, { operation }: FuzzRequest, where: string, found: string[]): void {
  const key = `${operation.method} ${operation.path} ${found[0]}`;
  if (found.length > 0 && faults.size < MOST_FAULTS)
    faults.set(key, `${where}${found.join('\n')}\n`);
}

/** Operators may delete and end things: then the next requests need new ones. */
function changesWorld({ method, target }: FuzzRequest, { status }: FuzzAnswer): boolean {
  const isChange =
    method === 'DELETE' ||
    /session|signing-key|second-factor|markets|logout|keys|clients|\/apps\/[^/]*$/.test(target);
  return isChange && method !== 'GET' && status < 300;
}

function assertQuiet(
  { log, options, faults }: Run,
  world: World,
  requests: readonly FuzzRequest[],
): void {
  const { text, lines } = log.take();
  const loud = lines.filter(({ level, msg }) => level >= 50 && !WRONG_SETTINGS.test(msg));
  if (loud.length > 0) faults.set(`log ${loud[0]?.msg}`, JSON.stringify(loud));
  const sent = requests.map(({ method, target }) => `${method} ${target.slice(0, 200)}`).join('\n');
  const secret = world.secrets.find((each) => text.includes(each));
  assert.equal(secret, undefined, `a secret in the log; seed ${options.seed}, one of\n${sent}`);
}

async function assertWorks({ gate }: Run, { app, callers, known }: World): Promise<void> {
  const { key, bearer } = callers['an app-server token'] ?? {};
  const one = await gate.post(
    '/game/block/type/get',
    { appid: app.appid, service_certification_key: key },
    { ISCRYPT: '0' },
  );
  assert.deepEqual([one.status, one.body.result_code], [200, 0], 'a good call of generation 1');
  const { accountUuid, serviceReceipt, productId, providerId, requestType } = known;
  const two = await gate.post(
    '/payment/v1/purchase/verify',
    { accountUuid, serviceReceipt, productId, providerId, requestType },
    { 'x-app-id': app.appid, authorization: `Bearer ${bearer}` },
  );
  assert.deepEqual(
    [two.status, two.body.data?.serviceDuplicated],
    [200, true],
    `a good verification: ${JSON.stringify(two.body)}`,
  );
}

function send(agent: Agent, port: number, fuzzed: FuzzRequest): Promise<FuzzAnswer> {
  const { method, target, headers, body } = fuzzed;
  const names = headers.map(([name]) => name);
  const all = [
    ...(names.includes('host') ? [] : [['host', `127.0.0.1:${port}`] as const]),
    ...headers,
    ...(body ? [['content-length', String(body.length)] as const] : []),
  ];
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: target,
        headers: all.flat(),
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close a kept connection at the moment of its next use; clients then open another.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) resolve(send(agent, port, fuzzed));
      else reject(error);
    });
    sent.end(body);
  });
}
