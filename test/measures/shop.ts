// What the tests of measures share: an app with a rule, players who buy, and markets that report.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Cancellation } from '../../src/payment/markets/cancellation.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { admin } from '../admin/caller.ts';
import { openLedger } from '../payment/queries/records.ts';
import { newPlayer, POLICY_TYPE } from '../restriction/players.ts';
import type { Gate } from '../support/harness.ts';

export const DAY = 86_400_000;
export const REFUND_RULE = {
  name: 'Refunds',
  when: { causes: ['refund'] },
  measure: { action: 'restrict', block_type: 1, steps: [{ period_days: 7 }, { permanent: true }] },
};

export const refund = (state: 'given' | 'restored', reportedAt?: number): Cancellation => ({
  kind: 'refund',
  state,
  ...(reportedAt !== undefined && { reportedAt }),
});
/** Of a part; null: the market does not say how much. */
export const partRefund = (amount: string | null, reportedAt: number): Cancellation => ({
  kind: 'refund',
  state: 'partial',
  amount,
  reportedAt,
});
export const dispute = (state: 'open' | 'won' | 'lost', id = 'dp_1'): Cancellation => ({
  kind: 'dispute',
  id,
  state,
});

export interface Customer {
  readonly playerId: bigint;
  readonly account: string;
}

export async function openShop(gate: Gate) {
  const ledger = await openLedger(gate);
  const { app } = ledger;
  const { appid } = app;
  const path = `/apps/${appid}`;
  const { payment, measures } = gate.service;
  await admin(gate, 'POST', `${path}/types`, POLICY_TYPE);

  async function rule(input: object = REFUND_RULE, state = 'on'): Promise<string> {
    const created = await admin(gate, 'POST', `${path}/measures/rules`, input);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { rule_id } = created.body;
    if (state !== 'watch') {
      await admin(gate, 'POST', `${path}/measures/rules/${rule_id}/switch`, { state });
    }
    return rule_id;
  }

  /** With a token of now. */
  const login = async (player_id: bigint, more: object = {}) =>
    gate.post(
      '/auth/v1/login',
      { appid, player_id, ...more },
      { authorization: `Bearer ${await gate.token(app)}` },
    );

  return {
    app,
    ledger,
    path,
    rule,
    async customer(): Promise<Customer> {
      const customer = { playerId: BigInt(newPlayer()), account: randomUUID() };
      const { body } = await login(customer.playerId, { account_uuid: customer.account });
      assert.deepEqual(body.restriction, null);
      return customer;
    },
    login,
    buy: ({ account }: Pick<Customer, 'account'>, fields: Partial<PurchaseTable> = {}) =>
      ledger.record({ account_uuid: account, ...fields }),
    report: ({ provider, unique_key }: PurchaseTable, report: Cancellation) =>
      payment.ledger.apply({
        appid,
        cancellations: [{ purchase: { provider, unique_key }, report }],
      }),
    turn: () => measures.turn(),
    async effects({ playerId }: Pick<Customer, 'playerId'>) {
      const { body } = await admin(gate, 'GET', `${path}/measures/effects?player_id=${playerId}`);
      return body.items.toReversed();
    },
    async restriction({ playerId }: Pick<Customer, 'playerId'>) {
      const { body } = await admin(gate, 'GET', `${path}/players/${playerId}`);
      return body.restriction;
    },
    async history({ playerId }: Pick<Customer, 'playerId'>) {
      const { body } = await admin(gate, 'GET', `${path}/players/${playerId}/history`);
      return body.items.toReversed();
    },
  };
}

/** Status, flag, step and end of effects. */
export const short = (
  effects: readonly {
    status: string;
    flag: string | null;
    step: number | null;
    end_reason: string | null;
  }[],
) => effects.map(({ status, flag, step, end_reason }) => [status, flag, step, end_reason]);
