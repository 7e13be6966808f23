// What a verification adds to the time the market itself takes, with 32 under way: GOOGLE and APPLE.
import { createPrivateKey } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { createDatabase } from '../test/support/databases.ts';
import { type Markets, steer } from '../test/support/markets.ts';
import type { Figure } from './figure.ts';
import type { MarketService } from './market-service.ts';
import { median } from './median.ts';
import { startProcess } from './process.ts';

const IN_FLIGHT = 32;
const PURCHASES = 640;
const ROUNDS = 5;
/** As far away as markets are, so that waiting and not this machine's processors limits the calls. */
const MARKET_DELAY_MS = 100;
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

export async function benchMarketLatency(): Promise<Figure[]> {
  const database = await createDatabase('sqlite');
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const url = emulator.answer;
    const storage = JSON.stringify(database.storage('production'));
    await using server = await startProcess<MarketService>('market-service.ts', [storage, url]);
    const service = server.answer;
    const markets = steer(url);
    const figures: Figure[] = [];
    for (const bench of [await googleBench(markets), await appleBench(markets)]) {
      figures.push(await addedLatency(bench, markets, service));
    }
    return figures;
  } finally {
    await database.drop();
  }
}

/** The market alone and the service in turns; the first turn warms up and does not count. */
async function addedLatency(
  bench: MarketBench,
  markets: Markets,
  service: MarketService,
): Promise<Figure> {
  const headers = { authorization: await bench.authorization() };
  const added: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sales = await Promise.all(Array.from({ length: PURCHASES }, () => bench.buy()));
    await markets.fault(bench.fault, 'slow', { rate: 1, delayMs: MARKET_DELAY_MS });
    const alone = await typicalMs(sales, async ({ calls }) => {
      for (const call of calls) await ask(call, { headers });
    });
    const through = await typicalMs(sales, (sale) => verify(service, bench.provider, sale));
    await markets.clearFaults();
    if (round > 0) added.push(through - alone);
  }
  return {
    name: `Time that verifying at ${bench.provider} adds to the market's own, ${IN_FLIGHT} under way`,
    value: median(added),
    unit: 'ms',
    atMost: 3,
  };
}

/** The median time of a call while 32 are under way. */
async function typicalMs(
  sales: readonly Sale[],
  act: (sale: Sale) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  const waiting = sales.values();
  const worker = async (_: unknown, index: number): Promise<void> => {
    // Evenly spread: all at once would measure how long 32 answers wait for each other.
    await setTimeout((index * MARKET_DELAY_MS) / IN_FLIGHT);
    for (const sale of waiting) {
      const begun = performance.now();
      await act(sale);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }).map(worker));
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
  providerId: MarketBench['provider'],
  { receipt }: Sale,
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
