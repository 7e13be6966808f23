// Whether a dispute takes evidence, and from here.
import type { DisputeTable } from '../../storage/schema.ts';
import type { GatewayDispute } from '../markets/pg/gateway.ts';

/** Only Stripe takes evidence from a server. */
export const isAnsweredHere = ({ gateway }: Pick<DisputeTable, 'gateway'>): boolean =>
  gateway === 'STRIPE';

/** Why it was certainly not sent; undefined while it can still be. */
export function refusalOf(
  { state, dueAt }: Pick<GatewayDispute, 'state' | 'dueAt'>,
  now: number,
): string | undefined {
  if (state === 'sent') return 'The dispute was answered at the gateway.';
  if (state !== 'open') return `The dispute is over: ${state}.`;
  return dueAt !== null && dueAt < now ? 'The deadline has passed.' : undefined;
}
