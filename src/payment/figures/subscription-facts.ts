// What subscriptions add to the sums: each together with those that it replaced or that replaced it.
import { type Calendar, DAY_MS } from '../../base/calendar.ts';
import { type CountFact, type Fact, subscriptionEvent } from '../../figures/facts.ts';
import type { SubscriptionStepTable, SubscriptionTable } from '../../storage/schema.ts';
import { isCancelled } from '../ledger/cancellation.ts';
import { isCancelling } from '../markets/cancellation.ts';
import {
  boughtAt,
  type CountedPurchase,
  cancellationFacts,
  isFree,
  priceOf,
  type Report,
  saleFacts,
} from './facts.ts';
import { monthlyAmount } from './monthly.ts';

export type StatusChange = Omit<SubscriptionStepTable, 'game_index' | 'appid'>;
export type Member = Pick<SubscriptionTable, 'subscription_id' | 'cycle_key' | 'expires_at'>;

export interface LinkedSubscriptions {
  readonly members: readonly Member[];
  readonly cycles: readonly CountedPurchase[];
  /** Of the cycles, by their `unique_key`. */
  readonly reports: ReadonlyMap<string, readonly Report[]>;
  readonly statuses: readonly StatusChange[];
}

/** A renewal within a day after the end goes on without a break. */
const BREAK_MS = DAY_MS;
const LONGEST_COHORT_MONTHS = 60;

export function linkedFacts(linked: LinkedSubscriptions, calendar: Calendar): Fact[] {
  const cycles = linked.cycles.filter(({ test }) => test === 0);
  const money = moneyOf(linked, cycles);
  // Test purchases are only in the overview.
  const shown = [
    ...moneyOf(
      linked,
      linked.cycles.filter(({ test }) => test === 1),
    ),
    ...eventFacts(runsOf(linked)),
  ];
  if (cycles.length === 0) return shown;
  const runs = runsOf({ ...linked, cycles });
  return [
    ...shown,
    ...money,
    ...runs.flatMap(runFacts),
    ...trialFacts(runs),
    ...paidFacts(runs),
    ...cohortFacts(runs, money, calendar),
    ...statusFacts(linked.statuses),
  ];
}

const moneyOf = ({ reports }: LinkedSubscriptions, cycles: readonly CountedPurchase[]): Fact[] =>
  cycles.flatMap((cycle) => [
    ...saleFacts(cycle),
    ...cancellationFacts(cycle, reports.get(cycle.unique_key) ?? []),
  ]);

interface Period {
  readonly cycle: CountedPurchase;
  readonly start: number;
  /** When access ends; infinite when the market named no end. */
  readonly end: number;
  /** Paid for so long, as the market said first. */
  readonly lengthMs: number | undefined;
  readonly reason: 'choice' | 'failed_payment' | 'refund' | 'unknown';
}

/** Periods without a break between them. */
type Run = readonly [Period, ...Period[]];

function runsOf(linked: LinkedSubscriptions): Run[] {
  const cycles = linked.cycles.toSorted(
    (one, other) => boughtAt(one) - boughtAt(other) || one.number - other.number,
  );
  const runs: [Period, ...Period[]][] = [];
  cycles.forEach((cycle, index) => {
    const next = cycles[index + 1];
    const period = periodOf(linked, cycle, next && boughtAt(next));
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && period.start - last.end <= BREAK_MS) run.push(period);
    else runs.push([period]);
  });
  return runs;
}

const ENDS: ReadonlySet<StatusChange['status']> = new Set(['expired', 'revoked', 'hold', 'paused']);

/** One that was replaced goes on in another. */
const isEnd = ({ status, replaced }: StatusChange): boolean =>
  ENDS.has(status) && replaced === null;

function periodOf(
  linked: LinkedSubscriptions,
  cycle: CountedPurchase,
  next: number | undefined,
): Period {
  const start = boughtAt(cycle);
  const statuses = linked.statuses
    .filter((change) => change.cycle_key === cycle.unique_key)
    .sort((one, other) => one.at - other.at);
  const member = linked.members.find((each) => each.cycle_key === cycle.unique_key);
  const reported = statuses[0]?.expires_at ?? member?.expires_at ?? next;
  const last = statuses.at(-1);
  const until = statuses.flatMap(({ status, expires_at, grace_until }) => [
    expires_at ?? 0,
    status === 'grace' ? (grace_until ?? 0) : 0,
  ]);
  const covered = Math.max(...until, 0) || reported || Number.POSITIVE_INFINITY;
  const reports = linked.reports.get(cycle.unique_key) ?? [];
  const cancelledAt = isCancelled(reports)
    ? Math.max(...reports.filter(isCancelling).map((each) => each.reported_at))
    : undefined;
  const end = Math.min(
    covered,
    last && isEnd(last) ? last.at : covered,
    cancelledAt ?? covered,
    next ?? covered,
  );
  return {
    cycle,
    start,
    end: Math.max(start, end),
    lengthMs: reported === undefined ? undefined : reported - start,
    reason: reasonOf(statuses, cancelledAt !== undefined && cancelledAt < covered),
  };
}

function reasonOf(statuses: readonly StatusChange[], isRefunded: boolean): Period['reason'] {
  const last = statuses.at(-1);
  if (isRefunded || last?.status === 'revoked') return 'refund';
  if (statuses.some(({ status }) => status === 'grace' || status === 'hold'))
    return 'failed_payment';
  return last?.renews === 0 ? 'choice' : 'unknown';
}

const count = (metric: string, at: number, amount = 1, detail = ''): CountFact => ({
  at,
  metric,
  amount,
  ...(detail !== '' && { detail }),
});

/** A level that is higher from one moment to another. */
const during = (metric: string, start: number, end: number): CountFact[] =>
  Number.isFinite(end)
    ? start === end
      ? []
      : [count(metric, start), count(metric, end, -1)]
    : [count(metric, start)];

const endOf = (run: Run): Period => run.at(-1) as Period;

function runFacts(run: Run): CountFact[] {
  const { end, reason } = endOf(run);
  return [
    ...during('subscription.active', run[0].start, end),
    ...(Number.isFinite(end) ? [count('subscription.ended', end, 1, reason)] : []),
  ];
}

/** The first cycle, the others, and the ends, by hour and market. */
function eventFacts(runs: readonly Run[]): CountFact[] {
  const event = (name: 'started' | 'renewed' | 'ended', at: number, cycle: CountedPurchase) => ({
    at,
    metric: subscriptionEvent(name),
    detail: cycle.provider,
    grains: ['hour', 'day'] as const,
    amount: 1,
  });
  return [
    ...runs
      .flat()
      .map(({ start, cycle }, index) => event(index === 0 ? 'started' : 'renewed', start, cycle)),
    ...runs
      .map(endOf)
      .filter(({ end }) => Number.isFinite(end))
      .map(({ end, cycle }) => event('ended', end, cycle)),
  ];
}

/** Only the first period of linked subscriptions can be a trial. */
function trialFacts([first, ...others]: readonly Run[]): CountFact[] {
  const [trial, next] = first ?? [];
  if (!trial || !isFree(trial.cycle)) return [];
  const later = [...(first?.slice(1) ?? []), ...others.flat()];
  return [
    count('subscription.trial', trial.start),
    ...(later.some(({ cycle }) => !isFree(cycle))
      ? [count('subscription.converted', trial.start)]
      : []),
    ...during('subscription.trialing', trial.start, next?.start ?? trial.end),
  ];
}

/** New, renewed, resurrected, and the movement of what is paid in a month. */
function paidFacts(runs: readonly Run[]): CountFact[] {
  const facts: CountFact[] = [];
  let wasPaid = false;
  for (const run of runs) {
    let now: { readonly currency: string; readonly amount: number } | undefined;
    let isOn = false;
    const move = (at: number, detail: string, currency: string, amount: number): void => {
      if (amount !== 0) facts.push({ metric: 'subscription.mrr', at, detail, currency, amount });
    };
    for (const { cycle, start, lengthMs } of run) {
      const price = priceOf(cycle);
      const isPaid = !isFree(cycle);
      const monthly = price && { ...price, amount: monthlyAmount(price.amount, lengthMs) };
      if (isPaid) {
        const verb = isOn ? 'renewed' : wasPaid ? 'resurrected' : 'new';
        facts.push(count(`subscription.${verb}`, start));
      }
      if (monthly && (isPaid || isOn)) {
        const { currency, amount } = monthly;
        if (!isOn) move(start, wasPaid ? 'resurrection' : 'new', currency, amount);
        else if (now && now.currency !== currency) {
          move(start, 'contraction', now.currency, -now.amount);
          move(start, 'expansion', currency, amount);
        } else {
          const difference = amount - (now?.amount ?? 0);
          move(start, difference > 0 ? 'expansion' : 'contraction', currency, difference);
        }
        now = monthly;
      }
      if (isPaid) [isOn, wasPaid] = [true, true];
    }
    const { end } = endOf(run);
    if (now && Number.isFinite(end)) move(end, 'churn', now.currency, -now.amount);
    if (isOn && Number.isFinite(end)) facts.push(count('subscription.churned', end));
    const paid = run.find(({ cycle }) => !isFree(cycle));
    if (paid) facts.push(...during('subscription.paying', paid.start, end));
  }
  return facts;
}

/** How many months after their first payment linked subscriptions are still paid for. */
function cohortFacts(
  runs: readonly Run[],
  money: readonly Fact[],
  calendar: Calendar,
): CountFact[] {
  const paid = runs.flatMap((run) => {
    const first = run.find(({ cycle }) => !isFree(cycle));
    return first ? [{ start: first.start, end: endOf(run).end }] : [];
  });
  const start = paid[0]?.start;
  if (start === undefined) return [];
  const facts: CountFact[] = [];
  for (let month = 0; month <= LONGEST_COHORT_MONTHS; month += 1) {
    const at = calendar.addMonths(start, month);
    const last = paid.at(-1)?.end ?? 0;
    if (month > 0 && at >= last) break;
    const isPaid = month === 0 || paid.some((each) => each.start <= at && at < each.end);
    if (isPaid) facts.push(count('subscription.cohort', start, 1, String(month)));
  }
  return [...facts, ...cohortMoney(start, money, calendar)];
}

/** In which currencies linked subscriptions paid, and what they brought by the month after their first payment. */
function cohortMoney(start: number, money: readonly Fact[], calendar: Calendar): CountFact[] {
  const monthOf = (at: number): number => {
    let month = 0;
    while (month < LONGEST_COHORT_MONTHS && calendar.addMonths(start, month + 1) <= at) month += 1;
    return month;
  };
  const sales = money.filter((fact) => 'market' in fact);
  const currencies = new Set(
    sales.filter(({ gross = 0 }) => gross > 0).map((fact) => fact.currency),
  );
  const paid = [...currencies].map((currency) => ({
    ...{ metric: 'subscription.cohort_paid', at: start, currency, amount: 1 },
  }));
  const net = sales.flatMap((fact): CountFact[] => {
    const amount = (fact.gross ?? 0) - (fact.refunded ?? 0) - (fact.disputed ?? 0);
    if (amount === 0) return [];
    const { currency } = fact;
    const detail = String(monthOf(fact.at));
    return [{ metric: 'subscription.cohort_net', at: start, detail, currency, amount }];
  });
  return [...paid, ...net];
}

const STATUS_METRICS = {
  grace: 'subscription.grace',
  hold: 'subscription.retry',
  paused: 'subscription.paused',
} as const;

/** How many were in grace, in retry and paused, from one change of the status to the next. */
function statusFacts(statuses: readonly StatusChange[]): CountFact[] {
  const bySubscription = Map.groupBy(statuses, (change) => change.subscription_id);
  return [...bySubscription.values()].flatMap((all) => {
    const inOrder = all.toSorted((one, other) => one.at - other.at);
    return inOrder.flatMap(({ status, at, grace_until }, index) => {
      if (status !== 'grace' && status !== 'hold' && status !== 'paused') return [];
      const next = inOrder[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const end = status === 'grace' ? Math.min(next, grace_until ?? next) : next;
      return during(STATUS_METRICS[status], at, Math.max(at, end));
    });
  });
}
