// The payment calls of an app server: verify, undelivered orders, delivery result, purchase history, subscriptions.
import { type Call, type Caller, type CallOptions, resultOf, send } from './call.ts';
import {
  type CommonError,
  type PaymentCode,
  type PaymentError,
  type Result,
  TollgateError,
} from './errors.ts';
import type { Outcome } from './exchange.ts';
import type { AnswerOf, DataOf, Input, RequestOf } from './names.ts';
import type { Tokens } from './tokens.ts';
import { exactId, printJson } from './wire.ts';

export type PurchaseInput = Input<RequestOf<'/payment/v1/purchase/verify'>>;
export type Purchase = DataOf<'/payment/v1/purchase/verify'>;
export type UndeliveredQuery = Required<Input<RequestOf<'/payment/v1/purchase/restore'>>>;
export type OwnedQuery = Input<RequestOf<'/payment/v1/owned'>>;
export type OwnedProduct = DataOf<'/payment/v1/owned'>[number];
export type Undelivered = DataOf<'/payment/v1/purchase/restore'>[number];
/** The list of `restore` with its `meta`: null, or the markets that could not be asked. */
export type Restored = AnswerOf<'/payment/v1/purchase/restore'>;
export type DeliveryInput = Input<RequestOf<'/payment/v1/item/result'>>;
export type Delivery = DataOf<'/payment/v1/item/result'>;
export type TransactionQuery = Input<RequestOf<'/payment/v1/transactions'>>;
export type TransactionPage = AnswerOf<'/payment/v1/transactions'>;
export type Transaction = TransactionPage['data'][number];
export type SubscriptionInput = Input<RequestOf<'/payment/v1/subscription/verify'>>;
export type Subscription = DataOf<'/payment/v1/subscription/verify'>;
export type SubscriptionStatus = DataOf<'/payment/v1/subscription/status'>[number];

/** What every payment call may answer. */
const COMMON = [
  'INVALID_REQUEST',
  'UNAUTHORIZED_REQUEST',
  'FORBIDDEN_REQUEST',
  'APP_NOT_FOUND',
] as const;
const VERIFY = [
  'INVALID_RECEIPT',
  'PRICE_VERIFY_FAIL',
  'RECEIPT_VERIFY_FAIL',
  'PAYMENT_PENDING',
  'MARKET_UNAVAILABLE',
] as const;
const RESTORE = ['MARKET_UNAVAILABLE'] as const;
const TRANSACTIONS = ['INVALID_CURSOR', 'CURSOR_CONTEXT_MISMATCH'] as const;

type Common = (typeof COMMON)[number];
type Answered<Data, Code extends PaymentCode = never> = Promise<
  Result<Data, PaymentError<Common | Code> | CommonError>
>;
type VerifyCode = (typeof VERIFY)[number];
type RestoreCode = (typeof RESTORE)[number];
type TransactionsCode = (typeof TRANSACTIONS)[number];

export type Purchases = ReturnType<typeof createPurchases>;
export type Subscriptions = ReturnType<typeof createSubscriptions>;

export function createPurchases(caller: Caller, tokens: Tokens, appId: string) {
  const post = poster(caller, tokens, appId);
  const transactionsPage = (
    { targetPlayerId, ...query }: TransactionQuery,
    options?: CallOptions,
  ): Answered<TransactionPage, TransactionsCode> => {
    const fields = { ...query, targetPlayerId: exactId('targetPlayerId', targetPlayerId) };
    const data = (body: object) => body as TransactionPage;
    return post('transactions', fields, { codes: TRANSACTIONS, options, data });
  };
  return {
    /**
     * Checks a receipt with its market. Safe to repeat, and so retried: a retry of a request whose
     * answer was lost says `serviceDuplicated: true`. Decide by your own records whether to deliver.
     * `/payment/v1/purchase/verify`
     */
    verify: (fields: PurchaseInput, options?: CallOptions): Answered<Purchase, VerifyCode> =>
      post('purchase/verify', fields, { codes: VERIFY, options }),
    /**
     * The paid and undelivered STEAM and PG orders of a player, each with the receipt to verify: for
     * players who cannot log in and so cannot report them. Orders of a market that could not be
     * asked about all of them may be missing; `restored` says so. `/payment/v1/purchase/restore`
     */
    restore: (
      { targetPlayerId }: UndeliveredQuery,
      options?: CallOptions,
    ): Answered<readonly Undelivered[], RestoreCode> => {
      const fields = { targetPlayerId: exactId('targetPlayerId', targetPlayerId) };
      return post('purchase/restore', fields, { codes: RESTORE, options });
    },
    /**
     * The same with `meta`: null when the list is whole, else `incomplete` and the `markets` that
     * could not be asked about all orders, so that you ask again later. `/payment/v1/purchase/restore`
     */
    restored: (
      { targetPlayerId }: UndeliveredQuery,
      options?: CallOptions,
    ): Answered<Restored, RestoreCode> => {
      const fields = { targetPlayerId: exactId('targetPlayerId', targetPlayerId) };
      const data = (body: object) => body as Restored;
      return post('purchase/restore', fields, { codes: RESTORE, options, data });
    },
    /** What an account or a player owns now: permanent products, running subscriptions, grants. `/payment/v1/owned` */
    owned: (
      { accountUuid, targetPlayerId }: OwnedQuery,
      options?: CallOptions,
    ): Answered<readonly OwnedProduct[]> => {
      const player = targetPlayerId && exactId('targetPlayerId', targetPlayerId);
      const fields = { accountUuid, targetPlayerId: player };
      return post('owned', fields, { codes: [], options });
    },
    /** Reports what became of a purchase: `1` delivered, `2` cancelled, `3` clawed back. `/payment/v1/item/result` */
    result: (fields: DeliveryInput, options?: CallOptions): Answered<Delivery> =>
      post('item/result', fields, { codes: [], options }),
    /** One page of the purchase history; `meta.page.nextCursor` leads to the next. `/payment/v1/transactions` */
    transactionsPage,
    /**
     * The purchase history from the first page to the last, newest first, 100 at a time. Throws a
     * `TollgateError` when a page fails. `/payment/v1/transactions`
     */
    async *transactions(
      query: TransactionQuery,
      options?: CallOptions,
    ): AsyncGenerator<Transaction> {
      for (let cursor: string | null | undefined = query.cursor; cursor !== null; ) {
        const asked = { size: 100, ...query, ...(cursor !== undefined && { cursor }) };
        const page = await transactionsPage(asked, options);
        if (!page.ok) throw new TollgateError(page.error);
        yield* page.data.data;
        cursor = page.data.meta.page.nextCursor;
      }
    },
  };
}

export function createSubscriptions(caller: Caller, tokens: Tokens, appId: string) {
  const post = poster(caller, tokens, appId);
  return {
    /** Checks a subscription with its market, and answers its current state. `/payment/v1/subscription/verify` */
    verify: (
      fields: SubscriptionInput,
      options?: CallOptions,
    ): Answered<Subscription, VerifyCode> =>
      post('subscription/verify', fields, { codes: VERIFY, options }),
    /** The account's subscriptions as recorded, without asking a market. `/payment/v1/subscription/status` */
    status: (
      fields: RequestOf<'/payment/v1/subscription/status'>,
      options?: CallOptions,
    ): Answered<readonly SubscriptionStatus[]> =>
      post('subscription/status', fields, { codes: [], options }),
  };
}

interface Plan<Data, Code extends PaymentCode> {
  readonly codes: readonly Code[];
  readonly options: CallOptions | undefined;
  /** Default: `data` of the answer. */
  readonly data?: (body: object) => Data;
}

/** All of these may be repeated. */
function poster(caller: Caller, tokens: Tokens, appId: string) {
  return <Data, Code extends PaymentCode>(
    path: string,
    fields: object,
    { codes, options, data = (body) => (body as { data: Data }).data }: Plan<Data, Code>,
  ): Answered<Data, Code> => {
    const call: Call<Data, PaymentError<Common | Code> | CommonError> = {
      path: `/payment/v1/${path}`,
      body: printJson(fields),
      headers: (token) => ({ 'x-app-id': appId, authorization: `Bearer ${token}` }),
      repeatable: true,
      read: (status, body) => readPayment(status, body, [...COMMON, ...codes], data),
    };
    return resultOf(send(caller, tokens, call, options));
  };
}

interface Problem {
  readonly detail: string;
  readonly outcome: { readonly code: number; readonly message: string };
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

function readPayment<Data, Code extends PaymentCode>(
  status: number,
  body: unknown,
  codes: readonly Code[],
  dataOf: (body: object) => Data,
): Outcome<Data, PaymentError<Code> | CommonError> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (status === 200 && 'data' in body) return { ok: true, data: dataOf(body) };
  const { detail, outcome, errors = [] } = body as Partial<Problem>;
  if (!outcome || detail === undefined) return undefined;
  if (outcome.message === 'INTERNAL_ERROR') {
    const error = { code: 'INTERNAL_ERROR', message: detail, status } as const;
    return { ok: false, error, again: 'repeatable' };
  }
  const code = codes.find((each) => each === outcome.message);
  if (code === undefined) return undefined;
  const shape = { code, message: detail, status, outcomeCode: outcome.code, errors };
  const error = shape as PaymentError<Code>;
  if (code === 'UNAUTHORIZED_REQUEST') return { ok: false, error, again: 'token' };
  return { ok: false, error, ...(code === 'MARKET_UNAVAILABLE' && { again: 'repeatable' }) };
}
