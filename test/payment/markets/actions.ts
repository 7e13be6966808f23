// An app at the emulated markets without a service: what it sold, and what it does after the sale.
import { randomUUID } from 'node:crypto';
import { after, afterEach, before } from 'node:test';
import { buildEmulator } from '../../../emulator/app.ts';
import type { Emulator } from '../../../emulator/host.ts';
import { anyAddress } from '../../../src/outbox/relay/address-guard.ts';
import type {
  Acted,
  Action,
  Actions,
  Intent,
  SaleState,
  Sold,
} from '../../../src/payment/markets/action.ts';
import type { Adapter } from '../../../src/payment/markets/description.ts';
import { createMarketHttp, type MarketHttp } from '../../../src/payment/markets/http.ts';
import type { Market, MarketApp } from '../../../src/payment/markets/market.ts';
import { createMarkets } from '../../../src/payment/markets/markets.ts';
import { createLog } from '../../../src/start/log.ts';
import { freshMarkets } from '../../support/fresh-markets.ts';
import { addressesOf, type Markets, steer } from '../../support/markets.ts';

export const DAY = 24 * 60 * 60_000;
const APPID = 'com.tollgate.demo';

export type Adapters = ReturnType<typeof createMarkets>;

export interface Rig {
  now: number;
  readonly markets: Markets;
  readonly adapters: Adapters;
  // biome-ignore lint/suspicious/noExplicitAny: credentials have the shape of their market
  readonly credentials: any;
}

/** Filled before the first test. */
export function emulatedRig(): Rig {
  const rig = { now: Date.parse('2026-11-18T12:00:00Z') } as {
    -readonly [Name in keyof Rig]: Rig[Name];
  };
  let emulator: Emulator;
  let http: MarketHttp;
  before(async () => {
    emulator = await buildEmulator({ now: () => rig.now, state: await freshMarkets() });
    rig.markets = steer(await emulator.listen(0));
    rig.credentials = await rig.markets.control('/credentials');
    http = createMarketHttp({ clock: () => rig.now, mayReach: anyAddress });
    rig.adapters = createMarkets({
      http,
      addresses: await addressesOf(rig.markets),
      clock: () => rig.now,
      log: createLog('silent'),
    });
  });
  afterEach(() => rig.markets.clearFaults());
  after(async () => {
    await http.close();
    await emulator.close();
  });
  return rig;
}

let apps = 0;

/** Each has its own circuit breaker. */
export const appAt = (settings: object, secrets: object): MarketApp => ({
  appid: `${APPID}.${apps++}`,
  gameIndex: 1,
  createdAt: 0,
  environment: 'production',
  settings: settings as MarketApp['settings'],
  secrets: secrets as MarketApp['secrets'],
});

export const soldAs = (fields: Partial<Sold>): Sold => ({
  uniqueKey: '',
  paymentKey: null,
  providerTransactionId: '',
  storeTransactionId: null,
  productId: 'gems.100',
  receipt: '',
  price: '9.90',
  currency: 'USD',
  test: false,
  subscriptionId: null,
  gateway: null,
  gatewayReference: null,
  ...fields,
});

/** What somebody does at a market, as a worker of the service would. */
export function acting({ adapters, now }: Rig, market: Market, app: MarketApp, sold: Sold) {
  const actions = (adapters[market] as Adapter).actions as Actions;
  const read = async (): Promise<SaleState> => {
    const saleState = await actions.read(app, sold);
    if (!('can' in saleState)) throw new Error(JSON.stringify(saleState));
    return saleState;
  };
  const intend = async (action: Action): Promise<Intent> => ({
    action,
    key: randomUUID(),
    intendedAt: now,
    before: await read(),
  });
  return {
    actions,
    read,
    intend,
    act: (intent: Intent): Promise<Acted> => actions.act(app, sold, intent),
    settle: (intent: Intent) => actions.settle(app, sold, intent),
    async once(action: Action): Promise<Acted> {
      return actions.act(app, sold, await intend(action));
    },
  };
}

export type Acting = ReturnType<typeof acting>;

export const refund = (amount: string, more: object = {}): Action => ({
  kind: 'refund',
  amount,
  takesGoods: true,
  ...more,
});
