// What a verification that did not pass answers: counted, logged, and put into the words of the interface.
import type { Logger } from 'pino';
import type { Market, MarketRejection, Unavailable } from '../markets/market.ts';
import type { PaymentMetrics } from '../metrics.ts';
import { type Problem, problem } from '../problem.ts';
import type { Usage } from '../usage.ts';

export interface OutcomeDeps {
  readonly log: Logger;
  readonly metrics: PaymentMetrics;
  readonly usage: Usage;
}

export interface Asked {
  readonly appid: string;
  readonly provider: Market;
}

/** The market said no, or could not be asked. */
export function failedOutcome(
  { log, metrics, usage }: OutcomeDeps,
  { appid, provider }: Asked,
  outcome: MarketRejection | Unavailable,
): Problem {
  if ('rejected' in outcome) {
    metrics.verification(provider, outcome.rejected);
    usage.refused(appid, provider, outcome.rejected);
    return problem(outcome.rejected, outcome.detail);
  }
  metrics.verification(provider, 'unavailable');
  usage.refused(appid, provider, 'MARKET_UNAVAILABLE');
  log.warn({ app: appid, provider, reason: outcome.unavailable }, 'market unavailable');
  return problem('MARKET_UNAVAILABLE', COULD_NOT_ASK);
}

const COULD_NOT_ASK =
  'The market did not answer as it should, so nothing was decided and nothing recorded. Send the same request again.';

export const notSetUp = (provider: Market): Problem =>
  problem('INVALID_REQUEST', `The app has no settings for ${provider}.`, [
    { field: 'providerId', message: 'is not set up for this app' },
  ]);
