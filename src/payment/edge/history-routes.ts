// POST /payment/v1/transactions: purchase history, as interface 2.6 and 2.7 show it.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id64 } from '../../base/id-shapes.ts';
import { isoTime } from '../../base/iso-time.ts';
import { MarketName } from '../markets/markets.ts';
import {
  DEFAULT_SIZE,
  type HistoryPage,
  type ListPurchases,
  type PurchaseRow,
} from '../queries/history.ts';
import { problemAnswers } from './reference.ts';
import { MARKET_ID_LENGTH, Text } from './schema.ts';
import { callerOf, sendJson, sendProblem } from './scope.ts';

const LARGEST_SIZE = 100;

export const Transactions = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({ description: '`meta.page.nextCursor` of the previous page, unchanged.' }),
    ),
    endDate: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'End of the date range, inclusive. Default: now.',
      }),
    ),
    providerId: MarketName,
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_SIZE, default: DEFAULT_SIZE })),
    startDate: Type.String({
      format: 'date-time',
      description: 'Start of the date range, inclusive; at most 30 days before the end.',
    }),
    targetPlayerId: Type.Optional(
      Id64('Only purchases of this player. Requires an app-server token.'),
    ),
    transactionId: Type.Optional(
      Text(
        'Only the transaction with this `storeTransactionId`; ignores the date range.',
        MARKET_ID_LENGTH,
      ),
    ),
  },
  {
    examples: [
      {
        providerId: 'APPLE',
        startDate: '2026-11-01T00:00:00Z',
        endDate: '2026-11-30T23:59:59Z',
        size: 20,
      },
    ],
  },
);
type Transactions = Type.Static<typeof Transactions>;

const moment = (description: string) => Type.String({ format: 'date-time', description });

const Item = Type.Object({
  providerId: MarketName,
  purchaseAmount: Type.String({ description: 'Empty when the market gives no amount.' }),
  purchaseCurrency: Type.String({
    description: 'ISO 4217; empty when the market gives no currency.',
  }),
  purchaseDate: moment('When the player bought it. The exact event depends on the provider.'),
  purchaseDateSource: Type.Enum([
    'STORE_PAYMENT',
    'PAYMENT_CONFIRMED',
    'ORDER_CREATED',
    'VERIFIED',
  ]),
  storeTransactionId: Type.String(),
  transactionId: Type.String({ format: 'uuid' }),
  verifiedDate: moment('When it was verified. The list is sorted by this date.'),
});

const Page = Type.Object({
  hasNext: Type.Boolean(),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
  hasPrevious: Type.Null({ description: 'Always null: paging only goes forward.' }),
  previousCursor: Type.Null(),
});

export const transactionsAnswers = {
  200: Type.Object({ data: Type.Array(Item), meta: Type.Object({ page: Page }) }),
  ...problemAnswers('history'),
};

export function historyRoutes(scope: FastifyInstance, list: ListPurchases): void {
  scope.post(
    '/payment/v1/transactions',
    {
      config: { operation: 'purchase.history', callers: ['app', 'user'] },
      schema: {
        tags: ['Purchases'],
        summary: 'List verified purchases of one provider, newest first',
        description:
          'Sorted by `verifiedDate`. The date range is at most 30 days; with `transactionId` it does not count. A user token sees only its own player. Do not decide about refunds by this list.',
        body: Transactions,
        response: transactionsAnswers,
      },
    },
    async (request, reply) => {
      const outcome = await list(callerOf(request), request.body as Transactions);
      return 'problem' in outcome
        ? sendProblem(request, reply, outcome)
        : sendJson(reply, pageText(outcome));
    },
  );
}

function pageText({ rows, nextCursor }: HistoryPage): string {
  return JSON.stringify({
    data: rows.map(itemOf),
    meta: {
      page: {
        hasNext: nextCursor !== null,
        nextCursor,
        hasPrevious: null,
        previousCursor: null,
      },
    },
  });
}

function itemOf([
  verifiedAt,
  ,
  provider,
  orderId,
  transactionId,
  price,
  currency,
  purchasedAt,
  source,
]: PurchaseRow): Type.Static<typeof Item> {
  return {
    providerId: provider,
    purchaseAmount: price ?? '',
    purchaseCurrency: currency ?? '',
    purchaseDate: isoTime(purchasedAt ?? verifiedAt),
    purchaseDateSource: source,
    storeTransactionId: orderId,
    transactionId,
    verifiedDate: isoTime(verifiedAt),
  };
}
