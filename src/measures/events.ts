// Events for the app server: what a rule did about a player, and its end.
import type { Event } from '../payment/ledger/events.ts';
import type { MeasureEffectTable, MeasureRuleTable } from '../storage/schema.ts';
import { causesIn } from './causes.ts';
import { definitionOf } from './rule-shapes.ts';

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
const isTold = ({ flag }: Pick<MeasureEffectTable, 'flag'>): boolean =>
  flag === null || flag === 'rule' || flag === 'restricted_by_person';

/** What ended and what was taken, of the rules that tell it. */
export function eventsOf(
  rules: readonly MeasureRuleTable[],
  taken: readonly MeasureEffectTable[],
  ended: readonly MeasureEffectTable[],
): Event[] {
  const isWanted = ({ rule_id, flag }: MeasureEffectTable): boolean => {
    const rule = rules.find((each) => each.rule_id === rule_id);
    return isTold({ flag }) && (!rule || definitionOf(rule).measure.event !== false);
  };
  return [
    ...ended.filter(isWanted).map((effect) => measureEvent('measure.lifted', effect)),
    ...taken.filter(isWanted).map((effect) => measureEvent('measure.taken', effect)),
  ];
}
