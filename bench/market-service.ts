// The service, selling at the emulated markets, as a process of its own. Started by market-latency.ts, market-cost.ts and traces.ts.
import { SYSTEM } from '../src/audit/audit.ts';
import { isRejection } from '../src/audit/operation.ts';
import { systemClock } from '../src/base/clock.ts';
import { exportTraces } from '../src/http/trace-export.ts';
import { setMarket } from '../src/payment/settings/market-settings.ts';
import { createService } from '../src/service.ts';
import { createLog } from '../src/start/log.ts';
import { samplerOf } from '../src/start/traces.ts';
import { openStorage, type StorageOptions } from '../src/storage/storage.ts';
import { setProduct } from '../src/tenants/products.ts';
import { GEMS, PRICE } from '../test/payment/conformance/stage.ts';
import { addressesOf, steer } from '../test/support/markets.ts';
import type { BenchApp } from './case.ts';
import { ownMemory } from './memory.ts';
import { GATEWAY, OTHERS } from './other-markets.ts';
import { createBenchApp } from './service.ts';
import { TRACE_CALLS, takeTraceCalls } from './trace-calls.ts';

export interface MarketService {
  readonly url: string;
  readonly app: BenchApp;
}

/** The emulator's customary app. */
const NAME = 'com.tollgate.demo';

const [storage = '', emulatorUrl = '', collector, share] = process.argv.slice(2);
const markets = steer(emulatorUrl);
const credentials = await markets.control('/credentials');
const { apple, google } = credentials;
const database = openStorage(JSON.parse(storage) as StorageOptions);
await database.migrate();
const traces =
  collector === undefined
    ? undefined
    : exportTraces(
        {
          url: collector,
          headers: {},
          resource: { 'service.name': 'bench' },
          sampler: samplerOf('traceidratio', Number(share)),
        },
        createLog('warn'),
      );
const service = await createService({
  traces,
  environment: 'production',
  storage: database,
  masterKey: Buffer.alloc(32, 7),
  clock: systemClock,
  log: createLog('info'),
  publicUrl: 'http://bench.test',
  trustProxy: 0,
  rateLimits: { perApp: 0, perAddress: 0 },
  // CUSTOM is a server of the studio, here on this machine.
  relay: { enabled: false, allowPrivateTargets: true },
  markets: await addressesOf(markets),
});
const app = await createBenchApp(service);
const outcomes = [
  await setMarket(service.context, SYSTEM, {
    appid: app.appid,
    market: 'GOOGLE',
    settings: { package_name: NAME },
    secrets: { service_account: JSON.stringify(google.serviceAccount) },
  }),
  await setMarket(service.context, SYSTEM, {
    appid: app.appid,
    market: 'APPLE',
    settings: {
      bundle_id: NAME,
      app_apple_id: 1_234_567_890,
      issuer_id: apple.issuerId,
      key_id: apple.keyId,
    },
    secrets: { private_key: apple.privateKey },
  }),
];
for (const { market, setUp } of [...OTHERS, GATEWAY]) {
  const wanted = { appid: app.appid, market, ...setUp(credentials, app.appid) };
  outcomes.push(await setMarket(service.context, SYSTEM, wanted));
}
const product = {
  appid: app.appid,
  product_id: GEMS,
  name: '100 gems',
  kind: 'consumable',
} as const;
await setProduct(service.context, SYSTEM, { ...product, prices: [PRICE], descriptions: {} });
for (const outcome of outcomes) if (isRejection(outcome)) throw new Error(outcome.detail);
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => void service.stop());
process.on('message', async (question) => {
  process.send?.(question === TRACE_CALLS ? await takeTraceCalls() : ownMemory());
});
process.send?.({ url, app } satisfies MarketService);
