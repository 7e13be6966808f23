// Prometheus metrics: verifications by outcome, store notifications, market response times.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Market } from '../markets/market.ts';

export interface PaymentMetrics {
  /**
   * `verified`, `duplicate`, the reason of a rejection, `unavailable` when the market did not answer, or
   * `error` when Tollgate itself failed, at a market that may be `unknown` by then.
   */
  verification(provider: Market | 'unknown', outcome: string): void;
  /** `applied`, `kept`, `waiting`, `repeated`, `foreign` or `forged`. */
  notice(provider: string, kind: string, outcome: string): void;
  marketCall(operation: string, result: string, seconds: number): void;
  /** `trusted`, `refused`, or `busy` when the budget was used up. */
  chainCheck(result: string): void;
  /** An answer of a store to a report of an external sale: `sent`, `refused` or `unavailable`. */
  report(market: string, kind: string, outcome: string): void;
  /** A refused verification was not kept, because too many waited to be written. */
  refusedDropped(): void;
}

export function measurePayment(registry: Registry): PaymentMetrics {
  const verifications = new Counter({
    name: 'tollgate_verifications_total',
    help: 'Purchase verifications, by provider and outcome.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const notices = new Counter({
    name: 'tollgate_notices_total',
    help: 'Notifications received from the markets, by kind and outcome.',
    labelNames: ['provider', 'kind', 'outcome'],
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'tollgate_market_seconds',
    help: 'Response time of the markets, by call and HTTP status.',
    labelNames: ['operation', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const chains = new Counter({
    name: 'tollgate_apple_chains_total',
    help: 'Checks of Apple certificate chains that were not known yet, by result.',
    labelNames: ['result'],
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'tollgate_refused_dropped_total',
    help: 'Refused verifications that are not in the console, because too many waited to be written.',
    registers: [registry],
  });
  const reports = new Counter({
    name: 'tollgate_external_reports_total',
    help: 'Reports of external sales to the stores, by market, kind and outcome.',
    labelNames: ['market', 'kind', 'outcome'],
    registers: [registry],
  });
  return {
    verification: (provider, outcome) => verifications.inc({ provider, outcome }),
    notice: (provider, kind, outcome) => notices.inc({ provider, kind, outcome }),
    marketCall: (operation, result, seconds) => calls.observe({ operation, result }, seconds),
    chainCheck: (result) => chains.inc({ result }),
    report: (market, kind, outcome) => reports.inc({ market, kind, outcome }),
    refusedDropped: () => dropped.inc(),
  };
}
