// Who bought: the players behind accounts, and which of them a rule leaves alone.
import { Big } from 'big.js';
import { assumedAccountUuid } from '../identity/logins.ts';
import type { Market } from '../payment/markets/market.ts';
import { ORDER_MARKETS } from '../payment/markets/markets.ts';
import type { Db } from '../storage/db.ts';
import type { App } from '../tenants/directory.ts';
import {
  firstLinks,
  firstLogins,
  firstPurchases,
  inParts,
  linkedPlayers,
  linksOf,
  orderingPlayers,
  paidBy,
  recognisedPlayers,
} from './purchases-store.ts';
import type { Definition } from './shapes.ts';

type Bought = {
  readonly provider: Market;
  readonly unique_key: string;
  readonly account_uuid: string;
};

/** The player of each account: linked at a login, recognised at one, or who opened the order. */
export async function playersOf(
  db: Db,
  { appid, gameIndex }: App,
  accounts: readonly string[],
  purchases: readonly Bought[],
): Promise<Map<string, bigint>> {
  const app = { appid, gameIndex };
  const orders = purchases
    .filter(({ provider }) => ORDER_MARKETS.includes(provider))
    .map(({ unique_key }) => unique_key);
  const found = [
    ...(await inParts(orders, (part) => orderingPlayers(db, { ...app, orders: part }))),
    ...(await inParts(accounts, (part) => recognisedPlayers(db, { ...app, accounts: part }))),
    ...(await inParts(accounts, (part) => linkedPlayers(db, { ...app, accounts: part }))),
  ];
  const wanted = new Set(accounts);
  return new Map(
    found.flatMap(({ account_uuid, player_id }) =>
      player_id !== null && wanted.has(account_uuid)
        ? [[account_uuid, BigInt(player_id)] as const]
        : [],
    ),
  );
}

export interface Buyer {
  /** Undefined while no login has named the account. */
  readonly playerId: bigint | undefined;
  readonly accounts: readonly string[];
}

/** The players with all their accounts. */
export async function buyersOf(
  db: Db,
  app: App,
  players: readonly bigint[],
): Promise<Map<bigint, Buyer>> {
  const { appid, gameIndex } = app;
  const links = await inParts(players, (part) => linksOf(db, { appid, gameIndex, players: part }));
  const accounts = Map.groupBy(links, ({ player_id }) => BigInt(player_id));
  return new Map(
    players.map((playerId) => {
      const linked = (accounts.get(playerId) ?? []).map(({ account_uuid }) => account_uuid);
      const all = new Set([...linked, assumedAccountUuid(app, playerId)]);
      return [playerId, { playerId, accounts: [...all] }];
    }),
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** Says of a buyer whether the conditions of the rule leave them alone at a moment. */
export async function exemptions(
  db: Db,
  { appid, gameIndex }: App,
  { older_than_days: days, spent_more_than: most }: Definition['unless'],
  buyers: readonly Buyer[],
): Promise<(buyer: Buyer, at: number) => boolean> {
  const app = { appid, gameIndex };
  const accounts = buyers.flatMap((each) => each.accounts);
  const players = buyers.flatMap(({ playerId }) => playerId ?? []);
  const first = new Map<string | bigint, number>();
  if (days !== undefined) {
    const logins = await inParts(players, (part) => firstLogins(db, { ...app, players: part }));
    for (const row of logins) first.set(BigInt(row.player_id), Number(row.first_at));
    for (const read of [firstLinks, firstPurchases]) {
      for (const row of await inParts(accounts, (part) => read(db, { ...app, accounts: part }))) {
        const { account_uuid: account, first_at: at } = row;
        first.set(account, Math.min(first.get(account) ?? Number(at), Number(at)));
      }
    }
  }
  const spent = new Map<string, Big>();
  if (most) {
    const { currency } = most;
    const paid = await inParts(accounts, (part) =>
      paidBy(db, { ...app, accounts: part, currency }),
    );
    for (const { account_uuid, price, purchases } of paid) {
      const sum = spent.get(account_uuid) ?? new Big(0);
      spent.set(account_uuid, sum.plus(new Big(price as string).times(Number(purchases))));
    }
  }
  return ({ playerId, accounts: own }, at) => {
    const seen = [...own, ...(playerId === undefined ? [] : [playerId])].flatMap(
      (each) => first.get(each) ?? [],
    );
    if (days !== undefined && Math.min(...seen) <= at - days * DAY_MS) return true;
    const sum = own.reduce((total, each) => total.plus(spent.get(each) ?? 0), new Big(0));
    return most !== undefined && sum.gt(most.amount);
  };
}
