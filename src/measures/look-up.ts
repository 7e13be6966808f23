// What a player owes, for the look-ups of app servers: an app without debts costs nothing but a cache.
import { createCache } from '../base/cache.ts';
import type { Clock } from '../base/clock.ts';
import { accountUuidsOf } from '../identity/logins.ts';
import { PURCHASES_CHANGED, recordChanges } from '../payment/ledger/changes.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, CACHE_LIFE_MS } from '../tenants/directory.ts';
import { type Debt, sumDebts } from './debt.ts';
import { debtsOf, hasDebts } from './debts-store.ts';
import { recognise, unknownAmong } from './feed-store.ts';

/** Sent after debts were written, or accounts whose player is looked for. */
export const DEBTS_CHANGED = 'debts';

const CACHED_APPS = 10_000;

export type DebtOf = (app: App, playerId: bigint) => Promise<Debt[]>;

/** Accounts without a login are recognised here: their consequences are drawn next. */
export function createDebts(
  { db, signals }: Pick<Storage, 'db' | 'signals'>,
  clock: Clock,
): DebtOf {
  const cache = createCache<string, Promise<boolean>>(clock, CACHE_LIFE_MS, CACHED_APPS);
  signals.on(DEBTS_CHANGED, cache.clear);

  function isNeeded({ appid, gameIndex }: App): Promise<boolean> {
    const cached = cache.get(appid);
    if (cached) return cached;
    const reading = hasDebts(db, { appid, gameIndex });
    cache.set(appid, reading);
    reading.catch(cache.clear);
    return reading;
  }

  return async (app, playerId) => {
    if (!(await isNeeded(app))) return [];
    const { appid, gameIndex } = app;
    const accounts = await accountUuidsOf(db, app, playerId);
    const [debts, unknown] = await Promise.all([
      debtsOf(db, { appid, gameIndex, accounts }),
      unknownAmong(db, { appid, gameIndex, accounts }),
    ]);
    for (const { account_uuid: account } of unknown) {
      await db.transaction().execute(async (tx) => {
        const known = { provider: '', kind: 'account', subject: account } as const;
        await recordChanges(tx, app, [known], clock());
        await recognise(tx, { appid, gameIndex, account, playerId });
      });
    }
    if (unknown.length > 0) signals.emit(PURCHASES_CHANGED);
    return sumDebts(debts);
  };
}
