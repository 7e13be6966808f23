// What Tollgate knows about a disputed purchase: the order, the delivery, the player's logins and earlier purchases.
import { isRejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type AppName, nameOf } from '../../tenants/directory.ts';
import { readProduct } from '../../tenants/products.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import { findCancellations, findPurchase } from '../ledger/purchases-store.ts';
import { fieldsOf, parseFields, textOf } from '../markets/fields.ts';
import { MARKET_CODES } from '../markets/markets.ts';
import { amountText } from '../money.ts';
import { findOrder } from '../orders/store.ts';
import { serviceIdOf } from '../service-id.ts';
import {
  ALIKE_MS,
  type FactLogin,
  type FactPurchase,
  type Facts,
  isRefunded,
  MOST_LOGINS,
  nearest,
  othersOf,
  undoubted,
} from './facts.ts';

const DAY_MS = 24 * 60 * 60_000;
const LOGIN_DAYS = 30;
const MOST_READ = 500;

type OfPlayer = AppName & { readonly playerId: bigint };

const loginsBefore = statement((db, $: Params<OfPlayer & { from: number; paidAt: number }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(['did', 'logged_in_at', 'logged_out_at'])
    .where('player_id', '=', $.playerId)
    .where('logged_in_at', '>=', $.from)
    .where('logged_in_at', '<=', $.paidAt)
    .orderBy('logged_in_at', 'desc')
    .limit(MOST_LOGINS),
);

const loginsAfter = statement((db, $: Params<OfPlayer & { paidAt: number; to: number }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(['did', 'logged_in_at', 'logged_out_at'])
    .where('player_id', '=', $.playerId)
    .where('logged_in_at', '>', $.paidAt)
    .where('logged_in_at', '<=', $.to)
    .orderBy('logged_in_at', 'asc')
    .limit(MOST_LOGINS),
);

/** Of the account at all markets; only what counts. */
const purchasesOf = statement((db, $: Params<AppName & { account: string; until: number }>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select([
      'provider',
      'unique_key',
      'kind',
      'number',
      'transaction_id',
      'product_id',
      'price',
      'currency',
      'purchased_at',
      'verified_at',
      'delivery',
      'market_result',
    ])
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', '=', $.account)
    .where('verified_at', '<=', $.until)
    .where('cancel_state', '=', 0)
    .where('test', '=', 0)
    .where('ownership', 'is', null)
    .orderBy('verified_at', 'desc')
    .limit(MOST_READ),
);

export async function factsOf(
  { context, app }: AppContext,
  dispute: DisputeTable,
): Promise<Facts | undefined> {
  const { db } = context.storage;
  const { appid, gameIndex } = app;
  const { order_id } = dispute;
  const order = await findOrder(db, { game_index: gameIndex, appid, order_id });
  if (!order) return undefined;
  const { provider, product_id, account_uuid } = order;
  const paidAt = order.paid_at ?? order.created_at;
  const isKnown = order.player_id !== ERASED_PLAYER;
  const playerId = isKnown ? BigInt(order.player_id) : null;
  const key = { game_index: gameIndex, appid, provider, unique_key: order_id };
  const [purchase, product, logins, purchases, row] = await Promise.all([
    findPurchase(db, key),
    readProduct(context, { appid, product_id }),
    playerId === null ? [] : readLogins(db, { appid, gameIndex, playerId }, paidAt, dispute),
    readPurchases(db, nameOf(app), account_uuid, paidAt + ALIKE_MS),
    db.selectFrom('app').select('name').where('appid', '=', appid).executeTakeFirst(),
  ]);
  const serviceId = purchase && serviceIdOf(purchase);
  return {
    game: row?.name ?? appid,
    order: {
      id: order_id,
      productId: product_id,
      quantity: order.quantity,
      amount: amountText(order.amount, order.currency),
      currency: order.currency,
      createdAt: order.created_at,
      paidAt: order.paid_at,
      paymentId: order.store_transaction_id,
      accountUuid: account_uuid,
    },
    playerId,
    ...(purchase?.claimed === 1 && {
      purchase: {
        serviceId: serviceIdOf(purchase),
        language: purchase.language,
        delivery: purchase.delivery,
        deliveryAt: purchase.delivery_at,
        refunded: isRefunded(await findCancellations(db, nameOf(app), [key])),
      },
    }),
    ...(!isRejection(product) && {
      product: { name: product.name, descriptions: product.descriptions ?? {} },
    }),
    logins,
    ...othersOf(purchases, { serviceId, productId: product_id, paidAt }),
  };
}

/** From a month before the purchase until the dispute; those nearest to the purchase, however many follow. */
async function readLogins(
  db: Db,
  player: OfPlayer,
  paidAt: number,
  { opened_at }: DisputeTable,
): Promise<FactLogin[]> {
  const from = paidAt - LOGIN_DAYS * DAY_MS;
  const rows = await Promise.all([
    loginsBefore(db, { ...player, from, paidAt }),
    loginsAfter(db, { ...player, paidAt, to: opened_at }),
  ]);
  const logins = rows.flat().map(({ did, logged_in_at, logged_out_at }) => ({
    did: BigInt(did),
    at: logged_in_at,
    until: logged_out_at,
  }));
  return nearest(logins, paidAt);
}

async function readPurchases(
  db: Db,
  app: AppName,
  account: string,
  until: number,
): Promise<FactPurchase[]> {
  if (account === '') return [];
  const rows = await purchasesOf(db, { ...app, account, until });
  const reports = await findCancellations(db, app, rows);
  return undoubted(rows, reports).map((row) => ({
    serviceId: serviceIdOf(row),
    productId: row.product_id,
    amount: row.price,
    currency: row.currency,
    at: row.purchased_at ?? row.verified_at,
    delivered: row.delivery === 1,
    chargeId: chargeIn(row.market_result),
  }));
}

const chargeIn = (result: string | null): string | undefined =>
  textOf(fieldsOf(parseFields(result ?? '')?.latest_charge)?.id);
