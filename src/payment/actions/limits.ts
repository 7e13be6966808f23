// How much an operator may do within a day, and when a second person has to agree. Pure.
import { Big } from 'big.js';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** What a project has set. */
export interface ActionRules {
  /** Operators may act, too; otherwise only admins and owners. */
  readonly operators: boolean;
  /** Actions of one person within 24 hours; null: any number. */
  readonly daily_actions: number | null;
  /** Refunds of one person within 24 hours, by currency; empty: any amount. */
  readonly daily_amounts: readonly Money[];
  /** A refund of more needs a second person, by currency; empty: none does. */
  readonly second_person_above: readonly Money[];
}

export const NO_RULES: ActionRules = {
  operators: false,
  daily_actions: null,
  daily_amounts: [],
  second_person_above: [],
};

/** What one person has had done within the last 24 hours. */
export interface Spent {
  readonly actions: number;
  readonly amounts: readonly Money[];
}

/** A refund, of which perhaps nobody knows how much it is; undefined for what moves no money. */
export interface Asked {
  readonly amount: string | null;
  readonly currency: string | null;
}

export function limitProblem(
  { daily_actions, daily_amounts }: ActionRules,
  spent: Spent,
  asked: Asked | undefined,
): string | undefined {
  if (daily_actions !== null && spent.actions >= daily_actions) {
    return `You have reached the limit of ${daily_actions} actions within 24 hours.`;
  }
  if (!asked || daily_amounts.length === 0) return undefined;
  const { amount, currency } = asked;
  if (amount === null || currency === null) {
    return 'Amounts are limited, and nobody knows the amount of this refund. An admin can raise the limits.';
  }
  const limit = daily_amounts.find((each) => each.currency === currency);
  if (!limit) return `The project limits refunds, and sets no limit for ${currency}.`;
  const left = leftOf(limit, spent);
  return left.gte(amount)
    ? undefined
    : `This refund of ${amount} ${currency} is above your limit of ${limit.amount} ${currency} within 24 hours; ${left.lt(0) ? 0 : left.toFixed()} ${currency} are left.`;
}

const leftOf = ({ amount, currency }: Money, { amounts }: Spent): Big =>
  amounts
    .filter((each) => each.currency === currency)
    .reduce((left, each) => left.minus(each.amount), new Big(amount));

/** Null where nothing limits it. */
export function amountLeft(
  { daily_amounts }: ActionRules,
  spent: Spent,
  currency: string | null,
): string | null {
  const limit = daily_amounts.find((each) => each.currency === currency);
  if (!limit) return null;
  const left = leftOf(limit, spent);
  return left.lt(0) ? '0' : left.toFixed();
}

/** Also of an amount that nobody knows, and of a currency without a threshold. */
export function needsSecondPerson(
  { second_person_above: thresholds }: ActionRules,
  asked: Asked | undefined,
): boolean {
  if (!asked || thresholds.length === 0) return false;
  const threshold = thresholds.find(({ currency }) => currency === asked.currency);
  return (
    threshold === undefined || asked.amount === null || new Big(asked.amount).gt(threshold.amount)
  );
}
