// What columns of many tables hold.

/** An integer column of 64 bits: read as a number where that is exact, as a bigint where it is not. */
export type Int64 = number | bigint;

export type Market = 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG';
