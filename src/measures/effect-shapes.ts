// Effects as the admin API has them: what a rule did about a player, and the purchases behind it.
import { Type } from 'typebox';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import { MarketName } from '../payment/markets/markets.ts';
import type { MeasureEffectTable } from '../storage/schema.ts';
import { causesIn } from './causes.ts';
import { CauseKind } from './shapes.ts';

const Time = Type.String();

export const EffectStatus = named(
  'MeasureEffectStatus',
  Type.Enum(['flagged', 'active', 'lifted', 'over', 'released'], {
    description:
      '`flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.',
  }),
);

export const EffectCause = namedObject('MeasureCause', {
  kind: CauseKind,
  market: MarketName,
  transaction_id: Type.String(),
  service_transaction_id: Type.String(),
  product_id: Type.String(),
  amount: orNull(Type.String()),
  currency: orNull(Type.String()),
  at: Time,
});
export type EffectCause = Type.Static<typeof EffectCause>;

export const Effect = namedObject('MeasureEffect', {
  effect_id: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String(),
  player_id: Id64Answer('Player identifier.'),
  status: EffectStatus,
  flag: orNull(
    Type.Enum([
      'watch',
      'rule',
      'restricted_by_person',
      'same_device',
      'type_missing',
      'paid_differently',
    ]),
    'Why it is only a flag: the rule is in `watch`, it only flags, the player was restricted already by somebody else, the player has logged in on a device of a restricted one, the restriction type was deleted, or the player bought the product again without paying what is owed. Null for a restriction.',
  ),
  step: orNull(Type.Integer(), 'Of the escalation, from 1.'),
  block_type: orNull(Type.Integer()),
  since: Time,
  until: orNull(Time, 'Null: permanent, or a flag.'),
  paid_again: Type.Boolean({ description: 'It ends when the purchases are paid again.' }),
  restriction_seq: orNull(Type.Integer(), 'Number in the history of restrictions.'),
  causes: Type.Array(EffectCause),
  source_effect_id: orNull(
    Type.String(),
    'The effect that a flag is about: on the player with the same device, or on the player who bought again.',
  ),
  ended_at: orNull(Time),
  end_reason: orNull(Type.Enum(['time_over', 'paid_again', 'undone', 'operator'])),
  closed_by: orNull(Type.String()),
  note: orNull(Type.String()),
});
export type Effect = Type.Static<typeof Effect>;

export const causeView = (cause: ReturnType<typeof causesIn>[number]): EffectCause => ({
  kind: cause.kind,
  market: cause.provider,
  transaction_id: cause.transaction_id,
  service_transaction_id: cause.service_transaction_id,
  product_id: cause.product_id,
  amount: cause.amount,
  currency: cause.currency,
  at: isoTime(cause.at),
});

export const viewEffect = (row: MeasureEffectTable): Effect => ({
  effect_id: row.effect_id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  player_id: BigInt(row.player_id),
  status: row.status,
  flag: row.flag,
  step: row.step,
  block_type: row.block_type,
  since: isoTime(row.since),
  until: isoTimeOrNull(row.until),
  paid_again: row.paid_again === 1,
  restriction_seq: row.restriction_seq,
  causes: causesIn(row).map(causeView),
  source_effect_id: row.source_effect_id,
  ended_at: isoTimeOrNull(row.ended_at),
  end_reason: row.end_reason,
  closed_by: row.closed_by,
  note: row.note,
});
