// What Tollgate knows about a disputed purchase: the order, the delivery, the player's logins and earlier purchases.
import { isRejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type AppName, nameOf } from '../../tenants/directory.ts';
import { readProduct } from '../../tenants/products.ts';
import { disputeIdOf } from '../ledger/cancellation.ts';
import { ERASED_PLAYER } from '../ledger/erasures-store.ts';
import { findCancellations, findPurchase } from '../ledger/purchases-store.ts';
import { fieldsOf, parseFields, textOf } from '../markets/fields.ts';
import { MARKET_CODES } from '../markets/markets.ts';
import { amountText } from '../money.ts';
import { findOrder } from '../orders/store.ts';
import { serviceIdOf } from '../service-id.ts';

export interface Facts {
  readonly game: string;
  readonly order: {
    readonly id: string;
    readonly productId: string;
    readonly quantity: number;
    readonly amount: string;
    readonly currency: string;
    readonly createdAt: number;
    readonly paidAt: number | null;
    readonly paymentId: string | null;
    readonly accountUuid: string;
  };
  readonly playerId: bigint | null;
  /** Undefined while no app server has verified the payment. */
  readonly purchase?: {
    readonly serviceId: string;
    readonly language: string | null;
    readonly delivery: 1 | 2 | 3 | null;
    readonly deliveryAt: number | null;
    readonly refunded: boolean;
  };
  readonly product?: { readonly name: string; readonly descriptions: Record<string, string> };
  /** Near the purchase, in the order of time. */
  readonly logins: readonly FactLogin[];
  readonly earlier: readonly FactPurchase[];
  /** Other payments for the product, close to this one. */
  readonly alike: readonly FactPurchase[];
}

export interface FactLogin {
  readonly did: bigint;
  readonly at: number;
  readonly until: number | null;
}

export interface FactPurchase {
  readonly serviceId: string;
  readonly productId: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly at: number;
  readonly delivered: boolean;
  /** Of the charge at the gateway. */
  readonly chargeId: string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
const LOGIN_DAYS = 30;
const MOST_LOGINS = 100;
const MOST_READ = 500;
/** Payments for the same product within this may be taken for duplicates. */
const ALIKE_MS = 2 * DAY_MS;

type OfPlayer = AppName & { readonly playerId: bigint };

const loginsAround = statement((db, $: Params<OfPlayer & { from: number; to: number }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(['did', 'logged_in_at', 'logged_out_at'])
    .where('player_id', '=', $.playerId)
    .where('logged_in_at', '>=', $.from)
    .where('logged_in_at', '<=', $.to)
    .orderBy('logged_in_at', 'desc')
    .limit(MOST_READ),
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
  const others = purchases.filter((each) => each.serviceId !== serviceId);
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
        refunded: (await findCancellations(db, nameOf(app), [key])).some(
          ({ cause, state }) => cause === 'refund' && state !== 'restored',
        ),
      },
    }),
    ...(!isRejection(product) && {
      product: { name: product.name, descriptions: product.descriptions ?? {} },
    }),
    logins,
    earlier: others.filter(({ at }) => at < paidAt),
    alike: others.filter(
      (each) => each.productId === product_id && Math.abs(each.at - paidAt) <= ALIKE_MS,
    ),
  };
}

/** From a month before the purchase until the dispute; those nearest to the purchase. */
async function readLogins(
  db: Db,
  player: OfPlayer,
  paidAt: number,
  { opened_at }: DisputeTable,
): Promise<FactLogin[]> {
  const to = Math.max(opened_at, paidAt);
  const rows = await loginsAround(db, { ...player, from: paidAt - LOGIN_DAYS * DAY_MS, to });
  return rows
    .map(({ did, logged_in_at, logged_out_at }) => ({
      did: BigInt(did),
      at: logged_in_at,
      until: logged_out_at,
    }))
    .sort((one, other) => Math.abs(one.at - paidAt) - Math.abs(other.at - paidAt))
    .slice(0, MOST_LOGINS)
    .sort((one, other) => one.at - other.at);
}

/** Newest first, without those that were ever disputed. */
async function readPurchases(
  db: Db,
  app: AppName,
  account: string,
  until: number,
): Promise<FactPurchase[]> {
  if (account === '') return [];
  const rows = await purchasesOf(db, { ...app, account, until });
  const reports = await findCancellations(db, app, rows);
  const disputed = new Set(
    reports
      .filter((report) => disputeIdOf(report) !== undefined)
      .map(({ provider, unique_key }) => `${provider} ${unique_key}`),
  );
  return rows
    .filter(({ provider, unique_key }) => !disputed.has(`${provider} ${unique_key}`))
    .map((row) => ({
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
