// How often a page about one purchase refreshes: refunds and store notifications arrive meanwhile.
export const LIVE_MS = 10_000;
