// Actions after the sale as operators see them.
import { Type } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { MarketActionTable } from '../../storage/schema.ts';
import type { Action } from '../markets/action.ts';
import { MarketName } from '../markets/markets.ts';
import { ACTION_STATES } from './state.ts';

export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ACTION_KINDS = ['refund', 'cancel', 'extend', 'defer'] as const;

export const ActionKind = Type.Enum([...ACTION_KINDS], {
  description:
    '`cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.',
});

const STATES = [...ACTION_STATES];
export const ActionStateName = Type.Enum(STATES, {
  description:
    '`waiting` for the second person; `intended`, about to be sent; `sent`, and the outcome is not known yet; `accepted`: the market reports later how it ends; `rejected` by the market; `declined` by the second person; `withdrawn` before it was sent.',
});

const Person = Type.Object({ kind: Type.String(), name: Type.String() });

export const ActionRecord = namedObject('SaleAction', {
  action_id: Type.String(),
  kind: ActionKind,
  state: ActionStateName,
  provider: MarketName,
  service_transaction_id: Type.String({
    description: 'The purchase, or the newest cycle of the subscription.',
  }),
  subscription_id: orNull(Type.String()),
  product_id: Type.String(),
  account_uuid: orNull(Type.String()),
  amount: orNull(Type.String(), 'What goes back; at most, for `prorated`. Null when unknown.'),
  currency: orNull(Type.String()),
  prorated: Type.Boolean({ description: 'Only the time that is left is refunded.' }),
  line: orNull(Type.String(), 'The only product that is refunded, of a payment for several.'),
  goods: orNull(Type.Enum(['taken', 'kept']), 'Null for what is no refund.'),
  days: orNull(Type.Integer()),
  reason: Type.String(),
  requested_at: Type.String(),
  requested_by: Person,
  decided_at: orNull(Type.String()),
  decided_by: orNull(Person, 'Who approved, declined or withdrew it.'),
  sent_at: orNull(Type.String(), 'When the market was last called.'),
  attempts: Type.Integer(),
  ended_at: orNull(Type.String()),
  answer: orNull(
    Type.String(),
    'In the words of the market, or of who declined it; or why the market is not called yet.',
  ),
});
export type ActionRecord = Type.Static<typeof ActionRecord>;

export const ACTION_EXAMPLE: ActionRecord = {
  action_id: '019a9b1c-7c00-7000-8000-5d2f6b1a9e40',
  kind: 'refund',
  state: 'done',
  provider: 'PG',
  service_transaction_id: 'PG_42',
  subscription_id: null,
  product_id: 'gems.100',
  account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  amount: '9.99',
  currency: 'USD',
  prorated: false,
  line: null,
  goods: 'taken',
  days: null,
  reason: 'Bought twice by mistake',
  requested_at: '2026-11-18T09:00:00.000Z',
  requested_by: { kind: 'console', name: 'support@example.com' },
  decided_at: null,
  decided_by: null,
  sent_at: '2026-11-18T09:00:00.200Z',
  attempts: 1,
  ended_at: '2026-11-18T09:00:00.700Z',
  answer: null,
};

export function viewAction(row: MarketActionTable): ActionRecord {
  const action = JSON.parse(row.wanted) as Action;
  const refund = action.kind === 'refund' ? action : undefined;
  return {
    action_id: row.action_id,
    kind: row.kind,
    state: row.state,
    provider: row.provider,
    service_transaction_id: row.service_transaction_id,
    subscription_id: row.subscription_id,
    product_id: row.product_id,
    account_uuid: row.account_uuid,
    amount: row.amount,
    currency: row.currency,
    prorated: refund?.amount === 'prorated',
    line: refund?.line ?? null,
    goods: refund ? (refund.takesGoods ? 'taken' : 'kept') : null,
    days: 'days' in action ? action.days : null,
    reason: row.reason,
    requested_at: isoTime(row.requested_at),
    requested_by: { kind: row.actor_kind, name: row.actor },
    decided_at: isoTimeOrNull(row.decided_at),
    decided_by:
      row.decided_by === null ? null : { kind: row.decided_kind ?? '', name: row.decided_by },
    sent_at: isoTimeOrNull(row.sent_at),
    attempts: row.attempts,
    ended_at: isoTimeOrNull(row.ended_at),
    answer: row.answer,
  };
}
