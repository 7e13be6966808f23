// Orders for the conformance kit: their receipts are sealed by Tollgate.
import assert from 'node:assert/strict';
import type { Json, Sale, Stage } from './driver.ts';
import { ACCOUNT, GEMS } from './stage.ts';

export async function openOrder(stage: Stage, path: string, fields: object): Promise<Json> {
  const player = await stage.login(ACCOUNT);
  const { status, body } = await stage.gate.post(path, { productId: GEMS, ...fields }, player);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** As restore would give it, also to who has not paid. */
export async function orderSale({ gate, app }: Stage, orderId: string): Promise<Sale> {
  const { book } = gate.service.payment.orders;
  const order = await book.find(app, orderId);
  assert.ok(order);
  return { receipt: book.receiptOf(order), id: orderId, transactionId: orderId };
}

const swap = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

export const forgeSealed = ({ receipt, id }: Sale): readonly string[] => [
  id,
  receipt.slice(3),
  receipt.slice(0, -1),
  `${receipt}A`,
  swap(receipt, 5),
  swap(receipt, Math.floor(receipt.length / 2)),
];
