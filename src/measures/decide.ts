// What is decided about a player: which effects end and why, and which begin. Pure.
import type {
  CancellationTable,
  MeasureDebtTable,
  MeasureEffectTable,
  MeasureRuleTable,
} from '../storage/schema.ts';
import {
  type Cause,
  causeOf,
  causesIn,
  gatherCauses,
  isEnough,
  keyOf,
  stillHolds,
  type Term,
  termOf,
  type UndonePurchase,
} from './causes.ts';
import type { Standing } from './restriction.ts';
import { definitionOf } from './rule-shapes.ts';
import type { Definition } from './shapes.ts';

/** What is known of the player. */
export interface Known {
  readonly rules: readonly MeasureRuleTable[];
  readonly undone: readonly UndonePurchase[];
  /** What the markets reported, by purchase. */
  readonly reports: ReadonlyMap<string, readonly CancellationTable[]>;
  readonly debts: readonly MeasureDebtTable[];
  readonly standing: Pick<Standing, 'personSeq' | 'isPersons'>;
  readonly now: number;
}

const reportsOf = (
  { reports }: Pick<Known, 'reports'>,
  purchase: UndonePurchase,
): readonly CancellationTable[] => reports.get(keyOf(purchase)) ?? [];

export const hasOpen = (debts: readonly MeasureDebtTable[]): boolean =>
  debts.some(({ settled_by }) => settled_by === null);

/** Whether enough of its causes were not undone since. */
function isHolding(known: Known, effect: MeasureEffectTable): boolean {
  const purchases = new Map(known.undone.map((purchase) => [keyOf(purchase), purchase]));
  const holding = causesIn(effect).filter((cause) => {
    const purchase = purchases.get(keyOf(cause));
    return purchase && stillHolds(cause, purchase, reportsOf(known, purchase));
  });
  const rule = known.rules.find(({ rule_id }) => rule_id === effect.rule_id);
  return rule ? isEnough(definitionOf(rule).when, holding) : holding.length > 0;
}

function arePaidAgain(causes: readonly Cause[], debts: readonly MeasureDebtTable[]): boolean {
  const keys = new Set(causes.map(keyOf));
  const own = debts.filter((debt) => keys.has(keyOf(debt)));
  return own.length > 0 && !hasOpen(own);
}

type End = Pick<MeasureEffectTable, 'status' | 'end_reason'>;

/** Whether the time or a person has ended an active effect, which may not be written yet. */
export function endOfActive(
  { until, restriction_seq }: Pick<MeasureEffectTable, 'until' | 'restriction_seq'>,
  { standing, now }: Pick<Known, 'standing' | 'now'>,
): End | undefined {
  if (until !== null && now > until) return { status: 'over', end_reason: 'time_over' };
  return standing.personSeq > (restriction_seq ?? 0)
    ? { status: 'released', end_reason: 'operator' }
    : undefined;
}

function endOf(known: Known, effect: MeasureEffectTable): End | undefined {
  const isActive = effect.status === 'active';
  const end = isActive ? endOfActive(effect, known) : undefined;
  if (end) return end;
  // It ends with the effect that it came from.
  if (effect.source_effect_id !== null) return undefined;
  if (!isHolding(known, effect)) return { status: 'lifted', end_reason: 'undone' };
  return isActive && effect.paid_again === 1 && arePaidAgain(causesIn(effect), known.debts)
    ? { status: 'lifted', end_reason: 'paid_again' }
    : undefined;
}

/** The effects that end now, as they are then. */
export const endings = (
  known: Known,
  effects: readonly MeasureEffectTable[],
): MeasureEffectTable[] =>
  effects
    .filter(({ status }) => status === 'active' || status === 'flagged')
    .flatMap((effect) => {
      const end = endOf(known, effect);
      return end ? [{ ...effect, ...end, ended_at: known.now }] : [];
    });

/** The groups of causes that the rule has not answered yet; `isConsumed` says what it has. */
export function freshGroups(
  known: Pick<Known, 'undone' | 'reports'>,
  { definition, since }: Pick<MeasureRuleTable, 'definition' | 'since'>,
  isConsumed: (purchase: UndonePurchase) => boolean,
): Cause[][] {
  const { when } = definitionOf({ definition });
  const fresh = known.undone.flatMap((purchase) => {
    if (isConsumed(purchase)) return [];
    const cause = causeOf(when, purchase, reportsOf(known, purchase));
    return cause && cause.at >= since ? [cause] : [];
  });
  return gatherCauses(when, fresh);
}

/** What begins: a restriction with a term, or a flag. */
export interface Beginning {
  readonly causes: readonly Cause[];
  readonly flag: MeasureEffectTable['flag'];
  readonly term: Term | undefined;
}

interface Circumstances {
  /** Whether an exemption of the rule holds at a moment. */
  readonly isExempt: (at: number) => boolean;
  /** Whether the app still has the restriction type. */
  readonly isTypeKnown: boolean;
  /** All effects on the player so far. */
  readonly effects: readonly MeasureEffectTable[];
  /** From when restrictions last. */
  readonly since: number;
}

/** What the rule does about its groups of causes, in their order. */
export function beginnings(
  known: Known,
  rule: MeasureRuleTable,
  groups: readonly (readonly Cause[])[],
  { isExempt, isTypeKnown, effects, since }: Circumstances,
): Beginning[] {
  const definition = definitionOf(rule);
  const flag = flagOf(rule, definition, isTypeKnown, known.standing);
  let earlier = effects.filter(
    (effect) =>
      effect.rule_id === rule.rule_id &&
      effect.step !== null &&
      effect.end_reason !== 'undone' &&
      isHolding(known, effect),
  ).length;
  return groups.flatMap((causes): Beginning[] => {
    // Paid again before the refund was reported.
    if (definition.until.paid_again && arePaidAgain(causes, known.debts)) return [];
    if (isExempt(Math.max(...causes.map(({ at }) => at)))) return [];
    if (flag !== null) return [{ causes, flag, term: undefined }];
    const term = termOf(definition.measure.steps ?? [], earlier, since);
    earlier += 1;
    return [{ causes, flag, term }];
  });
}

function flagOf(
  { state }: MeasureRuleTable,
  { measure }: Definition,
  isTypeKnown: boolean,
  { isPersons }: Known['standing'],
): MeasureEffectTable['flag'] {
  if (state === 'watch') return 'watch';
  if (measure.action === 'flag') return 'rule';
  if (!isTypeKnown) return 'type_missing';
  return isPersons ? 'restricted_by_person' : null;
}
