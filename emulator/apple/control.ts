// Steering the App Store: buy, refund, renew, fail, forge, and provoke its documented errors.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import type { Authority } from './certificates.ts';
import { restore, share } from './copies.ts';
import { isErrorCode } from './errors.ts';
import { encodeToken, issueToken, noteAsked } from './external-books.ts';
import { forge, forgeAppReceipt, forgePayload, forgeries, receiptForgery } from './forge.ts';
import { purchase, readApp, readOmit, readRevocationKind } from './purchase.ts';
import type { Shop } from './shop.ts';
import { renewalPayload, type Subscription } from './subscription.ts';
import {
  appTransactionPayload,
  environments,
  orderIdOf,
  type Transaction,
  transactionPayload,
} from './transaction.ts';

type WithId = { Params: { id: string } };

const shownTransactions = 100;
const appFields = ['bundleId', 'environment', 'appAppleId'] as const;

export function appleControl(scope: FastifyInstance, shop: Shop, authority: () => Authority): void {
  const { store, lifecycle, notifications, provoked, world } = shop;

  function find(id: string): Transaction {
    lifecycle.catchUp();
    const transaction = store.transaction(id);
    if (!transaction) throw new ControlError(`There is no transaction ${id}.`, 404);
    return transaction;
  }

  function findSubscription(id: string): Subscription {
    const subscription = store.subscriptions.get(find(id).originalTransactionId);
    if (!subscription) throw new ControlError(`Transaction ${id} is not a subscription.`);
    return subscription;
  }

  function describe(transaction: Transaction) {
    const { app, transactionId, originalTransactionId } = transaction;
    const subscription = store.subscriptions.get(originalTransactionId);
    return {
      transactionId,
      originalTransactionId,
      orderId: orderIdOf(transaction),
      environment: app.environment,
      signedTransaction: shop.signTransaction(transaction),
      ...(subscription && {
        signedRenewalInfo: shop.sign(
          renewalPayload(subscription, lifecycle.latest(subscription), world.clock.now()),
        ),
        status: subscription.status,
      }),
    };
  }

  scope.post('/apple/transactions', async (request) => {
    const transaction = purchase(shop, request.body);
    return { ...describe(transaction), appReceipt: shop.appReceipt(transaction) };
  });
  scope.get('/apple/transactions', async () => {
    lifecycle.catchUp();
    const now = world.clock.now();
    const newest = [...store.transactions()].slice(-shownTransactions);
    return { transactions: newest.map((one) => transactionPayload(one, now)) };
  });
  scope.get<WithId>('/apple/transactions/:id', async (request) => {
    const transaction = find(request.params.id);
    return {
      ...describe(transaction),
      appReceipt: shop.appReceipt(transaction),
      transactionReceipt: shop.transactionReceipt(transaction),
      payload: transactionPayload(transaction, world.clock.now()),
      finished: transaction.finished ?? false,
      consumption: store.consumption.get(transaction.transactionId) ?? null,
    };
  });

  /** An action on one transaction, answered with its new state. */
  function onTransaction(
    name: string,
    act: (transaction: Transaction, body: unknown) => void,
  ): void {
    scope.post<WithId>(`/apple/transactions/:id/${name}`, async (request) => {
      const transaction = find(request.params.id);
      act(transaction, request.body);
      return describe(transaction);
    });
  }

  /** An action on a subscription, named by any of its transactions, answered with the latest one. */
  function onSubscription(
    name: string,
    act: (subscription: Subscription, body: unknown) => void,
  ): void {
    scope.post<WithId>(`/apple/transactions/:id/${name}`, async (request) => {
      const subscription = findSubscription(request.params.id);
      act(subscription, request.body);
      return describe(lifecycle.latest(subscription));
    });
  }

  onTransaction('refund', (transaction, body) => {
    const input = readInput(body);
    input.only('revocationReason', 'revocationType', 'revocationPercentage');
    lifecycle.refund(transaction, readRevocationKind(input));
  });
  onTransaction('reverse-refund', (transaction) => lifecycle.reverseRefund(transaction));
  onTransaction('decline-refund', (transaction) =>
    notifications.announce('REFUND_DECLINED', { at: world.clock.now(), transaction }),
  );
  onTransaction('request-consumption', (transaction, body) => {
    const reason = readInput(body).oneOf('consumptionRequestReason', consumptionReasons);
    notifications.announce('CONSUMPTION_REQUEST', {
      at: world.clock.now(),
      transaction,
      consumptionRequestReason: reason ?? 'OTHER',
    });
  });

  scope.post('/apple/external-purchases', async (request) => {
    const input = readInput(request.body);
    input.only(...appFields, 'omit', 'externalPurchaseId', 'tokenCreationDate');
    const app = readApp(shop, input);
    const token = notifications.announceToken(app, {
      externalPurchaseId: input.string('externalPurchaseId'),
      tokenCreationDate: input.time('tokenCreationDate'),
      omit: readOmit(input) ?? [],
    });
    noteAsked(shop.external, app, String(token.externalPurchaseId), world.clock.now());
    return token;
  });

  scope.post('/apple/external-tokens', async (request) => {
    const input = readInput(request.body);
    input.only(...appFields);
    const issued = issueToken(shop.external, readApp(shop, input), world.clock.now());
    return { externalPurchaseId: issued.externalPurchaseId, token: encodeToken(issued) };
  });
  scope.get('/apple/external-reports', async () => ({
    reports: Array.from(shop.external.reports.values(), ({ app, reportedAt, body }) => ({
      ...app,
      reportedAt,
      ...body,
    })),
  }));

  scope.post('/apple/rescinded-consents', async (request) => {
    const input = readInput(request.body);
    input.only(...appFields, 'appTransactionId', 'appTransaction', 'forgery');
    const app = readApp(shop, input);
    const appTransactionId =
      input.string('appTransactionId') ?? `7${store.nextTransactionId(app.environment)}`;
    if (!/^\d+$/.test(appTransactionId)) {
      throw new ControlError('appTransactionId must be a string of digits.');
    }
    const [first] = store.customer(app, appTransactionId) ?? [];
    const purchaseDate = first?.purchaseDate ?? world.clock.now();
    const download = { app, appTransactionId, purchaseDate };
    const { fields } = readInput(input.fields.appTransaction);
    const payload = { ...appTransactionPayload(download, world.clock.now()), ...fields };
    const kind = input.oneOf('forgery', [...forgeries]);
    const forged = kind && (await forgePayload(authority(), kind, { payload }));
    notifications.announceRescinded(download, { payload, forged });
    return { appTransactionId, ...app };
  });

  scope.post<WithId>('/apple/transactions/:id/restore', async (request) =>
    describe(restore(shop, find(request.params.id))),
  );
  scope.post<WithId>('/apple/transactions/:id/share', async (request) => {
    const input = readInput(request.body);
    input.only('omit');
    return describe(share(shop, find(request.params.id), readOmit(input)));
  });

  scope.get('/apple/settings', async () => shop.settings);
  scope.post('/apple/settings', async (request) => {
    const input = readInput(request.body);
    input.only('unknownForMs');
    const unknownForMs = required(input.integer('unknownForMs', { min: 0 }), 'unknownForMs');
    return Object.assign(shop.settings, { unknownForMs });
  });

  onSubscription('renew', lifecycle.renew);
  onSubscription('recover', lifecycle.recover);
  onSubscription('expire', lifecycle.expire);
  onSubscription('cancel', (subscription) => lifecycle.setAutoRenew(subscription, false));
  onSubscription('enable', (subscription) => lifecycle.setAutoRenew(subscription, true));
  onSubscription('change-product', (subscription, body) => {
    const input = readInput(body);
    input.only('productId', 'price', 'when');
    lifecycle.changeProduct(subscription, {
      productId: required(input.string('productId'), 'productId'),
      price: input.integer('price', { min: 0 }) ?? subscription.nextPrice,
      when: input.oneOf('when', ['now', 'next']) ?? 'now',
    });
  });
  onSubscription('fail-renewal', (subscription, body) => {
    const input = readInput(body);
    input.only('graceMs');
    lifecycle.failRenewal(subscription, input.integer('graceMs', { min: 0 }) ?? 0);
  });

  scope.post('/apple/notifications', async (request) => {
    const input = readInput(request.body);
    input.only('bundleId', 'environment', 'appAppleId', 'url', 'omitAppAppleId');
    const url = required(input.httpUrl('url'), 'url');
    const app = readApp(shop, input);
    const omitAppAppleId = input.boolean('omitAppAppleId') ?? false;
    if (omitAppAppleId && app.environment === 'Production') {
      throw new ControlError('Only the sandbox omits appAppleId.');
    }
    notifications.register(app, { url, omitAppAppleId });
    return { ...app, url, omitAppAppleId };
  });
  webhookControl(scope, '/apple/notifications', 'notificationUUID', notifications.sender);

  scope.post('/apple/apps', async (request) => {
    const input = readInput(request.body);
    input.only('bundleId', 'released');
    const bundleId = required(input.string('bundleId'), 'bundleId');
    const released = required(input.boolean('released'), 'released');
    if (released) shop.unreleased.delete(bundleId);
    else shop.unreleased.add(bundleId);
    return { bundleId, released };
  });

  scope.get('/apple/errors', async () => ({ errors: provoked.list() }));
  scope.post('/apple/errors', async (request) => {
    const input = readInput(request.body);
    input.only('errorCode', 'count', 'environment', 'path');
    const errorCode = required(input.integer('errorCode'), 'errorCode');
    if (!isErrorCode(errorCode)) throw new ControlError('errorCode is not a documented error.');
    const environment = input.oneOf('environment', environments);
    const path = input.string('path');
    provoked.add({
      errorCode,
      count: input.integer('count', { min: 1 }) ?? 1,
      ...(environment && { environment }),
      ...(path && { path }),
    });
    return { errors: provoked.list() };
  });

  scope.post('/apple/forge', async (request) => {
    const input = readInput(request.body);
    input.only('kind', 'payload', 'header');
    const kind = required(input.oneOf('kind', [...forgeries, receiptForgery]), 'kind');
    const { payload, header } = input.fields;
    if (kind === receiptForgery) return { appReceipt: await forgeAppReceipt(shop, payload) };
    return { signedTransaction: await forge(shop, authority(), kind, { payload, header }) };
  });
}

const consumptionReasons = [
  'UNINTENDED_PURCHASE',
  'FULFILLMENT_ISSUE',
  'UNSATISFIED_WITH_PURCHASE',
  'LEGAL',
  'OTHER',
] as const;
