// How often a page about one thing looks again: refunds and notices come while one reads.
export const LIVE_MS = 10_000;
