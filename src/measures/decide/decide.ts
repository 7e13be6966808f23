// Decides which effects on a player end and why, which come back, and which begin. Pure.
import { hasExpired, type Restriction, secondOf } from '../../restriction/rules.ts';
import type {
  CancellationTable,
  MeasureDebtTable,
  MeasureEffectTable,
  MeasureRuleTable,
} from '../../storage/schema.ts';
import { type Definition, definitionOf } from '../rules/rule.ts';
import {
  type Cause,
  causeOf,
  causesIn,
  groupCauses,
  isEnough,
  keyOf,
  stillHolds,
  type Term,
  termOf,
  type UndonePurchase,
} from './causes.ts';

export interface PlayerRestriction {
  /** Undefined when there is none, or its time is over. */
  readonly live: Restriction | undefined;
  /** Number of the newest entry in the history; 0 without one. */
  readonly seq: number;
  /** Number of the newest entry by a person, a key, a client or a token; 0 without one. */
  readonly personSeq: number;
  /** Whether the live restriction was set by somebody else than a measure. */
  readonly isByPerson: boolean;
}

/** Everything that decides about a player, except the effects so far. */
export interface PlayerState {
  readonly rules: readonly MeasureRuleTable[];
  readonly undone: readonly UndonePurchase[];
  /** What the markets reported, by purchase. */
  readonly reports: ReadonlyMap<string, readonly CancellationTable[]>;
  readonly debts: readonly MeasureDebtTable[];
  /** Debts that are open although their product was bought again. */
  readonly underpaid: ReadonlySet<string>;
  readonly restriction: Pick<PlayerRestriction, 'personSeq' | 'isByPerson'>;
  readonly now: number;
}

const reportsOf = (
  { reports }: Pick<PlayerState, 'reports'>,
  purchase: UndonePurchase,
): readonly CancellationTable[] => reports.get(keyOf(purchase)) ?? [];

export const hasOpenDebt = (debts: readonly MeasureDebtTable[]): boolean =>
  debts.some(({ settled_by }) => settled_by === null);

/** Whether enough of its causes were not undone since. */
function isHolding(state: PlayerState, effect: MeasureEffectTable): boolean {
  const purchases = new Map(state.undone.map((purchase) => [keyOf(purchase), purchase]));
  const holding = causesIn(effect).filter((cause) => {
    const purchase = purchases.get(keyOf(cause));
    return purchase && stillHolds(cause, purchase, reportsOf(state, purchase));
  });
  const rule = state.rules.find(({ rule_id }) => rule_id === effect.rule_id);
  return rule ? isEnough(definitionOf(rule).when, holding) : holding.length > 0;
}

function debtsFor(
  causes: readonly Cause[],
  debts: readonly MeasureDebtTable[],
): MeasureDebtTable[] {
  const keys = new Set(causes.map(keyOf));
  return debts.filter((debt) => keys.has(keyOf(debt)));
}

function arePaidAgain(causes: readonly Cause[], debts: readonly MeasureDebtTable[]): boolean {
  const own = debtsFor(causes, debts);
  return own.length > 0 && !hasOpenDebt(own);
}

type End = Pick<MeasureEffectTable, 'status' | 'end_reason'>;

/** How an active effect has ended, by time or by a person, before that is written. */
export function endOfRestriction(
  { until, restriction_seq }: Pick<MeasureEffectTable, 'until' | 'restriction_seq'>,
  { restriction, now }: Pick<PlayerState, 'restriction' | 'now'>,
): End | undefined {
  if (hasExpired({ endsAt: until }, now)) return { status: 'over', end_reason: 'time_over' };
  return restriction.personSeq > (restriction_seq ?? 0)
    ? { status: 'released', end_reason: 'operator' }
    : undefined;
}

function endOf(state: PlayerState, effect: MeasureEffectTable): End | undefined {
  const isActive = effect.status === 'active';
  const end = isActive ? endOfRestriction(effect, state) : undefined;
  if (end) return end;
  // It ends with the effect that it came from.
  if (effect.source_effect_id !== null) return undefined;
  if (!isHolding(state, effect)) return { status: 'lifted', end_reason: 'undone' };
  return hasRestricted(effect) && arePaidAgain(causesIn(effect), state.debts)
    ? { status: 'lifted', end_reason: 'paid_again' }
    : undefined;
}

/** Paying ends a restriction, also one that came back only as a flag. Other flags wait for a person. */
const hasRestricted = ({ paid_again, step }: MeasureEffectTable): boolean =>
  paid_again === 1 && step !== null;

/** The effects that end now, as they are then. */
export const effectsToEnd = (
  state: PlayerState,
  effects: readonly MeasureEffectTable[],
): MeasureEffectTable[] =>
  effects
    .filter(({ status }) => status === 'active' || status === 'flagged')
    .flatMap((effect) => {
      const end = endOf(state, effect);
      return end ? [{ ...effect, ...end, ended_at: state.now }] : [];
    });

/** The effects that ended because they were paid, and are not paid any more. */
export const effectsToResume = (
  state: PlayerState,
  effects: readonly MeasureEffectTable[],
): MeasureEffectTable[] =>
  effects.filter(
    (effect) =>
      effect.end_reason === 'paid_again' &&
      effect.source_effect_id === null &&
      hasOpenDebt(debtsFor(causesIn(effect), state.debts)) &&
      isHolding(state, effect),
  );

/** The effect again, for the time that was left when it ended; a flag where its rule would only flag now. */
export function resumeEffect(
  { restriction, now }: Pick<PlayerState, 'restriction' | 'now'>,
  rule: MeasureRuleTable,
  effect: MeasureEffectTable,
  { isTypeKnown, seq }: { readonly isTypeKnown: boolean; readonly seq: number },
): MeasureEffectTable {
  const flag = flagOf(rule, definitionOf(rule), isTypeKnown, restriction);
  const left = (effect.until ?? 0) - (effect.ended_at ?? now);
  return {
    ...effect,
    status: flag === null ? 'active' : 'flagged',
    flag,
    // Whole seconds, as the dates of restrictions.
    until: effect.until === null ? null : secondOf(now + left),
    restriction_seq: seq,
    ended_at: null,
    end_reason: null,
  };
}

interface PaymentFlags {
  /** The effects that a flag is missing for. */
  readonly missing: readonly MeasureEffectTable[];
  readonly reopened: readonly MeasureEffectTable[];
  readonly ended: readonly MeasureEffectTable[];
}

/** One flag for each restriction whose purchases were bought again without being paid. One that a person closed stays closed. */
export function paymentFlags(
  state: PlayerState,
  effects: readonly MeasureEffectTable[],
): PaymentFlags {
  const flags = new Map(
    effects
      .filter(({ flag }) => flag === 'paid_differently')
      .map((flag) => [flag.source_effect_id, flag]),
  );
  const missing: MeasureEffectTable[] = [];
  const reopened: MeasureEffectTable[] = [];
  const ended: MeasureEffectTable[] = [];
  for (const effect of effects.filter(hasRestricted)) {
    const flag = flags.get(effect.effect_id);
    const isWanted =
      effect.status === 'active' &&
      debtsFor(causesIn(effect), state.debts).some((debt) => state.underpaid.has(keyOf(debt)));
    if (isWanted && !flag) missing.push(effect);
    if (isWanted && flag?.status === 'lifted') {
      reopened.push({ ...flag, status: 'flagged', ended_at: null, end_reason: null });
    }
    if (!isWanted && flag?.status === 'flagged') {
      ended.push({ ...flag, ...endWith(effect), ended_at: state.now });
    }
  }
  return { missing, reopened, ended };
}

/** A flag ends as its restriction did, or because the purchase was refunded. */
const endWith = ({ status, end_reason }: MeasureEffectTable): End =>
  end_reason === null ? { status: 'lifted', end_reason: 'undone' } : { status, end_reason };

/** Groups of causes that have had no effect by the rule yet. */
export function newCauseGroups(
  state: Pick<PlayerState, 'undone' | 'reports'>,
  { definition, since }: Pick<MeasureRuleTable, 'definition' | 'since'>,
  isAnswered: (purchase: UndonePurchase) => boolean,
): Cause[][] {
  const { when } = definitionOf({ definition });
  const fresh = state.undone.flatMap((purchase) => {
    if (isAnswered(purchase)) return [];
    const cause = causeOf(when, purchase, reportsOf(state, purchase));
    return cause && cause.at >= since ? [cause] : [];
  });
  return groupCauses(when, fresh);
}

/** An effect that begins: a restriction with a term, or a flag. */
export interface NewEffect {
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
export function effectsToStart(
  state: PlayerState,
  rule: MeasureRuleTable,
  groups: readonly (readonly Cause[])[],
  { isExempt, isTypeKnown, effects, since }: Circumstances,
): NewEffect[] {
  const definition = definitionOf(rule);
  const flag = flagOf(rule, definition, isTypeKnown, state.restriction);
  let earlier = effects.filter(
    (effect) =>
      effect.rule_id === rule.rule_id &&
      effect.step !== null &&
      effect.end_reason !== 'undone' &&
      isHolding(state, effect),
  ).length;
  return groups.flatMap((causes): NewEffect[] => {
    // Paid again before the refund was reported.
    if (definition.until.paid_again && arePaidAgain(causes, state.debts)) return [];
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
  { isByPerson }: PlayerState['restriction'],
): MeasureEffectTable['flag'] {
  if (state === 'watch') return 'watch';
  if (measure.action === 'flag') return 'rule';
  if (!isTypeKnown) return 'type_missing';
  return isByPerson ? 'restricted_by_person' : null;
}
