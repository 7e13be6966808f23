// The preview of an action: what the market says now, what would happen, and what stands in the way. Changes nothing.
import { Big } from 'big.js';
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { Abilities, Action, SaleState } from '../markets/action.ts';
import { MarketName, marketOf } from '../markets/markets.ts';
import { amountText } from '../money.ts';
import { checkAsk, readSaleState } from './ask.ts';
import type { Ask, Checked } from './check.ts';
import { amountLeft, limitProblem, needsSecondPerson } from './limits.ts';
import { permissionProblem } from './permission.ts';
import { type ActionDeps, AskInput, underWay } from './request.ts';
import { readActionSettings } from './settings.ts';
import { findUnderWay, spentBy } from './store.ts';
import { findSubject, type SubjectKey, subjectOf } from './subject.ts';
import { ActionKind } from './view.ts';

export const PreviewQuery = Type.Object(AskInput, { additionalProperties: false });
export type PreviewQuery = Type.Static<typeof PreviewQuery>;

const Amount = orNull(Type.String(), 'Null when the market does not say.');
const Time = orNull(Type.String());
const Days = orNull(Type.Integer(), 'Most days at once; null where it cannot be done.');

export const ActionPreview = namedObject(
  'ActionPreview',
  {
    kind: ActionKind,
    provider: MarketName,
    possible: Type.Boolean(),
    obstacle: orNull(Type.String(), 'Why it is not possible, and what to do instead.'),
    elsewhere: orNull(
      Type.Object({ en: Type.String(), ko: Type.String() }),
      'What only the market can do, and how the player asks for it.',
    ),
    can: Type.Object(
      {
        refund: orNull(
          Type.Object({
            part: Type.Boolean(),
            by_line: Type.Boolean(),
            prorated: Type.Boolean(),
            keep: Type.Boolean({ description: 'A whole refund can leave the goods.' }),
          }),
        ),
        cancel: Type.Boolean(),
        extend_days: Days,
        defer_days: Days,
      },
      { description: 'What the market can do about this now.' },
    ),
    payment: Type.Object({
      currency: orNull(Type.String()),
      paid: Amount,
      refunded: Amount,
      refundable: Amount,
      lines: Type.Array(Type.Object({ product_id: Type.String(), paid: Amount })),
    }),
    refund: orNull(
      Type.Object({
        amount: orNull(Type.String(), 'At most, for `prorated`.'),
        left: orNull(Type.String(), 'What the studio keeps of the payment.'),
        goods: Type.Enum(['taken', 'kept']),
        products: Type.Array(Type.String()),
      }),
      'What would go back.',
    ),
    subscription: orNull(
      Type.Object({
        renews: Type.Boolean(),
        ends_at: Time,
        renews_after: Type.Boolean(),
        ends_at_after: Time,
      }),
    ),
    counts_for_rules: Type.Boolean({
      description: 'Always false: rules restrict nobody for what the studio refunds itself.',
    }),
    second_person: Type.Boolean({ description: 'Whether another person has to approve it.' }),
    actions_left: orNull(Type.Integer(), 'Of the caller, within 24 hours; null: any number.'),
    amount_left: orNull(
      Type.String(),
      'Of the caller, within 24 hours, in the currency of the payment; null: any amount.',
    ),
  },
  {
    examples: [
      {
        kind: 'refund',
        provider: 'PG',
        possible: true,
        obstacle: null,
        elsewhere: null,
        can: {
          refund: { part: true, by_line: false, prorated: false, keep: true },
          cancel: false,
          extend_days: null,
          defer_days: null,
        },
        payment: {
          currency: 'USD',
          paid: '9.99',
          refunded: '0.00',
          refundable: '9.99',
          lines: [{ product_id: 'gems.100', paid: '9.99' }],
        },
        refund: { amount: '9.99', left: '0.00', goods: 'taken', products: ['gems.100'] },
        subscription: null,
        counts_for_rules: false,
        second_person: false,
        actions_left: null,
        amount_left: null,
      },
    ],
  },
);
export type ActionPreview = Type.Static<typeof ActionPreview>;

export async function previewAction(
  deps: ActionDeps,
  actor: Actor,
  key: SubjectKey,
  ask: Ask,
): Promise<ActionPreview | Rejection> {
  const { context, app } = deps;
  const { db } = context.storage;
  const rules = await readActionSettings(context, app.gameIndex);
  if (isRejection(rules)) return rules;
  const subject = await findSubject(db, app, key);
  if (isRejection(subject)) return subject;
  const { provider } = subject.purchase;
  const saleState = await readSaleState(deps, subject);
  // What cannot be done at all is an answer, too.
  if (isRejection(saleState) && saleState.rejected !== 'INVALID') return saleState;
  const now = context.clock();
  const checked = isRejection(saleState) ? saleState : checkAsk(subject, ask, saleState);
  const money = isRejection(checked) ? undefined : checked.money;
  const spent = await spentBy(db, app.gameIndex, actor, now);
  const other = await findUnderWay(db, app, { provider, subject: subjectOf(subject, ask.kind) });
  const obstacle = isRejection(checked)
    ? checked.detail
    : other
      ? underWay(other).detail
      : (permissionProblem(actor, rules)?.detail ?? limitProblem(rules, spent, money));
  const known = isRejection(saleState) ? NOTHING_KNOWN : saleState;
  const isActable = !isRejection(checked);
  return {
    kind: ask.kind,
    provider,
    possible: obstacle === undefined,
    obstacle: obstacle ?? null,
    elsewhere: marketOf(provider).actions?.elsewhere ?? null,
    can: viewAbilities(known.can),
    payment: {
      currency: known.currency,
      paid: known.paid,
      refunded: known.refunded,
      refundable: known.refundable,
      lines: known.lines.map(({ productId, paid }) => ({ product_id: productId, paid })),
    },
    refund: isActable ? refundOf(checked, known, subject.purchase.product_id) : null,
    subscription: subscriptionAfter(known, isActable ? checked.action : undefined, now),
    counts_for_rules: false,
    second_person: needsSecondPerson(rules, money),
    actions_left:
      rules.daily_actions === null ? null : Math.max(0, rules.daily_actions - spent.actions),
    amount_left: amountLeft(rules, spent, known.currency),
  };
}

const NOTHING_KNOWN: SaleState = {
  currency: null,
  paid: null,
  refunded: null,
  refundable: null,
  lines: [],
  subscription: null,
  can: {},
  version: null,
};

const viewAbilities = ({ refund, cancel, extend, defer }: Abilities): ActionPreview['can'] => ({
  refund: refund
    ? {
        part: refund.part,
        by_line: refund.byLine,
        prorated: refund.prorated,
        keep: refund.goods === 'choice',
      }
    : null,
  cancel: cancel === true,
  extend_days: extend?.mostDays ?? null,
  defer_days: defer?.mostDays ?? null,
});

function refundOf(
  { action, money }: Checked,
  { refundable, currency, lines }: SaleState,
  productId: string,
): ActionPreview['refund'] {
  if (action.kind !== 'refund') return null;
  const { line, takesGoods, amount: wanted } = action;
  const amount = money?.amount ?? null;
  const isKnown = amount !== null && refundable !== null && currency !== null;
  const left =
    isKnown && wanted !== 'prorated'
      ? amountText(new Big(refundable).minus(amount), currency)
      : null;
  const all = lines.length > 0 ? lines.map((each) => each.productId) : [productId];
  return {
    amount,
    left,
    goods: takesGoods ? 'taken' : 'kept',
    products: line === undefined ? all : [line],
  };
}

const DAY_MS = 24 * 60 * 60_000;

function subscriptionAfter(
  { subscription }: SaleState,
  action: Action | undefined,
  now: number,
): ActionPreview['subscription'] {
  if (!subscription) return null;
  const { renews, endsAt } = subscription;
  const isTaken = action?.kind === 'refund' && action.takesGoods;
  const days = action && 'days' in action ? action.days : 0;
  return {
    renews,
    ends_at: isoTimeOrNull(endsAt),
    renews_after: renews && !isTaken && action?.kind !== 'cancel',
    ends_at_after: isoTimeOrNull(isTaken ? now : endsAt === null ? null : endsAt + days * DAY_MS),
  };
}
