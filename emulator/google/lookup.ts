// Finds what a call to the API names, or says in Google's way why it cannot.
import { GoogleError, invalid, tokenError } from './errors.ts';
import { day, type Purchase, type Refusal } from './model.ts';
import { type Play, tokenPattern } from './play.ts';

export interface PackageParams {
  packageName: string;
}

/** A subscription's token stays valid for this long after its end. */
const readableAfterExpiry = 60 * day;

export function findPurchase<Kind extends Purchase['kind']>(
  play: Play,
  kind: Kind,
  packageName: string,
  token: string,
): Extract<Purchase, { kind: Kind }> {
  if (!tokenPattern.test(token)) throw invalid('token');
  const purchase = play.purchases.get(token);
  if (!purchase) {
    throw tokenError(404, 'purchaseTokenNotFound', 'The purchase token was not found.');
  }
  if (purchase.packageName !== packageName || !isOfKind(purchase, kind)) throw invalid('token');
  if (purchase.forgotten) throw noLongerValid;
  if (isLongOver(purchase, play.world.clock.now())) {
    throw 'replaced' in purchase ? noLongerValid : noLongerAvailable;
  }
  return purchase;
}

/** The product must be one of these. */
export function mustMatchProduct(
  products: readonly Pick<Purchase, 'productId'>[],
  productId: string,
): void {
  if (products.some((each) => each.productId === productId)) return;
  throw tokenError(
    400,
    'purchaseTokenDoesNotMatchProductId',
    'The purchase token does not match the product id.',
  );
}

/** Google's verbs follow the last path segment after a colon. */
export function splitVerb(segment: string): { name: string; verb: string } {
  const colon = segment.lastIndexOf(':');
  return colon < 0
    ? { name: segment, verb: '' }
    : { name: segment.slice(0, colon), verb: segment.slice(colon + 1) };
}

export function mustBeAllowed(refusal: Refusal | undefined): void {
  if (refusal) throw tokenError(400, refusal.reason, refusal.message);
}

/** The members of a JSON object in a request; an absent one has none. */
export function members(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new GoogleError({
    status: 400,
    reason: 'invalid',
    message: 'A JSON object was expected.',
    domain: 'global',
  });
}

function isOfKind<Kind extends Purchase['kind']>(
  purchase: Purchase,
  kind: Kind,
): purchase is Extract<Purchase, { kind: Kind }> {
  return purchase.kind === kind;
}

function isLongOver(purchase: Purchase, now: number): boolean {
  return (
    purchase.kind === 'subscription' &&
    purchase.state === 'EXPIRED' &&
    now - purchase.expiresAt > readableAfterExpiry
  );
}

const noLongerValid = tokenError(
  410,
  'purchaseTokenNoLongerValid',
  'The purchase token is no longer valid.',
);

const noLongerAvailable = tokenError(
  410,
  'subscriptionPurchaseNoLongerAvailable',
  'The subscription expired too long ago to be shown.',
);
