// Many simultaneous verifications of each receipt, at one or several processes: exactly one is the first.
import assert from 'node:assert/strict';
import { buildEmulator } from '../../emulator/app.ts';
import { ACCOUNT, APP_APPLE_ID, appleRequest, BUNDLE_ID, PATH, PRODUCT } from '../payment/shop.ts';
import { createDatabase, type Kind } from '../support/databases.ts';
import { addressesOf, type Markets, steer } from '../support/markets.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';

const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
/** Receipts under way at the same time. */
const RECEIPTS_AT_ONCE = 4;

export interface DuplicateProof {
  readonly receipts: number;
  readonly verifications: number;
  /** Answers with `serviceDuplicated=false`. */
  readonly firsts: number;
}

export async function proveDuplicates(options: {
  readonly database: Kind;
  readonly processes: number;
  readonly receipts: number;
  readonly simultaneous: number;
}): Promise<DuplicateProof> {
  const database = await createDatabase(options.database);
  const emulator = await buildEmulator();
  const running: RunningProcess[] = [];
  try {
    const markets = steer(await emulator.listen(0));
    const variables = { ...database.variables, ...(await settingsOf(markets)) };
    for (let count = 0; count < options.processes; count += 1) {
      running.push(await startProcess(variables));
      await running.at(-1)?.ready();
    }
    const headers = await openApp((running[0] as RunningProcess).url);
    const urls = running.map(({ url }) => `${url}${PATH}`);
    let firsts = 0;
    let left = options.receipts;
    const work = async (): Promise<void> => {
      while (left-- > 0) {
        const found = await race(urls, headers, await buy(markets), options.simultaneous);
        firsts += found;
      }
    };
    await Promise.all(Array.from({ length: RECEIPTS_AT_ONCE }, work));
    const verifications = options.receipts * options.simultaneous;
    return { receipts: options.receipts, verifications, firsts };
  } finally {
    for (const each of running) await each.stop();
    await emulator.close();
    await database.drop();
  }
}

async function settingsOf(markets: Markets): Promise<Record<string, string>> {
  const { appleRoots } = await addressesOf(markets);
  return {
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    // One address for both, as behind a load balancer: it is the issuer of their tokens.
    TOLLGATE_PUBLIC_URL: 'http://tollgate.test',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    APPLE_ROOT_FINGERPRINTS: appleRoots.join(),
  };
}

async function buy(markets: Markets): Promise<string> {
  const sale = { productId: PRODUCT, environment: 'Production', appAccountToken: ACCOUNT };
  return (await markets.control('/apple/transactions', sale)).signedTransaction;
}

/** All at once, taking turns among the processes; the answers but for the flag are one and the same. */
async function race(
  urls: readonly string[],
  headers: Record<string, string>,
  receipt: string,
  simultaneous: number,
): Promise<number> {
  const body = appleRequest(receipt);
  const answers = await Promise.all(
    Array.from({ length: simultaneous }, (_, index) =>
      post(urls[index % urls.length] as string, body, headers),
    ),
  );
  const results = answers.map(({ data: { serviceDuplicated, ...data } }) => {
    assert.equal(typeof serviceDuplicated, 'boolean');
    return JSON.stringify(data);
  });
  assert.equal(new Set(results).size, 1);
  return answers.filter(({ data }) => !data.serviceDuplicated).length;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

async function post(url: string, body: object, headers: Record<string, string>): Promise<Body> {
  return send('POST', url, body, headers);
}

async function send(
  method: string,
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A project with one app at APPLE; answers the headers of its app server. */
async function openApp(url: string): Promise<Record<string, string>> {
  const admin = `${url}/admin/v1`;
  const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const appid = 'proof';
  const { game_index } = await post(`${admin}/projects`, { name: 'proof' }, asAdmin);
  await post(`${admin}/projects/${game_index}/apps`, { appid, name: appid }, asAdmin);
  const settings = { bundle_id: BUNDLE_ID, app_apple_id: APP_APPLE_ID };
  await send('PUT', `${admin}/apps/${appid}/markets/APPLE`, { settings }, asAdmin);
  const clients = `${admin}/projects/${game_index}/clients`;
  const { client_id, client_secret } = await post(clients, { name: 'proof' }, asAdmin);
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const { access_token } = await post(`${url}/oauth/token`, grant, {});
  return { 'x-app-id': appid, authorization: `Bearer ${access_token}` };
}
