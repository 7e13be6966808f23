// Steering Google Play: one-time purchases, forged receipts, service accounts, access tokens, quota.
import type { FastifyInstance } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import { ControlError } from '../world.ts';
import { type Keys, newRsaKey, newServiceAccount, serviceAccountFile } from './keys.ts';
import { type Purchase, type Refusal, type VoidCause, voidReason, voidSource } from './model.ts';
import type { AccessTokens } from './oauth.ts';
import type { Play } from './play.ts';
import { buyProduct, cancelProduct, payProduct, refundProduct } from './products.ts';
import type { OrderAccess, Quota } from './quota.ts';
import { forge, forgeries, orderIdOfPurchase, productIdsOf, receipt } from './receipt.ts';
import { refundAmount, startRefund } from './refunds.ts';
import { readProductSale } from './sale.ts';
import { stateName } from './subscription-resource.ts';

const listed = 100;

export interface ByToken {
  Params: { token: string };
}

/** What the device would hand to the game, and where the purchase stands. */
export function showPurchase(purchase: Purchase, keys: Keys) {
  return { ...summarise(purchase), ...receipt(purchase, keys.licence) };
}

function summarise(purchase: Purchase) {
  const productIds = productIdsOf(purchase);
  return {
    purchaseToken: purchase.token,
    orderId: orderIdOfPurchase(purchase) ?? null,
    packageName: purchase.packageName,
    productId: purchase.productId,
    ...(productIds.length > 1 && { productIds }),
    ...(purchase.kind === 'product'
      ? { state: purchase.state }
      : { state: stateName(purchase), expiryTime: new Date(purchase.expiresAt).toISOString() }),
  };
}

export function findForControl<Kind extends Purchase['kind']>(
  play: Play,
  kind: Kind,
  token: string,
): Extract<Purchase, { kind: Kind }> {
  const purchase = play.purchases.get(token);
  if (purchase?.kind !== kind) {
    throw new ControlError(`There is no ${kind} with the token ${token}.`, 404);
  }
  return purchase as Extract<Purchase, { kind: Kind }>;
}

export function productControl(scope: FastifyInstance, play: Play, keys: () => Keys): void {
  const path = '/google/purchases';

  scope.get(path, async () => ({
    purchases: [...play.purchases.values()].slice(-listed).reverse().map(summarise),
  }));
  scope.post(path, async (request) =>
    showPurchase(buyProduct(play, readProductSale(readInput(request.body))), keys()),
  );
  scope.get<ByToken>(`${path}/:token`, async ({ params: { token } }) => {
    const purchase = play.purchases.get(token);
    if (!purchase) throw new ControlError(`There is no purchase with the token ${token}.`, 404);
    return showPurchase(purchase, keys());
  });

  const steps = { pay: payProduct, cancel: cancelProduct };
  for (const [name, step] of Object.entries(steps)) {
    scope.post<ByToken>(`${path}/:token/${name}`, async ({ params: { token } }) => {
      const product = findForControl(play, 'product', token);
      allow(step(play, product));
      return showPurchase(product, keys());
    });
  }
  scope.post<ByToken>(`${path}/:token/refund`, async ({ params: { token }, body }) => {
    const product = findForControl(play, 'product', token);
    const input = readInput(body);
    input.only(
      ...['productId', 'quantity', 'amountMicros', 'revoke', 'source', 'reason', 'pending'],
      'voided',
    );
    const productId = input.string('productId');
    if (productId !== undefined && !productIdsOf(product).includes(productId)) {
      throw new ControlError(`The purchase does not hold ${productId}.`);
    }
    const amountMicros = input.integer('amountMicros', { min: 1 });
    if (amountMicros !== undefined) {
      input.only('amountMicros');
      allow(refundAmount(play, product, amountMicros));
      return showPurchase(product, keys());
    }
    const quantity = input.integer('quantity', { min: 1 });
    const revoke = input.boolean('revoke') ?? true;
    const cause = readCause(input);
    const pending = readPending(input);
    if (pending && (quantity !== undefined || productId !== undefined)) {
      throw new ControlError(
        'A pending refund is of the whole purchase: leave out quantity and productId.',
      );
    }
    allow(
      pending
        ? startRefund(play, product, { ...cause, ...pending, revoke, at: play.world.clock.now() })
        : refundProduct(play, product, { ...cause, productId, quantity, revoke }),
    );
    return showPurchase(product, keys());
  });
  forgetControl(scope, play, 'product', path, keys);
}

/** The buyer deletes the account: the token stops being valid. */
export function forgetControl(
  scope: FastifyInstance,
  play: Play,
  kind: Purchase['kind'],
  path: string,
  keys: () => Keys,
): void {
  scope.post<ByToken>(`${path}/:token/forget`, async ({ params: { token } }) => {
    const purchase: Purchase = findForControl(play, kind, token);
    purchase.forgotten = true;
    return showPurchase(purchase, keys());
  });
}

export function readCause(input: Input, usualSource: number = voidSource.user): VoidCause {
  return {
    source: input.integer('source', { min: 0, max: 2 }) ?? usualSource,
    reason: input.integer('reason', { min: 0, max: 8 }) ?? voidReason.other,
  };
}

/** Undefined for a refund that is paid out at once. */
export function readPending(input: Input): { readonly voided: boolean } | undefined {
  const voided = input.boolean('voided') ?? false;
  if (input.boolean('pending')) return { voided };
  if (voided) throw new ControlError('voided needs pending: true.');
  return undefined;
}

export function accessControl(
  scope: FastifyInstance,
  play: Play,
  keys: () => Keys,
  tokens: AccessTokens,
  quota: Quota,
): void {
  let otherKey: ReturnType<typeof newRsaKey> | undefined;

  scope.post('/google/forge', async (request) => {
    const input = readInput(request.body);
    input.only('kind', 'purchaseToken');
    const kind = required(input.oneOf('kind', forgeries), 'kind');
    const token = input.string('purchaseToken');
    const purchase =
      token === undefined
        ? buyProduct(play, readProductSale(readInput({})))
        : play.purchases.get(token);
    if (!purchase) throw new ControlError(`There is no purchase with the token ${token}.`, 404);
    otherKey ??= newRsaKey();
    const signers = { licence: keys().licence, otherKey: await otherKey };
    return { ...summarise(purchase), ...forge(purchase, kind, signers) };
  });

  scope.post('/google/service-accounts', async (request) => {
    const input = readInput(request.body);
    input.only('permissions', 'packageNames');
    const packageNames = readPackageNames(input.fields.packageNames);
    const permitted = input.boolean('permissions') ?? true;
    const account = await newServiceAccount(
      play.world.id('account-'),
      permitted ? packageNames : [],
    );
    keys().accounts.set(account.email, account);
    return serviceAccountFile(account, play.world.baseUrl());
  });

  scope.delete('/google/access-tokens', async () => {
    tokens.revokeAll();
    return { revoked: true };
  });

  scope.post('/google/quota', async (request) => {
    const input = readInput(request.body);
    input.only('perMinute');
    quota.perMinute = input.integer('perMinute', { min: 0 }) ?? null;
    return { perMinute: quota.perMinute };
  });
}

export function orderAccessControl(scope: FastifyInstance, access: OrderAccess): void {
  scope.post('/google/order-access', async (request) => {
    const input = readInput(request.body);
    input.only('answer', 'count');
    const answer = [403, 429, null].find((known) => known === (input.integer('answer') ?? null));
    if (answer === undefined) throw new ControlError('answer must be 403, 429 or null.');
    const count = input.integer('count', { min: 1 }) ?? null;
    return Object.assign(access, { answer, count });
  });
}

function readPackageNames(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  throw new ControlError('packageNames must be a list of package names.');
}

export function allow(refusal: Refusal | undefined): void {
  if (refusal) throw new ControlError(refusal.message);
}
