// What this half measures: verifications by outcome, and the markets' answers.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Market } from './markets/market.ts';

export interface PaymentMetrics {
  /** `verified`, `duplicate`, `unavailable`, or the reason of a refusal. */
  verification(provider: Market, outcome: string): void;
  /** `applied`, `kept`, `waiting`, `repeated` or `forged`. */
  notice(provider: string, kind: string, outcome: string): void;
  marketCall(operation: string, result: string, seconds: number): void;
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
    help: 'Notices of the markets, by kind and what became of them.',
    labelNames: ['provider', 'kind', 'outcome'],
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'tollgate_market_seconds',
    help: 'Time until a market answered, by call and HTTP status.',
    labelNames: ['operation', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    verification: (provider, outcome) => verifications.inc({ provider, outcome }),
    notice: (provider, kind, outcome) => notices.inc({ provider, kind, outcome }),
    marketCall: (operation, result, seconds) => calls.observe({ operation, result }, seconds),
  };
}
