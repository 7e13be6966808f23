// Which products are refunded unusually often. Pure.

/** 95 % of cases. */
const Z = 1.96;
/** Fewer purchases say nothing. */
export const LEAST_PURCHASES = 20;
/** How much more often than the app as a whole. */
export const TIMES_USUAL = 2;

/** The lower end of the Wilson interval: the rate is hardly lower than this, however few there are. */
export function wilsonLower(part: number, whole: number): number {
  if (whole === 0) return 0;
  const rate = part / whole;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / whole + (Z * Z) / (4 * whole * whole));
  return Math.max(0, (rate + (Z * Z) / (2 * whole) - spread) / (1 + (Z * Z) / whole));
}

export interface Refunds {
  readonly purchases: number;
  readonly cancelled: number;
}

export const isUnusual = (product: Refunds, app: Refunds): boolean =>
  product.purchases >= LEAST_PURCHASES &&
  wilsonLower(product.cancelled, product.purchases) >
    (TIMES_USUAL * app.cancelled) / Math.max(1, app.purchases);
