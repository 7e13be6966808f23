// Whether a market can do what somebody asks for, by what it says now. Pure.
import { Big } from 'big.js';
import { invalid, type Rejection } from '../../audit/operation.ts';
import type { Action, ActionTraits, RefundAbilities, SaleState } from '../markets/action.ts';
import { currencyDigits } from '../money.ts';
import type { Asked } from './limits.ts';

export interface Ask {
  readonly kind: Action['kind'];
  readonly amount?: string;
  readonly line?: string;
  readonly goods?: 'take' | 'keep';
  readonly days?: number;
}

export interface Checked {
  readonly action: Action;
  /** What leaves at most; undefined for what moves no money. */
  readonly money: Asked | undefined;
}

/** `seller` names the market. */
export function checkAction(
  ask: Ask,
  saleState: SaleState,
  seller: string,
  { elsewhere }: ActionTraits = {},
): Checked | Rejection {
  const foreign = foreignField(ask);
  if (foreign) return foreign;
  const { can } = saleState;
  if (ask.kind === 'refund') {
    return can.refund
      ? checkRefund(ask, saleState, can.refund)
      : invalid('kind', elsewhere?.en ?? refundObstacle(saleState, seller));
  }
  if (ask.kind === 'cancel') {
    if (can.cancel) return { action: { kind: 'cancel' }, money: undefined };
    const ended = saleState.subscription?.renews === false;
    return invalid(
      'kind',
      ended
        ? 'The subscription does not renew any more.'
        : `${seller} cannot cancel the renewal of this from here.`,
    );
  }
  const range = can[ask.kind];
  if (!range) return invalid('kind', `${seller} cannot ${ask.kind} this.`);
  if (ask.days === undefined) return invalid('days', 'Send by how many days.');
  if (ask.days > range.mostDays) {
    return invalid('days', `${seller} allows at most ${range.mostDays} days at once.`);
  }
  return { action: { kind: ask.kind, days: ask.days }, money: undefined };
}

const FIELDS = {
  refund: ['amount', 'line', 'goods'],
  cancel: [],
  extend: ['days'],
  defer: ['days'],
} as const satisfies Record<Action['kind'], readonly (keyof Ask)[]>;

function foreignField(ask: Ask): Rejection | undefined {
  const known: readonly string[] = ['kind', ...FIELDS[ask.kind]];
  const field = Object.keys(ask).find(
    (name) => ask[name as keyof Ask] !== undefined && !known.includes(name),
  );
  return field === undefined
    ? undefined
    : invalid(field, `An action of the kind ${ask.kind} has no ${field}.`);
}

const isNothing = (amount: string | null): boolean => amount !== null && new Big(amount).lte(0);

const NOTHING_LEFT = 'Nothing is left to refund: all of it went back already, or is on its way.';

const refundObstacle = ({ refundable }: SaleState, seller: string): string =>
  isNothing(refundable) ? NOTHING_LEFT : `${seller} cannot refund this from here.`;

function checkRefund(
  { amount: asked = 'rest', line, goods }: Ask,
  saleState: SaleState,
  can: RefundAbilities,
): Checked | Rejection {
  const { refundable, currency } = saleState;
  const amount =
    refundable !== null && AMOUNT.test(asked) && new Big(asked).eq(refundable) ? 'rest' : asked;
  if (isNothing(refundable)) return invalid('amount', NOTHING_LEFT);
  if (line !== undefined) {
    const problem = lineProblem(line, amount, saleState, can);
    if (problem) return problem;
  }
  const isRest = amount === 'rest';
  if (amount === 'prorated' && !can.prorated) {
    return invalid('amount', 'The market cannot refund the time that is left of this.');
  }
  if (!isRest && amount !== 'prorated') {
    const problem = amountProblem(amount, saleState, can);
    if (problem) return problem;
  }
  const isPart = !isRest && amount !== 'prorated';
  if (isPart && goods === 'take') {
    return invalid('goods', 'A part leaves the player the goods. Refund the rest to take them.');
  }
  if (!isPart && goods === 'keep' && can.goods === 'taken') {
    return invalid('goods', 'A whole refund always takes the goods at this market.');
  }
  const paid = line === undefined ? refundable : paidFor(line, saleState);
  return {
    action: {
      kind: 'refund',
      amount: amount as 'rest' | 'prorated',
      ...(line !== undefined && { line }),
      takesGoods: !isPart && goods !== 'keep',
    },
    money: { amount: isPart ? amount : paid, currency },
  };
}

const paidFor = (line: string, { lines }: SaleState): string | null =>
  lines.find(({ productId }) => productId === line)?.paid ?? null;

function lineProblem(
  line: string,
  amount: string,
  { lines }: SaleState,
  can: RefundAbilities,
): Rejection | undefined {
  if (!can.byLine) return invalid('line', 'The market refunds this payment only as a whole.');
  if (!lines.some(({ productId }) => productId === line)) {
    const products = lines.map(({ productId }) => productId).join(', ');
    return invalid('line', `The payment has no product ${line}. It has: ${products}.`);
  }
  return amount === 'rest' || amount === 'prorated'
    ? undefined
    : invalid('amount', 'A line is refunded whole. Leave the amount out.');
}

const AMOUNT = /^\d{1,15}(\.\d{1,6})?$/;

function amountProblem(
  amount: string,
  { currency, refundable, paid }: SaleState,
  can: RefundAbilities,
): Rejection | undefined {
  if (!can.part) {
    return invalid('amount', 'The market refunds this only whole. Leave the amount out.');
  }
  if (!AMOUNT.test(amount) || isNothing(amount)) {
    return invalid('amount', 'Must be more than 0, such as 4.99; or `rest` or `prorated`.');
  }
  const digits = currencyDigits(currency ?? '');
  if (digits !== undefined && !new Big(amount).round(digits).eq(amount)) {
    return invalid('amount', `${currency} has ${digits} digits after the point.`);
  }
  const most = refundable ?? paid;
  return most !== null && new Big(amount).gt(most)
    ? invalid('amount', `At most ${most} ${currency} can still be refunded.`)
    : undefined;
}
