// Column types that many tables share.

/** A 64-bit integer column: read as a number if that is exact, else as a bigint. */
export type Int64 = number | bigint;

export type { Market } from '../../base/market.ts';
