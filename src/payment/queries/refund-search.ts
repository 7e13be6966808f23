// Which refunds and disputes a list or a grouping is about.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { Instant } from '../../base/shapes.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import { playersOnDevice } from '../../identity/player-search.ts';
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';
import { MarketName, marketsOf } from '../markets/markets.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import type { PurchaseSearch } from './search-store.ts';

export const TestFilter = Type.Optional(
  Type.Enum(['Y', 'N'], { description: '`N` leaves out test purchases.' }),
);

export const ProductFilter = Type.Optional(
  Type.String({ pattern: '^[\\x20-\\x7e]{1,300}$', description: 'Product that was bought.' }),
);

export const REFUND_FILTERS = {
  ...AccountFilter,
  did: Type.Optional({
    ...PlayerId,
    description: 'Only players who have logged in on this device.',
  }),
  product_id: ProductFilter,
  provider: Type.Optional(MarketName),
  test: TestFilter,
  from: Type.Optional(Instant('Refunded at or after this time')),
  to: Type.Optional(Instant('Refunded at or before this time')),
};
type RefundFilters = Type.Static<Type.TObject<typeof REFUND_FILTERS>>;

/** More players on one device are not looked at. */
const MOST_PLAYERS = 50;

/** Newest first unless it says otherwise. */
export async function refundsOf(
  db: Db,
  app: App,
  query: RefundFilters,
  oldestFirst = false,
): Promise<PurchaseSearch | Rejection> {
  const { provider, test, product_id, did, from, to } = query;
  const range = dateRangeOf({ from, to });
  if (isRejection(range)) return range;
  const owners = await accountsOf(db, app, query);
  if (isRejection(owners)) return owners;
  const onDevice = did === undefined ? undefined : await accountsOn(db, app, did);
  if (onDevice && isRejection(onDevice)) return onDevice;
  const { appid, gameIndex } = app;
  const matching = {
    ...(product_id !== undefined && { product_id }),
    ...(test !== undefined && { test: test === 'Y' ? (1 as const) : (0 as const) }),
  };
  return {
    ...{ appid, gameIndex, by: 'refunded', oldestFirst, providers: marketsOf(provider), matching },
    accounts: onDevice
      ? onDevice.filter((each) => owners.accounts?.includes(each) ?? true)
      : owners.accounts,
    ...range,
  };
}

async function accountsOn(db: Db, app: App, text: string): Promise<string[] | Rejection> {
  const did = playerIdOf(text);
  if (typeof did === 'object') return did;
  const apps = { gameIndex: app.gameIndex, appids: [app.appid] };
  const players = await playersOnDevice(db, apps, did, MOST_PLAYERS);
  const accounts = await Promise.all(
    players.map(({ playerId }) => accountUuidsOf(db, app, playerId)),
  );
  return accounts.flat();
}
