// The App Store Server API of one environment: transactions, subscriptions, orders.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Api, about, customerOf, isWithin, type WithId } from './caller.ts';
import { readConsumption } from './consumption.ts';
import { type ErrorCode, StoreError } from './errors.ts';
import { externalReportRoutes } from './external-reports.ts';
import { historyRoutes } from './history.ts';
import { notificationRoutes } from './notification-api.ts';
import { isKnown, type Shop } from './shop.ts';
import { renewalPayload, type Subscription, statuses } from './subscription.ts';
import {
  type App,
  appTransactionPayload,
  type Environment,
  isFamilyShared,
  isUuid,
  lineItemOf,
  type Transaction,
} from './transaction.ts';

const yearMs = 365 * 24 * 3_600_000;
const extensionsPerYear = 2;

export function apiRoutes(scope: FastifyInstance, shop: Shop, environment: Environment): void {
  const apps = new WeakMap<FastifyRequest, App>();
  const { store, sign, world, lifecycle } = shop;
  const now = world.clock.now;
  const api: Api = {
    ...shop,
    app(request) {
      const app = apps.get(request);
      if (!app) throw new Error('The route runs without a checked bearer token.');
      return app;
    },
  };

  scope.addHook('onRequest', async (request, reply) => {
    // The caller's clock is the real one; a test with a clock of its own follows the emulated one.
    const bundleId = shop.checkBearer(request.headers.authorization, [Date.now(), now()]);
    const isUnreleased = environment === 'Production' && shop.unreleased.has(bundleId ?? '');
    if (bundleId === undefined || isUnreleased) {
      return reply.code(401).type('text/plain').send('Unauthenticated');
    }
    apps.set(request, store.app(environment, bundleId));
    lifecycle.catchUp();
    shop.provoked.strike(environment, request.url);
  });

  function find(request: FastifyRequest<WithId>): Transaction {
    const { id } = request.params;
    const app = api.app(request);
    if (!/^\d+$/.test(id)) throw new StoreError(4000006);
    const transaction = store.transaction(id);
    if (transaction?.app === app && isKnown(shop, transaction)) return transaction;
    throw new StoreError(store.isAppTransactionId(app, id) ? 4000048 : 4040010);
  }

  /** For the paths that want an original transaction id and nothing else. */
  function findOriginal(request: FastifyRequest<WithId>, notOriginal: ErrorCode): Transaction {
    const { id } = request.params;
    if (!/^\d+$/.test(id)) throw new StoreError(4000008);
    const transaction = store.transaction(id);
    const isFound = transaction?.app === api.app(request) && isKnown(shop, transaction);
    if (!isFound) throw new StoreError(4040005);
    if (transaction.originalTransactionId !== id) throw new StoreError(notOriginal);
    return transaction;
  }

  const signed = (transaction: Transaction) => shop.signTransaction(transaction);

  scope.get<WithId>('/inApps/v1/transactions/:id', async (request) => ({
    signedTransactionInfo: signed(find(request)),
  }));

  scope.get<WithId>('/inApps/v1/transactions/appTransactions/:id', async (request) => {
    const [first] = customerOf(api, request);
    return { signedAppTransactionInfo: sign(appTransactionPayload(first, now())) };
  });

  scope.post<WithId>('/inApps/v1/transactions/:id/finish', async (request, reply) => {
    find(request).finished = true;
    return reply.code(200).send();
  });

  for (const version of ['v1', 'v2'] as const) {
    scope.put<WithId>(`/inApps/${version}/transactions/consumption/:id`, async (request, reply) => {
      const transaction = find(request);
      store.consumption.set(
        transaction.transactionId,
        readConsumption(version, transaction, request.body),
      );
      return reply.code(202).send();
    });
  }

  scope.put<WithId>('/inApps/v1/transactions/:id/appAccountToken', async (request, reply) => {
    const transaction = findOriginal(request, 4000187);
    const { appAccountToken } = (request.body ?? {}) as { appAccountToken?: unknown };
    if (!isUuid(appAccountToken)) throw new StoreError(4000183);
    if (isFamilyShared(transaction)) throw new StoreError(4000185);
    const subscription = store.subscriptions.get(transaction.transactionId);
    const latest = subscription ? [lifecycle.latest(subscription)] : [];
    for (const changed of new Set([transaction, ...latest])) {
      store.setAccountToken(changed, appAccountToken);
      changed.modifiedDate = now();
    }
    return reply.code(200).send();
  });

  scope.get<{ Params: { id: string } }>('/inApps/v1/lookup/:id', async (request) => {
    const transactions = store
      .order(api.app(request), request.params.id)
      .filter((transaction) => isKnown(shop, transaction));
    return {
      status: transactions.length > 0 ? 0 : 1,
      signedTransactions: transactions.map(signed),
    };
  });

  scope.get<WithId & { Querystring: { status?: string | string[] } }>(
    '/inApps/v1/subscriptions/:id',
    async (request) => {
      const customer = customerOf(api, request);
      const wanted = [request.query.status ?? []].flat();
      if (wanted.some((status) => !/^[1-5]$/.test(status))) throw new StoreError(4000031);
      const items = new Map<string, Subscription>();
      for (const { originalTransactionId } of customer) {
        const subscription = store.subscriptions.get(originalTransactionId);
        if (subscription) items.set(originalTransactionId, subscription);
      }
      const shown = [...items.values()].filter(
        ({ status }) => wanted.length === 0 || wanted.includes(String(status)),
      );
      const groups = Map.groupBy(
        shown,
        (item) => lifecycle.latest(item).subscriptionGroupIdentifier ?? '',
      );
      return {
        ...about(api.app(request)),
        data: Array.from(groups, ([subscriptionGroupIdentifier, members]) => ({
          subscriptionGroupIdentifier,
          lastTransactions: members.map((item) => {
            const latest = lifecycle.latest(item);
            return {
              status: item.status,
              originalTransactionId: item.originalTransactionId,
              signedTransactionInfo: signed(latest),
              signedRenewalInfo: sign(renewalPayload(item, latest, now())),
            };
          }),
        })),
      };
    },
  );

  scope.put<WithId>('/inApps/v1/subscriptions/extend/:id', async (request) => {
    const transaction = findOriginal(request, 4000008);
    const subscription = store.subscriptions.get(transaction.transactionId);
    const { extendByDays, extendReasonCode, requestIdentifier } = (request.body ?? {}) as Record<
      string,
      unknown
    >;
    if (!isWithin(extendByDays, 1, 90)) throw new StoreError(4000009);
    if (!isWithin(extendReasonCode, 0, 3)) throw new StoreError(4000010);
    if (typeof requestIdentifier !== 'string' || !/^.{1,128}$/.test(requestIdentifier)) {
      throw new StoreError(4000011);
    }
    if (isFamilyShared(transaction)) throw new StoreError(4030007);
    if (subscription?.status !== statuses.active) throw new StoreError(4030004);
    const recent = subscription.extendedAt.filter((at) => at > now() - yearMs);
    if (recent.length >= extensionsPerYear) throw new StoreError(4030005);
    lifecycle.extend(subscription, extendByDays);
    const latest = lifecycle.latest(subscription);
    return {
      originalTransactionId: transaction.transactionId,
      webOrderLineItemId: lineItemOf(latest),
      success: true,
      effectiveDate: latest.expiresDate,
    };
  });

  historyRoutes(scope, api);
  notificationRoutes(scope, api);
  externalReportRoutes(scope, api);
}
