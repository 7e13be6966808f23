// The lines of a purchase import: what another system knows of a purchase, turned into a record.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Id64 } from '../../base/id-shapes.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { LineNumber, type LineProblem } from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import { Instant, instantOf } from '../../base/shapes.ts';
import { assumedAccountUuid } from '../../identity/logins.ts';
import type { App } from '../../tenants/directory.ts';
import type { ImportedPurchase } from '../ledger/imports.ts';
import type { NewPurchase } from '../ledger/numbers.ts';
import type { Cancellation } from '../markets/cancellation.ts';
import type { ImportedIds, SubscriptionTraits } from '../markets/description.ts';
import type { Market } from '../markets/market.ts';
import {
  eachMarket,
  listed,
  MARKET_CODES,
  MARKETS,
  marketOf,
  ORDER_MARKETS,
  SUBSCRIPTION_MARKETS,
} from '../markets/markets.ts';
import { amountText, currencyDigits } from '../money.ts';

const Text = (description: string, maxLength = 255) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));
const Time = (description: string) => Type.Optional(Instant(description));
const flag = (description: string) =>
  Type.Optional(Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description }));

const withToken = MARKETS.filter(({ imports }) => imports.hasToken).map(({ code }) => code);

/** Named as in the file of `purchases export`. */
export const PurchaseLine = namedObject(
  'PurchaseImportLine',
  {
    line: LineNumber,
    kind: Type.Optional(
      Type.Enum(['consumable', 'subscription'], {
        description: 'Default: `subscription` with a `subscription_id`, else `consumable`.',
      }),
    ),
    provider: Type.Enum(MARKET_CODES, { description: 'The market.' }),
    store_transaction_id: Text(
      `${eachMarket(({ transactionId }) => transactionId)} Required, except at ${listed(withToken)} with a \`purchase_token\`.`,
    ),
    market_transaction_id: Text(`${listed(ORDER_MARKETS)}: transaction id of the market.`),
    purchase_token: Text(`${listed(withToken)}: purchase token.`, 1_024),
    subscription_id: Text(
      `Subscriptions only. ${eachMarket(({ subscriptions }) => subscriptions?.id)}`,
      1_024,
    ),
    product_id: Type.String({ minLength: 1, maxLength: 255 }),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    amount: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}(\\.\\d{1,12})?$',
        description: 'What the player paid, as decimal text. Needs `currency`.',
      }),
    ),
    currency: Text('ISO 4217 code.', 3),
    account_uuid: Type.Optional(
      Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' }),
    ),
    player_id: Type.Optional(Id64('Used to derive the account if `account_uuid` is missing.')),
    purchase_date: Time('When the player paid'),
    verified_date: Time('When the other system verified it'),
    expires_date: Time('Subscriptions only: end of the paid period'),
    cancel_state: flag('1: refunded or cancelled.'),
    cancel_date: Time('When it was refunded; implies `cancel_state` 1'),
    test: flag('1: bought with test money. Default: 0 in production, 1 in sandbox.'),
    delivery: Type.Optional(
      Type.Unsafe<1 | 2 | 3>({
        type: 'integer',
        enum: [1, 2, 3],
        description: '1 delivered, 2 cancelled, 3 cancelled and clawed back.',
      }),
    ),
    delivery_date: Time('When it was delivered; implies `delivery` 1'),
    payload: Text('`iapPayload` of the first verification.', 4_096),
    server_id: Text('Game server.'),
    receipt: Text('The receipt as the client sent it.', 65_536),
  },
  { additionalProperties: false },
);
export type PurchaseLine = Type.Static<typeof PurchaseLine>;

const problem = (field: string, reason: string): LineProblem => ({ field, reason });

const DATES = [
  'purchase_date',
  'verified_date',
  'expires_date',
  'cancel_date',
  'delivery_date',
] as const;

/** What makes the line impossible, if something does. */
function problemIn(line: PurchaseLine, isSubscription: boolean): LineProblem | undefined {
  const { provider, store_transaction_id: id, purchase_token: token, amount, currency } = line;
  const { problem: idProblem = needsId } = marketOf(provider).imports;
  const wrongId = idProblem({ id, token });
  if (wrongId !== undefined) return problem('store_transaction_id', wrongId);
  const wrongDate = DATES.find((name) => Number.isNaN(instantOf(line[name])));
  if (wrongDate) return problem(wrongDate, 'This date or time does not exist.');
  if (currency !== undefined && currencyDigits(currency) === undefined)
    return problem('currency', `${currency} is no ISO 4217 currency code.`);
  if (amount !== undefined && currency === undefined)
    return problem('currency', 'Add the currency of the amount, or leave both out.');
  if (line.cancel_state === 0 && line.cancel_date !== undefined)
    return problem('cancel_state', 'cancel_state is 0, but there is a cancel_date.');
  return isSubscription ? subscriptionProblem(line) : undefined;
}

const needsId = ({ id }: ImportedIds): string | undefined =>
  id === undefined ? 'Add the transaction id, which identifies the purchase.' : undefined;

/** Such as `the original transaction id (APPLE)`. */
const SUBSCRIPTION_IDS = Object.entries(
  Object.groupBy(
    MARKETS.flatMap(({ code, subscriptions }) => (subscriptions ? { code, ...subscriptions } : [])),
    ({ id }) => id,
  ),
)
  .map(([id, markets]) => `the ${id} (${markets.map(({ code }) => code).join(', ')})`)
  .join(' or ');

function subscriptionProblem(line: PurchaseLine): LineProblem | undefined {
  const traits = marketOf(line.provider).subscriptions;
  if (!traits) return problem('kind', `Only ${listed(SUBSCRIPTION_MARKETS)} have subscriptions.`);
  if (line.subscription_id === undefined)
    return problem('subscription_id', `Add ${SUBSCRIPTION_IDS} of the subscription.`);
  if (line.store_transaction_id === undefined)
    return problem('store_transaction_id', 'Add the order id of the paid period.');
  if (line.account_uuid === undefined && line.player_id === undefined)
    return problem('account_uuid', 'A subscription needs its account_uuid or player_id.');
  return undefined;
}

const timeIn = (text: string | undefined): number | null => instantOf(text) ?? null;

export function readLine(
  app: App,
  environment: 'production' | 'sandbox',
  line: PurchaseLine,
  now: number,
): ImportedPurchase | LineProblem {
  const isSubscription = (line.kind ?? (line.subscription_id && 'subscription')) === 'subscription';
  const wrong = problemIn(line, isSubscription);
  if (wrong) return wrong;
  const test = line.test ?? (environment === 'sandbox' ? 1 : 0);
  return isSubscription ? cycleOf(app, line, test, now) : purchaseOf(app, line, test, now);
}

/** As verification makes it. */
const keyIn = (provider: Market, id: string, test: 0 | 1): string =>
  marketOf(provider).imports.keyOf?.(id, test === 1) ?? id;

const accountIn = (app: App, { account_uuid, player_id }: PurchaseLine): string =>
  account_uuid?.toLowerCase() ??
  (player_id === undefined ? '' : assumedAccountUuid(app, player_id));

/** With it the market can be asked; empty when nothing is known that it would accept. */
const receiptIn = ({ provider, receipt, purchase_token, ...line }: PurchaseLine): string =>
  receipt ??
  (marketOf(provider).imports.idIsReceipt ? line.store_transaction_id : purchase_token) ??
  '';

const amountIn = ({ amount, currency }: PurchaseLine): string | null =>
  amount === undefined || currency === undefined ? null : amountText(amount, currency);

function cancellationsIn({ cancel_state, cancel_date }: PurchaseLine): Cancellation[] {
  const reportedAt = instantOf(cancel_date);
  const isCancelled = cancel_state === 1 || reportedAt !== undefined;
  return isCancelled ? [{ kind: 'refund', state: 'given', reportedAt }] : [];
}

const pastOf = ({ verified_date, delivery, delivery_date }: PurchaseLine) => ({
  claimed_at: timeIn(verified_date),
  delivery: delivery ?? (delivery_date === undefined ? null : 1),
  delivery_at: timeIn(delivery_date),
});

function purchaseOf(app: App, line: PurchaseLine, test: 0 | 1, now: number): ImportedPurchase {
  const { provider, purchase_token: token } = line;
  const { orders, imports } = marketOf(provider);
  const id = line.store_transaction_id ?? (token as string);
  const receipt = receiptIn(line);
  const purchased_at = timeIn(line.purchase_date);
  const purchase: NewPurchase = {
    appid: app.appid,
    provider,
    unique_key: keyIn(provider, id, test),
    payment_key: null,
    transaction_id: timeOrderedId(now),
    provider_transaction_id: id,
    store_transaction_id: (orders ? line.market_transaction_id : line.store_transaction_id) ?? null,
    product_id: line.product_id,
    quantity: line.quantity ?? 1,
    price: amountIn(line),
    currency: line.currency ?? null,
    test,
    account_uuid: accountIn(app, line),
    account_compare: 9,
    payload: line.payload ?? null,
    price_verify_key: null,
    receipt,
    // An empty one is nobody's receipt.
    receipt_hash: receipt === '' ? '' : hash('sha256', receipt, 'base64url'),
    market_result: null,
    purchased_at,
    purchase_date_source: purchased_at === null ? 'VERIFIED' : imports.dateSource,
    request_type: 1,
    app_version: null,
    country: null,
    language: null,
    server_id: line.server_id ?? null,
    project_info: null,
    kind: 'consumable',
    claimed: 1,
    claimed_by: null,
    subscription_id: null,
    ownership: null,
    permanent: null,
    consumption: null,
    ...pastOf(line),
  };
  return { purchase, otherKey: token, cancellations: cancellationsIn(line) };
}

function cycleOf(app: App, line: PurchaseLine, test: 0 | 1, now: number): ImportedPurchase {
  const { provider } = line;
  const storeTransactionId = line.store_transaction_id as string;
  const subscriptionId = line.subscription_id as string;
  const { id, datesRefunds, firstOf } = marketOf(provider).subscriptions as SubscriptionTraits;
  const isToken = id === 'purchase token';
  const purchasedAt = timeIn(line.purchase_date);
  const cancellations = cancellationsIn(line);
  // Whatever the market says later is newer.
  const reportedAt = purchasedAt ?? 0;
  return {
    state: {
      provider,
      subscriptionId: keyIn(provider, subscriptionId, test),
      originalTransactionId: isToken ? (firstOf?.(storeTransactionId) ?? null) : subscriptionId,
      marketAccountId: null,
      replaces: null,
      test: test === 1,
      reportedAt,
      cycle: {
        uniqueKey: keyIn(provider, storeTransactionId, test),
        storeTransactionId,
        productId: line.product_id,
        price: amountIn(line),
        currency: line.currency ?? null,
        purchasedAt,
        expiresAt: timeIn(line.expires_date),
        refundedAt:
          datesRefunds && cancellations.length > 0 ? (timeIn(line.cancel_date) ?? now) : null,
        cancellations,
        place: reportedAt,
        receipt: isToken ? subscriptionId : receiptIn(line),
      },
      marketResult: {},
    },
    claim: {
      accountUuid: accountIn(app, line),
      payload: line.payload ?? null,
      requestType: 1,
      clientId: null,
      appVersion: null,
      country: null,
      language: null,
      serverId: line.server_id ?? null,
      projectInfo: null,
    },
    past: pastOf(line),
  };
}
