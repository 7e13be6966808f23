// A restricted player who owes, for tests of who may call what.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openLedger } from '../payment/queries/records.ts';
import { logIn, newPlayer, registerType, restrict } from '../restriction/players.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { refund } from './shop.ts';

/** The debt token of a new player. */
export async function debtToken(gate: Gate, app: TestApp): Promise<string> {
  const ledger = await openLedger(gate, app);
  const [player, account_uuid] = [newPlayer(), randomUUID()];
  await logIn(gate, app, player, { account_uuid });
  await ledger.report(await ledger.record({ account_uuid }), refund('given'));
  await gate.service.measures.turn();
  const block_type = await registerType(gate, app);
  await restrict(gate, app, player, { status: 'P', block_type });
  const { debt_token } = await logIn(gate, app, player, { account_uuid });
  assert.equal(typeof debt_token, 'string');
  return debt_token;
}
