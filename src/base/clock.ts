// The only place that reads the time; everything else receives a clock.

/** Now, in UTC epoch milliseconds. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
