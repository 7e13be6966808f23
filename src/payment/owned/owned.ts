// What an account owns now: permanent products, running subscriptions, and what operators granted.
import { APPS_CHANGED, type OperationContext } from '../../audit/operation.ts';
import { createCachedReads } from '../../base/cache.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { type App, CACHE_LIFE_MS } from '../../tenants/directory.ts';
import { permanentProducts } from '../../tenants/products.ts';
import type { Market, Ownership } from '../markets/market.ts';
import { type Refresh, readRefreshed } from '../verify/subscription-refresh.ts';
import { grantsInForce, type OfAccounts, permanentOf, runningOf, startsOf } from './owned-store.ts';

export interface Owned {
  readonly productId: string;
  /** Null for a grant. */
  readonly provider: Market | null;
  readonly since: number;
  /** Null: for good. */
  readonly until: number | null;
  readonly ownership: 'PURCHASED' | Ownership | 'GRANTED';
}

/** An account, or everything that is a player's. */
type Whose = { readonly accountUuid: string } | { readonly playerId: bigint };

export type FindOwned = (app: App, whose: Whose) => Promise<readonly Owned[]>;

export interface Ownerships {
  /** The market is asked about subscriptions whose end has passed. */
  readonly owned: FindOwned;
  /** What the family shares or an operator gave for a time may end. */
  ownsForGood(app: App, playerId: bigint, productId: string): Promise<boolean>;
}

type Running = Awaited<ReturnType<typeof runningOf>>[number];
type ReadRunning = (of: OfAccounts) => Promise<readonly Running[]>;

const CACHED_APPS = 10_000;

export function createOwned({ storage, clock }: OperationContext, refresh: Refresh): Ownerships {
  const { db } = storage;
  const products = createCachedReads<readonly string[]>(clock, CACHE_LIFE_MS, CACHED_APPS);
  storage.signals.on(APPS_CHANGED, products.clear);

  async function find(app: App, whose: Whose, readRunning: ReadRunning): Promise<readonly Owned[]> {
    const { appid, gameIndex } = app;
    const accounts =
      'playerId' in whose
        ? await accountUuidsOf(db, app, whose.playerId)
        : [whose.accountUuid.toLowerCase()];
    const now = clock();
    const of = { appid, gameIndex, accounts };
    const [permanent, running, granted] = await Promise.all([
      products
        .get(appid, () => permanentProducts(db, appid))
        .then((permanents) => permanentOf(db, { ...of, products: permanents })),
      readRunning(of),
      grantsInForce(db, { ...of, now }),
    ]);
    const live = running.filter((row) => givesAccess(row, clock()));
    const ids = live.map(({ subscription_id }) => subscription_id);
    const starts = ids.length === 0 ? [] : await startsOf(db, { appid, gameIndex, ids });
    const since = new Map(starts.map((row) => [row.subscription_id, row.since]));
    return once([
      ...permanent.map((row) => ({
        productId: row.product_id,
        provider: row.provider,
        since: row.purchased_at ?? row.verified_at,
        until: null,
        ownership: row.ownership ?? ('PURCHASED' as const),
      })),
      ...live.map((row) => ({
        productId: row.product_id,
        provider: row.provider,
        since: Number(since.get(row.subscription_id) ?? row.created_at),
        until: endOf(row),
        ownership: row.ownership ?? ('PURCHASED' as const),
      })),
      ...granted.map((row) => ({
        productId: row.product_id,
        provider: null,
        since: row.granted_at,
        until: row.ends_at,
        ownership: 'GRANTED' as const,
      })),
    ]);
  }

  const recorded: ReadRunning = (of) => runningOf(db, of);
  return {
    owned: (app, whose) =>
      find(app, whose, (of) => readRefreshed(() => recorded(of), refresh, clock)),
    async ownsForGood(app, playerId, productId) {
      const owned = await find(app, { playerId }, recorded);
      return owned.some(
        (each) =>
          each.productId === productId && each.until === null && each.ownership !== 'FAMILY_SHARED',
      );
    },
  };
}

const endOf = ({ expires_at, grace_until }: Running): number | null =>
  Math.max(grace_until ?? 0, expires_at ?? 0) || null;

function givesAccess(row: Running, now: number): boolean {
  const { status, expires_at, cancel_state } = row;
  if (cancel_state === 1 || (status !== 'active' && status !== 'grace')) return false;
  return expires_at === null || (endOf(row) ?? 0) > now;
}

/** What was bought once and verified for several accounts of a player is owned once. */
function once(entries: readonly Owned[]): readonly Owned[] {
  const keyOf = ({ productId, provider, until, ownership }: Owned): string =>
    `${ownership} ${provider} ${productId} ${until}`;
  return [...new Map(entries.toReversed().map((each) => [keyOf(each), each])).values()].reverse();
}
