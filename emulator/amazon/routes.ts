// The wire of Amazon: the Receipt Verification Service, and the certificate and confirmations of SNS.
import type { FastifyInstance } from 'fastify';
import { certificateName, type Environment, type Sale, type Store } from './store.ts';

interface ReceiptPath {
  Params: { secret: string; userId: string; receiptId: string };
}

const [badReceipt, gone, badSecret, badUser] = [400, 410, 496, 497];

export function amazonRoutes(scope: FastifyInstance, store: Store, environment: Environment): void {
  const { sales } = store;
  const path = '/version/1.0/verifyReceiptId/developer/:secret/user/:userId/receiptId/:receiptId';
  scope.get<ReceiptPath>(path, async ({ params }, reply) => {
    const refuse = (status: number, message: string) =>
      reply.code(status).send({ message, status: false });
    const { secret, userId, receiptId } = params;
    if (secret !== store.sharedSecret) return refuse(badSecret, 'Invalid sharedSecret');
    const sale = sales.get(receiptId);
    if (sale?.environment !== environment) return refuse(badReceipt, 'Invalid receiptId');
    if (sale.userId !== userId) return refuse(badUser, 'Invalid User ID');
    return sale.isForgotten
      ? refuse(gone, 'The receipt is no longer valid')
      : show(store.settle(sale));
  });
  if (environment === 'sandbox') return;

  scope.get<{ Params: { name: string } }>('/sns/:name', async ({ params }, reply) =>
    params.name === certificateName(store.key)
      ? reply.type('application/x-pem-file').send(store.key.certificate)
      : reply.code(404).send(),
  );
  scope.get<{ Querystring: { Token?: string } }>('/sns', async ({ query }, reply) => {
    const target = [...store.targets.values()].find(({ token }) => token === query.Token);
    if (!target) return reply.code(403).send();
    target.isConfirmed = true;
    return reply.type('text/xml').send('<ConfirmSubscriptionResponse/>');
  });
}

const show = (sale: Sale) => ({
  autoRenewing: sale.autoRenewing,
  betaProduct: sale.isTest,
  cancelDate: sale.cancelDate,
  cancelReason: sale.cancelDate === null ? null : 1,
  deferredDate: null,
  deferredSku: null,
  freeTrialEndDate: null,
  gracePeriodEndDate: sale.gracePeriodEndDate,
  parentProductId: null,
  productId: sale.productId,
  productType: sale.productType,
  promotions: null,
  purchaseDate: sale.purchaseDate,
  quantity: sale.quantity,
  receiptId: sale.receiptId,
  renewalDate: sale.renewalDate,
  term: sale.renewalDate === null ? null : '1 Month',
  termSku: sale.renewalDate === null ? null : `${sale.productId}_term`,
  testTransaction: sale.isTest || sale.environment === 'sandbox',
});
