// All payment routes: calls with a token, pages for buyers, notifications from the markets.
import type { FastifyInstance } from 'fastify';
import type { FindOwned } from '../owned/owned.ts';
import type { ListPurchases } from '../queries/history.ts';
import type { CallerDeps } from './caller.ts';
import { type GatewayRouteDeps, gatewayRoutes } from './gateway-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { type OrderRouteDeps, orderRoutes } from './order-routes.ts';
import { ownedRoutes } from './owned-routes.ts';
import { type PurchaseRouteDeps, purchaseRoutes } from './purchase-routes.ts';
import { paymentScope } from './scope.ts';
import { type SubscriptionRouteDeps, subscriptionRoutes } from './subscription-routes.ts';
import { unknownRoutes } from './unknown-routes.ts';

export type PaymentRouteDeps = PurchaseRouteDeps &
  SubscriptionRouteDeps &
  OrderRouteDeps &
  GatewayRouteDeps & {
    readonly callers: CallerDeps;
    readonly history: ListPurchases;
    readonly owned: FindOwned;
  };

export async function paymentRoutes(app: FastifyInstance, deps: PaymentRouteDeps): Promise<void> {
  await paymentScope(app, deps.callers, (scope) => {
    purchaseRoutes(scope, deps);
    subscriptionRoutes(scope, deps);
    orderRoutes(scope, deps);
    historyRoutes(scope, deps.history);
    ownedRoutes(scope, deps);
  });
  unknownRoutes(app);
  await app.register(async (scope) => gatewayRoutes(scope, deps));
  await app.register(async (scope) => noticeRoutes(scope, deps.notices));
}
