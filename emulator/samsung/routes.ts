// The wire of Samsung's IAP server API v6: receipts.
import type { FastifyInstance } from 'fastify';
import type { Sale, Store } from './store.ts';

const noSuchOrder = { status: 'fail', errorCode: 9135, errorMessage: 'not exist order' };

export function samsungRoutes(scope: FastifyInstance, { sales }: Store): void {
  scope.get<{ Querystring: { purchaseID?: string } }>('/iap/v6/receipt', async ({ query }) => {
    const sale = sales.get(query.purchaseID ?? '');
    return sale ? show(sale) : noSuchOrder;
  });
}

/** A cancelled purchase does not name its app. */
const show = (sale: Sale) => ({
  itemId: sale.itemId,
  paymentId: sale.paymentId,
  orderId: sale.orderId,
  ...(!sale.isRefunded && { packageName: sale.packageName }),
  itemName: sale.itemId,
  itemDesc: '',
  purchaseDate: new Date(sale.purchasedAt).toISOString().slice(0, 19).replace('T', ' '),
  paymentAmount: Number(sale.price).toFixed(3),
  status: sale.isRefunded ? 'cancel' : 'success',
  paymentMethod: 'Credit Card',
  mode: sale.mode,
  consumeYN: 'N',
  ...(sale.currency !== '' && { currencyCode: sale.currency, currencyUnit: sale.currency }),
});
