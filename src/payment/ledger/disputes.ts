// Disputes as their gateways show them. What was read earlier never replaces what was read later.
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { DisputeTable, OrderTable } from '../../storage/schema.ts';
import type { GatewayDispute } from '../markets/pg/gateway.ts';

/** A gateway that shows no details reports at least the state. */
export interface SeenDispute extends Omit<GatewayDispute, 'submissionId' | 'amount' | 'currency'> {
  readonly amount: string | null;
  readonly currency: string | null;
}

type DisputedOrder = Pick<
  OrderTable,
  'game_index' | 'appid' | 'order_id' | 'gateway' | 'player_id'
>;

/** What the gateway says of a dispute that is stored; our own part of the row stays. */
const SHOWN = [
  'state',
  'inquiry',
  'due_at',
  'submissions',
  'read_at',
] as const satisfies readonly (keyof DisputeTable)[];

/** Left out of a report of the end. */
const DESCRIBED = [
  'reason',
  'network_reason',
  'amount',
  'currency',
] as const satisfies readonly (keyof DisputeTable)[];

const UPDATE = `on conflict (game_index, appid, dispute_id) do update set
  ${SHOWN.map((column) => `${column} = excluded.${column}`).join()},
  ${DESCRIBED.map((column) => `${column} = coalesce(excluded.${column}, dispute.${column})`).join()},
  decided_at = case when excluded.decided_at is null then null
    else coalesce(dispute.decided_at, excluded.decided_at) end
  where dispute.read_at <= excluded.read_at`;

export async function keepDisputes(
  db: Db,
  order: DisputedOrder,
  disputes: readonly SeenDispute[],
  readAt: number,
): Promise<void> {
  if (disputes.length === 0 || order.gateway === null) return;
  const { game_index, appid, order_id, player_id, gateway } = order;
  const rows = disputes.map((dispute) => ({
    ...{ game_index, appid, dispute_id: dispute.id, gateway, order_id, player_id },
    ...shownOf(dispute, readAt),
    opened_at: dispute.openedAt,
    ...UNANSWERED,
  }));
  await insertRows(db, 'dispute', rows, UPDATE);
}

const shownOf = (dispute: SeenDispute, readAt: number) => ({
  state: dispute.state,
  inquiry: dispute.inquiry ? (1 as const) : (0 as const),
  reason: dispute.reason,
  network_reason: dispute.networkReason,
  amount: dispute.amount,
  currency: dispute.currency,
  due_at: dispute.dueAt,
  submissions: dispute.submissions,
  read_at: readAt,
  decided_at: dispute.state === 'open' || dispute.state === 'sent' ? null : readAt,
});

const UNANSWERED = {
  draft: null,
  version: 0,
  edited_at: null,
  edited_by: null,
  sending: 'unsent',
  submission_id: null,
  evidence: null,
  sent_at: null,
  sent_by: null,
  settled_at: null,
  refusal: null,
} as const;
