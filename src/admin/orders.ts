// Admin routes of a player's orders and spending.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import { listOrders, PlayerOrder, restoreOrder } from '../payment/orders/operations.ts';
import { readSpending, Spending } from '../payment/queries/spending.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function orderRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id/spending', {
    operation: 'purchase.spending',
    summary: 'Adds up what a player has paid and got back, by currency.',
    needs: 'viewer',
    answer: Spending,
    run: ({ app, params }) => readSpending({ ...deps, app }, params),
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id/orders', {
    operation: 'purchase.orders',
    summary: 'Lists STEAM and PG orders of a player that the game has not closed, newest first.',
    needs: 'viewer',
    answer: listOf(PlayerOrder),
    run: ({ app, params }) => listOrders({ ...deps, app }, params),
  });
  adminRoute(scope, 'POST', '/apps/:appid/orders/:order_id/restore', {
    operation: 'purchase.restore',
    summary: 'Offers a paid order to the game again, with its next `purchase/restore`.',
    needs: 'operator',
    answer: PlayerOrder,
    run: ({ app, params, actor }) => restoreOrder({ ...deps, app }, actor, params),
  });
}
