// A transaction that Apple signed: whether it is one, for which app, and from which App Store.
import type { Fields } from '../fields.ts';
import { type MarketRejection, sandboxKey, type Unavailable } from '../market.ts';
import type { AppleEnvironment } from './api.ts';
import type { AppleSignatures } from './chain.ts';
import type { AppleApp } from './settings.ts';

export const SUBSCRIPTION_TYPE = 'Auto-Renewable Subscription';

/** The payload of a transaction that Apple signed for this app, in an accepted environment. */
export async function openTransaction(
  signatures: AppleSignatures,
  app: AppleApp,
  jws: string,
): Promise<Fields | MarketRejection | Unavailable> {
  const payload = await signatures.open(jws);
  if (payload === 'busy') return BUSY;
  if (!payload)
    return invalid(
      'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.',
    );
  if (payload.bundleId !== app.settings.bundle_id) return foreign(app);
  const { environment } = payload;
  if (environment !== 'Production' && environment !== 'Sandbox') {
    return invalid('The receipt is from neither the production nor the sandbox App Store.');
  }
  return environmentRejection(app, environment) ?? payload;
}

export function environmentRejection(
  app: AppleApp,
  environment: AppleEnvironment,
): MarketRejection | undefined {
  if (acceptedEnvironments(app).includes(environment)) return undefined;
  return environment === 'Production'
    ? invalid('The receipt is from the production App Store. Send it to the production service.')
    : invalid('The receipt is from the sandbox App Store, and accept_sandbox is off for this app.');
}

/** In the order in which to look for a transaction of unknown origin. */
export function acceptedEnvironments({ environment, settings }: AppleApp): AppleEnvironment[] {
  if (environment === 'sandbox') return ['Sandbox'];
  return settings.accept_sandbox ? ['Production', 'Sandbox'] : ['Production'];
}

export const BUSY: Unavailable = { unavailable: 'too many unknown certificate chains at once' };

/** Apple's payloads have no such fields. */
export const isFailure = (
  value: Fields | MarketRejection | Unavailable,
): value is MarketRejection | Unavailable => 'rejected' in value || 'unavailable' in value;

/** Ids are unique per environment only: a sandbox purchase must not take the key of a paid one. */
export const appleKey = (environment: unknown, id: string): string =>
  environment === 'Production' ? id : sandboxKey(id);

/** The types that are bought once and restored with a new transaction id. */
const RESTORED: ReadonlySet<unknown> = new Set(['Non-Consumable', 'Non-Renewing Subscription']);

interface Paid {
  readonly type?: unknown;
  readonly environment?: unknown;
  readonly originalTransactionId?: unknown;
  readonly webOrderLineItemId?: unknown;
}

/** What was paid, where several transactions can be about it. */
export function paymentKeyOf(transaction: Paid): string | undefined {
  const {
    type,
    environment,
    originalTransactionId: original,
    webOrderLineItemId: line,
  } = transaction;
  if (type === SUBSCRIPTION_TYPE) {
    return typeof line === 'string' ? appleKey(environment, `cycle ${line}`) : undefined;
  }
  return RESTORED.has(type) && typeof original === 'string'
    ? appleKey(environment, original)
    : undefined;
}

export const foreign = ({ settings }: AppleApp): MarketRejection =>
  invalid(`The receipt is for another app: its bundle id is not ${settings.bundle_id}.`);

export const invalid = (detail: string): MarketRejection => ({
  rejected: 'INVALID_RECEIPT',
  detail,
});
