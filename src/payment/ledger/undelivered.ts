// Which purchases count as undelivered, in SQL: a condition about a row of `purchase`.

/**
 * Nobody has reported a delivery. Imports, cycles and cancelled purchases need none. Word for word as in the
 * index `purchase_undelivered`, so that only these rows are read.
 */
export const IS_UNDELIVERED = `delivery is null and cancel_state = 0 and test = 0
    and subscription_id is null and market_result is not null`;
