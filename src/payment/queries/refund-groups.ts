// Refunds and disputes by player, device or product, so that a wave of them shows where it comes from.
import Big from 'big.js';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { devicesOf } from '../../identity/logins.ts';
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { AppName } from '../../tenants/directory.ts';
import { amountText } from '../money.ts';
import { type WithContext, withContext } from './purchase-context.ts';
import { REFUND_FILTERS, refundsOf } from './refund-search.ts';
import { type ListedPurchase, refundedAt, searchPurchases } from './search-store.ts';

export const RefundGroupQuery = Type.Object(
  {
    by: Type.Enum(['player', 'device', 'product'], {
      description: 'A refund counts for every device on which its player has logged in.',
    }),
    ...REFUND_FILTERS,
  },
  { additionalProperties: false },
);
export type RefundGroupQuery = Type.Static<typeof RefundGroupQuery>;

const Count = Type.Integer({ minimum: 0 });

const RefundGroup = namedObject('RefundGroup', {
  player_id: orNull(Id64Answer('Player.'), 'By player; null where the player is not known.'),
  did: orNull(Id64Answer('Device.'), 'By device; null where no device is known.'),
  product_id: orNull(Type.String(), 'By product.'),
  refunds: Count,
  players: Type.Integer({ minimum: 0, description: 'Known players among them.' }),
  amounts: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() }), {
    description: 'What was paid for the refunded purchases.',
  }),
  last_refunded_at: Type.String({ description: 'UTC, ISO 8601.' }),
});
type RefundGroup = Type.Static<typeof RefundGroup>;

export const RefundGroups = namedObject('RefundGroups', {
  items: Type.Array(RefundGroup, { description: 'At most 100, most refunds first.' }),
  refunds: Type.Integer({ minimum: 0, description: 'Refunds that were read.' }),
  is_complete: Type.Boolean({ description: 'False: only the newest 10,000 refunds were read.' }),
});
export type RefundGroups = Type.Static<typeof RefundGroups>;

const MOST_READ = 10_000;
const MOST_GROUPS = 100;
const AT_ONCE = 1_000;

export async function groupRefunds(
  { context, app }: AppContext,
  { by, ...query }: RefundGroupQuery,
): Promise<RefundGroups | Rejection> {
  const { db } = context.storage;
  const search = await refundsOf(db, app, query);
  if (isRejection(search)) return search;
  const found = await searchPurchases(db, search, { limit: MOST_READ + 1 });
  const rows = await inParts(found.slice(0, MOST_READ), (part) => withContext(db, app, part));
  const keysOf = await KEYS[by](db, app, rows);
  const groups = new Map<string, Refund[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const items = [...groups]
    .map(([key, refunds]) => groupOf(by, key, refunds))
    .sort(
      (one, other) =>
        other.refunds - one.refunds || (one.last_refunded_at < other.last_refunded_at ? 1 : -1),
    );
  return {
    items: items.slice(0, MOST_GROUPS),
    refunds: rows.length,
    is_complete: found.length <= MOST_READ,
  };
}

type Refund = ListedPurchase & WithContext;
type KeysOf = (db: Db, app: AppName, rows: readonly Refund[]) => Promise<(row: Refund) => string[]>;

const UNKNOWN = '';

const KEYS: Readonly<Record<RefundGroupQuery['by'], KeysOf>> = {
  player: async () => (row) => [row.playerId?.toString() ?? UNKNOWN],
  product: async () => (row) => [row.product_id],
  device: async (db, { appid, gameIndex }, rows) => {
    const players = [...new Set(rows.flatMap(({ playerId }) => playerId ?? []))];
    const used = await inParts(players, (part) =>
      devicesOf(db, { appid, gameIndex, players: part }),
    );
    const devices = Map.groupBy(used, ({ player_id }) => String(player_id));
    return ({ playerId }) =>
      devices.get(String(playerId))?.map(({ did }) => String(did)) ?? [UNKNOWN];
  },
};

async function inParts<T, U>(
  all: readonly T[],
  work: (part: readonly T[]) => Promise<readonly U[]>,
): Promise<U[]> {
  const done: U[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE) {
    done.push(...(await work(all.slice(first, first + AT_ONCE))));
  }
  return done;
}

function groupOf(by: RefundGroupQuery['by'], key: string, rows: readonly Refund[]): RefundGroup {
  const id = by !== 'product' && key !== UNKNOWN ? BigInt(key) : null;
  const sums = new Map<string, Big>();
  for (const { price, currency } of rows) {
    if (price === null || currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(price));
  }
  return {
    player_id: by === 'player' ? id : null,
    did: by === 'device' ? id : null,
    product_id: by === 'product' ? key : null,
    refunds: rows.length,
    players: new Set(rows.flatMap(({ playerId }) => playerId ?? [])).size,
    amounts: [...sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, amount]) => ({ currency, amount: amountText(amount, currency) })),
    last_refunded_at: isoTime(Math.max(...rows.map(refundedAt))),
  };
}
