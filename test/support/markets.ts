// A suite with the emulator as its markets: `marketSuite(name, (gate, markets) => { test(…) })`.
import { after } from 'node:test';
import { buildEmulator } from '../../emulator/app.ts';
import type { Emulator } from '../../emulator/host.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { MARKETS, type MarketAddresses } from '../../src/payment/markets/markets.ts';
import { setMarket } from '../../src/payment/settings/market-settings.ts';
import type { Market } from '../../src/storage/schema.ts';
import { freshMarkets } from './fresh-markets.ts';
import { expectDone, type Gate, type SuiteOptions, suite, type TestApp } from './harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

export interface Markets {
  readonly url: string;
  /** A control call that is expected to succeed; without a body it is a GET. */
  control(path: string, body?: object): Promise<Json>;
  /** The next calls to the market fail in this way. */
  fault(market: string, kind: string, more?: object): Promise<void>;
  clearFaults(): Promise<void>;
  /** Breaks every connection that is open, those that hang included. */
  dropConnections(): void;
}

export interface EmulatedMarkets {
  readonly markets: Markets;
  /** For the suite that shall have them. */
  readonly options: Pick<SuiteOptions, 'prepare' | 'marketTimeouts'>;
  close(): Promise<void>;
}

/** An emulator that lives by the clock of the service. */
export function emulateMarkets(): EmulatedMarkets {
  let emulator: Emulator | undefined;
  const markets = {} as Markets;
  return {
    markets,
    options: {
      async prepare(gate) {
        emulator = await buildEmulator({ now: () => gate.now, state: await freshMarkets() });
        const url = await emulator.listen(0);
        const dropConnections = () => emulator?.app.server.closeAllConnections();
        Object.assign(markets, steer(url, dropConnections));
        return { markets: await addressesOf(markets) };
      },
      // A busy machine is not to be taken for a market that is away, and one that is away is asked again at once.
      marketTimeouts: { attemptMs: 60_000, totalMs: 60_000, retryMs: 1 },
    },
    async close() {
      await emulator?.close();
      // The runner keeps every test of the process, and a test its markets.
      emulator = undefined;
    },
  };
}

export function marketSuite(
  name: string,
  define: (gate: Gate, markets: Markets) => void,
  options: SuiteOptions = {},
): void {
  const emulated = emulateMarkets();
  const defineWithin = (gate: Gate): void => {
    after(() => emulated.close());
    define(gate, emulated.markets);
  };
  suite(name, defineWithin, { ...emulated.options, ...options });
}

export function steer(url: string, dropConnections = () => {}): Markets {
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    control: (path, body) => call(body ? 'POST' : 'GET', path, body),
    fault: (market, kind, more = { count: 1 }) =>
      call('POST', '/faults', { market, kind, ...more }),
    clearFaults: () => call('DELETE', '/faults'),
    dropConnections,
  };
}

export async function addressesOf({ url, control }: Markets): Promise<MarketAddresses> {
  const trust = await control('/trust');
  const addresses = MARKETS.flatMap(({ emulator, addresses: all }) =>
    Object.entries(all).map(([name, { kind, emulated }]) => {
      const value = emulated(url, trust[emulator]);
      return [name, kind === 'fingerprints' ? [value.replaceAll(':', '').toLowerCase()] : value];
    }),
  );
  return Object.fromEntries(addresses) as MarketAddresses;
}

/** The addresses as the settings of a process of its own; its own market is at this machine. */
export async function settingsOf(markets: Markets): Promise<Record<string, string>> {
  const addresses: Readonly<Record<string, string | readonly string[]>> =
    await addressesOf(markets);
  const settings = MARKETS.flatMap(({ addresses: all }) =>
    Object.entries(all).map(([name, { variable }]) => [variable, String(addresses[name])]),
  );
  return { ...Object.fromEntries(settings), TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true' };
}

/** Settings and secrets of an app at a market, as an administrator would set them. */
export async function setUpMarket(
  gate: Gate,
  { appid }: TestApp,
  market: Market,
  settings: object,
  secrets: Record<string, string | null> = {},
): Promise<void> {
  // The apps of a suite sell at the same store app, one after the other.
  await gate.service.context.storage.db
    .updateTable('market_setting')
    .set({ identity: null })
    .where('market', '=', market)
    .where('appid', '<>', appid)
    .execute();
  expectDone(await setMarket(gate.service.context, SYSTEM, { appid, market, settings, secrets }));
}
