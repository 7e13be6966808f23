// What a verification adds to the time the market itself takes: GOOGLE and APPLE, one and 32 under way, both databases.
import { createPrivateKey } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { type Markets, steer } from '../test/support/markets.ts';
import { PRELOADED } from '../test/support/process.ts';
import type { Figure } from './figure.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { startProcess } from './process.ts';

interface Load {
  readonly inFlight: number;
  readonly purchases: number;
  readonly marketDelayMs: number;
  /** Milliseconds. */
  readonly atMost: Readonly<Record<Kind, number>>;
}

const LOADS: readonly Load[] = [
  { inFlight: 1, purchases: 200, marketDelayMs: 0, atMost: { sqlite: 2, postgres: 3 } },
  // As far away as markets are, so that waiting and not this machine's processors limits the calls.
  { inFlight: 32, purchases: 640, marketDelayMs: 100, atMost: { sqlite: 4, postgres: 6 } },
];
const ROUNDS = 5;
const PRODUCT_ID = 'gems.100';

const agent = new Agent({ pipelining: 1 });

interface Sale {
  readonly receipt: string;
  /** The calls that the market must answer for it, one after another. */
  readonly calls: readonly string[];
}

interface MarketBench {
  readonly provider: 'APPLE' | 'GOOGLE';
  readonly fault: string;
  /** What the market's own calls carry. */
  authorization(): Promise<string>;
  buy(): Promise<Sale>;
}

export async function benchMarketLatency(kinds: readonly Kind[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await onDatabase(kind)));
  return figures;
}

async function onDatabase(kind: Kind): Promise<Figure[]> {
  const database = await createDatabase(kind);
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const url = emulator.answer;
    const storage = JSON.stringify(database.storage('production'));
    await using server = await startProcess<MarketService>(
      'market-service.ts',
      [storage, url],
      PRELOADED,
    );
    const markets = steer(url);
    const figures: Figure[] = [];
    for (const bench of [await googleBench(markets), await appleBench(markets)]) {
      for (const load of LOADS) {
        figures.push({
          name: `Time that verifying at ${bench.provider} adds to the market's own, ${load.inFlight} under way, ${kind}`,
          value: await addedLatency(bench, load, markets, server.answer),
          unit: 'ms',
          atMost: load.atMost[kind],
        });
      }
    }
    return figures;
  } finally {
    await database.drop();
  }
}

/** The market alone and the service in turns; the first turn warms up and does not count. */
async function addedLatency(
  bench: MarketBench,
  load: Load,
  markets: Markets,
  service: MarketService,
): Promise<number> {
  const headers = { authorization: await bench.authorization() };
  const added: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sales = await Promise.all(Array.from({ length: load.purchases }, () => bench.buy()));
    if (load.marketDelayMs > 0) {
      await markets.fault(bench.fault, 'slow', { rate: 1, delayMs: load.marketDelayMs });
    }
    const alone = await typicalMs(load, sales, async ({ calls }) => {
      for (const call of calls) await ask(call, { headers });
    });
    const through = await typicalMs(load, sales, (sale) => verify(service, bench.provider, sale));
    await markets.clearFaults();
    if (round > 0) added.push(through - alone);
  }
  return median(added);
}

/** The median time of a call while that many are under way. */
async function typicalMs(
  { inFlight, marketDelayMs }: Load,
  sales: readonly Sale[],
  act: (sale: Sale) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  const waiting = sales.values();
  const worker = async (_: unknown, index: number): Promise<void> => {
    // Evenly spread: all at once would measure how long the answers wait for each other.
    await setTimeout((index * marketDelayMs) / inFlight);
    for (const sale of waiting) {
      const begun = performance.now();
      await act(sale);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: inFlight }).map(worker));
  return median(times);
}

async function ask(url: string, options: Parameters<typeof request>[1]): Promise<string> {
  const { statusCode, body } = await request(url, { dispatcher: agent, ...options });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url} answers ${statusCode} ${text}`);
  return text;
}

export async function verify(
  { url, app: { appid, token } }: MarketService,
  providerId: string,
  { receipt }: Pick<Sale, 'receipt'>,
): Promise<void> {
  const answer = await ask(`${url}/payment/v1/purchase/verify`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-id': appid,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      accountUuid: 'a3b1c5d7-0000-4000-8000-00000000e001',
      serviceReceipt: receipt,
      productId: PRODUCT_ID,
      providerId,
      requestType: 1,
    }),
  });
  if (!answer.includes('"serviceDuplicated":false')) throw new Error(`unexpected: ${answer}`);
}

export async function googleBench({ url, control }: Markets): Promise<MarketBench> {
  const { serviceAccount } = (await control('/credentials')).google;
  const api = `${url}/google/androidpublisher/v3/applications/com.tollgate.demo`;
  return {
    provider: 'GOOGLE',
    fault: 'google',
    async authorization() {
      const assertion = await new SignJWT({
        scope: 'https://www.googleapis.com/auth/androidpublisher',
      })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(serviceAccount.client_email)
        .setAudience(`${url}/google/token`)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(createPrivateKey(serviceAccount.private_key));
      const answer = await ask(`${url}/google/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion,
        }).toString(),
      });
      return `Bearer ${JSON.parse(answer).access_token}`;
    },
    async buy() {
      const { purchaseToken, orderId } = await control('/google/purchases', {
        productId: PRODUCT_ID,
      });
      return {
        receipt: purchaseToken,
        calls: [`${api}/purchases/productsv2/tokens/${purchaseToken}`, `${api}/orders/${orderId}`],
      };
    },
  };
}

export async function appleBench({ url, control }: Markets): Promise<MarketBench> {
  const { keyId, issuerId, privateKey } = (await control('/credentials')).apple;
  return {
    provider: 'APPLE',
    fault: 'apple',
    async authorization() {
      const token = await new SignJWT({ bid: 'com.tollgate.demo' })
        .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
        .setIssuer(issuerId)
        .setAudience('appstoreconnect-v1')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(createPrivateKey(privateKey));
      return `Bearer ${token}`;
    },
    async buy() {
      const { transactionId, signedTransaction } = await control('/apple/transactions', {
        environment: 'Production',
        productId: PRODUCT_ID,
        type: 'Consumable',
      });
      return {
        receipt: signedTransaction,
        calls: [`${url}/apple/production/inApps/v1/transactions/${transactionId}`],
      };
    },
  };
}
