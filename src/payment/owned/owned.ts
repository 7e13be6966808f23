// What an account owns now: permanent products, running subscriptions, and what operators granted.
import { APPS_CHANGED, type OperationContext } from '../../audit/operation.ts';
import { createCachedReads } from '../../base/cache.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { type App, CACHE_LIFE_MS } from '../../tenants/directory.ts';
import { permanentProducts } from '../../tenants/products.ts';
import type { Market, Ownership } from '../markets/market.ts';
import { grantsInForce, permanentOf, runningOf, startsOf } from './owned-store.ts';

export interface Owned {
  readonly productId: string;
  /** Null for a grant. */
  readonly provider: Market | null;
  readonly since: number;
  /** Null: for good. */
  readonly until: number | null;
  readonly ownership: 'PURCHASED' | Ownership | 'GRANTED';
}

/** Of accounts, or of everything that is a player's. */
export type FindOwned = (
  app: App,
  whose: { readonly accountUuid: string } | { readonly playerId: bigint },
) => Promise<readonly Owned[]>;

const CACHED_APPS = 10_000;

export function createOwned({ storage, clock }: OperationContext): FindOwned {
  const { db } = storage;
  const products = createCachedReads<readonly string[]>(clock, CACHE_LIFE_MS, CACHED_APPS);
  storage.signals.on(APPS_CHANGED, products.clear);

  return async (app, whose) => {
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
      runningOf(db, { ...of, now }),
      grantsInForce(db, { ...of, now }),
    ]);
    const live = running.filter(({ cancel_state }) => cancel_state !== 1);
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
        until: Math.max(row.grace_until ?? 0, row.expires_at ?? 0) || null,
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
  };
}

/** What the family shares or an operator gave for a time may end. */
export const ownsForGood =
  (findOwned: FindOwned) =>
  async (app: App, playerId: bigint, productId: string): Promise<boolean> => {
    const owned = await findOwned(app, { playerId });
    return owned.some(
      (each) =>
        each.productId === productId && each.until === null && each.ownership !== 'FAMILY_SHARED',
    );
  };

/** What was bought once and verified for several accounts of a player is owned once. */
function once(entries: readonly Owned[]): readonly Owned[] {
  const keyOf = ({ productId, provider, until, ownership }: Owned): string =>
    `${ownership} ${provider} ${productId} ${until}`;
  return [...new Map(entries.toReversed().map((each) => [keyOf(each), each])).values()].reverse();
}
