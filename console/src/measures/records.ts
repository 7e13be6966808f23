// Measures as the admin API has them.
import type { Schema } from '../endpoint.ts';

export type Rule = Schema<'MeasureRule'>;
export type ListedRule = Schema<'MeasureListedRule'>;
export type RuleState = Schema<'MeasureState'>;
export type RuleInput = Schema<'MeasureRuleInput'>;
export type CauseKind = Schema<'MeasureCauseKind'>;
export type Cause = Schema<'MeasureCause'>;
export type Effect = Schema<'MeasureEffect'>;
export type EffectStatus = Schema<'MeasureEffectStatus'>;
export type DryRun = Schema<'MeasureDryRun'>;

export const STATES = ['watch', 'on', 'off'] as const satisfies readonly RuleState[];
export const CAUSE_KINDS = [
  'refund',
  'chargeback',
  'dispute_lost',
  'undone_after_delivery',
] as const satisfies readonly CauseKind[];
export const EFFECT_STATUSES = [
  'flagged',
  'active',
  'lifted',
  'over',
  'released',
] as const satisfies readonly EffectStatus[];
