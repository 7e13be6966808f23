// Events for the app server: what a rule did about a player, and its end.
import type { Event } from '../payment/ledger/events.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import { causesIn } from './restriction.ts';

export function measureEvent(
  type: 'measure.taken' | 'measure.lifted',
  effect: MeasureEffectTable,
): Event {
  const causes = causesIn(effect);
  const [first] = causes;
  if (!first) throw new Error(`effect ${effect.effect_id} has no cause`);
  return {
    type,
    about: { provider: first.provider, subject: first.unique_key },
    data: {
      appid: effect.appid,
      playerId: BigInt(effect.player_id),
      ruleId: effect.rule_id,
      ruleName: effect.rule_name,
      effectId: effect.effect_id,
      kind: effect.flag === null ? 'restriction' : 'flag',
      blockType: effect.block_type,
      step: effect.step,
      until: effect.until,
      ...(type === 'measure.lifted' && { reason: effect.end_reason }),
      purchases: causes.map((cause) => ({
        providerId: cause.provider,
        transactionId: cause.transaction_id,
        serviceTransactionId: cause.service_transaction_id,
        productId: cause.product_id,
        cause: cause.kind,
      })),
    },
  };
}

/** Those that the app server was told of: what only people look at is not told. */
export const isTold = ({ flag }: Pick<MeasureEffectTable, 'flag'>): boolean =>
  flag === null || flag === 'rule' || flag === 'restricted_by_person';
