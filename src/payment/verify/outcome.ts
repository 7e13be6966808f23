// Failed verifications: counts and logs them, and turns them into problems.
import type { Logger } from 'pino';
import type { Market, MarketRejection, Unavailable } from '../markets/market.ts';
import type { PaymentMetrics } from '../outcomes/metrics.ts';
import type { Usage } from '../outcomes/usage.ts';
import { type Problem, problem } from '../problem.ts';

export interface OutcomeDeps {
  readonly log: Logger;
  readonly metrics: PaymentMetrics;
  readonly usage: Usage;
}

export interface Asked {
  readonly appid: string;
  readonly provider: Market;
}

/** The market rejected the receipt or did not answer. */
export function failedOutcome(
  { log, metrics, usage }: OutcomeDeps,
  { appid, provider }: Asked,
  outcome: MarketRejection | Unavailable,
): Problem {
  if ('rejected' in outcome) {
    metrics.verification(provider, outcome.rejected);
    usage.refused(appid, provider, outcome.rejected);
    const { answer } = outcome;
    return { ...problem(outcome.rejected, outcome.detail), ...(answer && { kept: { answer } }) };
  }
  metrics.verification(provider, 'unavailable');
  usage.refused(appid, provider, 'MARKET_UNAVAILABLE');
  log.warn({ app: appid, provider, reason: outcome.unavailable }, 'market unavailable');
  return {
    ...problem('MARKET_UNAVAILABLE', COULD_NOT_ASK),
    kept: { reason: outcome.unavailable },
  };
}

const COULD_NOT_ASK =
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.';

export const notSetUp = (provider: Market): Problem =>
  problem(
    'INVALID_REQUEST',
    `The app has no settings for ${provider}. Add them in the console or with the admin API.`,
    [{ field: 'providerId', message: 'is a market without settings in this app' }],
  );
