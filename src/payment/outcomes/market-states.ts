// Keeps whether markets answer and accept the credentials of each app. What calls show is gathered in memory
// and compared with the stored state every few seconds, so that only a change is written.
import type { Logger } from 'pino';
import { APPS_CHANGED } from '../../audit/operation.ts';
import { createWorker } from '../../background/worker.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CredentialCheck } from '../markets/credential-check.ts';
import type { MarketCall } from '../markets/http.ts';
import type { Access, Market, MarketApp, OnAccess } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import {
  endFailing,
  endRefused,
  keepFailing,
  keepRefused,
  readTroubles,
  type Trouble,
  touchRefused,
} from '../settings/market-trouble.ts';
import { outcomeOf } from './usage.ts';

export interface MarketStates {
  /** `result` as in `Usage`. Returns at once. */
  called(call: Required<Pick<MarketCall, 'appid' | 'market'>>, result: string): void;
  /** Returns at once. */
  readonly accessed: OnAccess;
  /** Asks the market, and keeps the result; undefined when the app has no settings for it. */
  check(appid: string, market: Market): Promise<CredentialCheck | undefined>;
  /** Writes the changes; keeps what calls showed for the next attempt if that fails. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface MarketStateOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  /** Asks the market. Not known yet when calls begin to be noted. */
  readonly ask: (app: MarketApp, market: Market) => Promise<CredentialCheck>;
}

const WRITE_INTERVAL_MS = 5_000;
/** Single failures are no state. */
const FAILING_AFTER_MS = 60_000;
/** How old `refused_at` may be while the market refuses them. */
const TOUCH_EVERY_MS = 60 * 60_000;
/** After a refused call that a check did not confirm. */
const QUIET_MS = 10 * 60_000;
/** Settings that no call can help. */
const SETTINGS = 'settings';

/** What calls showed since the last look. */
interface Seen {
  readonly appid: string;
  readonly market: Market;
  answered: boolean;
  /** The last word about each call; null: accepted. The empty name stands for every call. */
  readonly access: Map<string, string | null>;
}

export function createMarketStates(options: MarketStateOptions): MarketStates {
  const { storage, clock, log, marketApps, ask } = options;
  const { db } = storage;
  let seen = new Map<string, Seen>();
  /** Since when calls fail, as far as this process knows. */
  const failing = new Map<string, number>();
  const quietUntil = new Map<string, number>();
  const lastRefused = new Map<string, string>();

  function of(appid: string, market: Market): Seen {
    const key = `${market} ${appid}`;
    const known = seen.get(key) ?? { appid, market, answered: false, access: new Map() };
    seen.set(key, known);
    return known;
  }

  function note(appid: string, market: Market, { call, refused }: Access): void {
    const { access } = of(appid, market);
    if (refused !== undefined) {
      access.set(call, refused);
      lastRefused.set(`${market} ${appid}`, call);
      return;
    }
    access.set(call, null);
    access.set('', null);
  }

  async function write(): Promise<void> {
    const now = seen;
    if (now.size === 0 && failing.size === 0) return;
    seen = new Map();
    try {
      const keys = [...now.keys(), ...failing.keys()];
      const appids = [...new Set(keys.map((key) => key.slice(key.indexOf(' ') + 1)))];
      const rows = await readTroubles(db, { appids });
      // Nobody calls a market that is no longer set up.
      const present = new Set(rows.map(({ market, appid }) => `${market} ${appid}`));
      for (const key of failing.keys()) if (!present.has(key)) failing.delete(key);
      let changes = 0;
      for (const row of rows) {
        const key = `${row.market} ${row.appid}`;
        changes += await settleFailing(row, now.get(key)?.answered === true);
        changes += await settleAccess(row, now.get(key)?.access ?? new Map());
      }
      if (changes > 0) storage.signals.emit(APPS_CHANGED);
    } catch (error) {
      // What calls have shown since is newer.
      for (const [key, old] of now) {
        const known = seen.get(key);
        const access = new Map([...old.access, ...(known?.access ?? [])]);
        seen.set(key, { ...old, answered: old.answered || known?.answered === true, access });
      }
      throw error;
    }
  }

  async function settleFailing(row: Trouble, answered: boolean): Promise<number> {
    const since = failing.get(`${row.market} ${row.appid}`);
    if (since !== undefined && clock() - since >= FAILING_AFTER_MS && row.failing_since === null) {
      return keepFailing(db, { ...keyOf(row), since });
    }
    if (since === undefined && answered && row.failing_since !== null) {
      return endFailing(db, keyOf(row));
    }
    return 0;
  }

  async function settleAccess(row: Trouble, access: Seen['access']): Promise<number> {
    if (row.refused_since !== null) {
      if (access.get(row.refused_call ?? '') === null) return endRefused(db, keyOf(row));
      const isRefused = [...access.values()].some((each) => each !== null);
      const isOld = (row.refused_at ?? 0) <= clock() - TOUCH_EVERY_MS;
      return isRefused && isOld ? touchRefused(db, { ...keyOf(row), now: clock() }) : 0;
    }
    const [refused] = [...access].filter(([, reason]) => reason !== null);
    return refused ? confirm(row, refused[0], refused[1] ?? '') : 0;
  }

  /** A check says it better, and knows which ones are normal before the release of an app. */
  async function confirm(row: Trouble, call: string, reason: string): Promise<number> {
    const key = `${row.market} ${row.appid}`;
    if ((quietUntil.get(key) ?? 0) > clock()) return 0;
    const app = await marketApps(row.appid, row.market);
    if (!app) return 0;
    const found = await ask(app, row.market);
    if (isWrong(found)) return keep(row, found, call);
    const { seller, refusesNormally } = marketOf(row.market);
    if (refusesNormally) {
      quietUntil.set(key, clock() + QUIET_MS);
      return 0;
    }
    const text = `${capital(seller)} refuses the credentials for some calls (${reason}).`;
    return keep(row, { code: 'refused', details: { reason }, text }, call);
  }

  async function keep(
    row: Pick<Trouble, 'appid' | 'market' | 'updated_at'>,
    refusal: Pick<CredentialCheck, 'code' | 'details' | 'text'>,
    call: string,
  ): Promise<number> {
    await keepRefused(db, keyOf(row), { refusal, call, now: clock() });
    return 1;
  }

  const worker = createWorker({
    name: 'market states',
    log,
    everyMs: WRITE_INTERVAL_MS,
    work: write,
  });

  return {
    called({ appid, market: lane }, result) {
      // A circuit breaker may cover less than a market: `APPLE Sandbox`.
      const [market = lane] = lane.split(' ', 1);
      const key = `${market} ${appid}`;
      if (outcomeOf(result) !== 'ok') {
        if (!failing.has(key)) failing.set(key, clock());
        return;
      }
      failing.delete(key);
      of(appid, market as Market).answered = true;
    },
    accessed: ({ appid }, market, access) => note(appid, market, access),
    async check(appid, market) {
      const app = await marketApps(appid, market);
      if (!app) return undefined;
      const key = `${market} ${appid}`;
      const rows = await readTroubles(db, { appids: [appid] });
      const row = rows.find((each) => each.market === market);
      lastRefused.delete(key);
      const found = await ask(app, market);
      if (!row || found.code === 'unchecked') return found;
      if (!found.ok) await keep(row, found, lastRefused.get(key) ?? SETTINGS);
      else if (row.refused_since !== null) await endRefused(db, keyOf(row));
      if (!found.ok || row.refused_since !== null) storage.signals.emit(APPS_CHANGED);
      return found;
    },
    flush: worker.turn,
    start: worker.start,
    async stop() {
      await worker.stop();
    },
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isWrong = ({ ok, code }: CredentialCheck): boolean => !ok && code !== 'unchecked';

const keyOf = ({
  appid,
  market,
  updated_at: updatedAt,
}: Pick<Trouble, 'appid' | 'market' | 'updated_at'>) => ({
  appid,
  market,
  updatedAt,
});
