// Orders for the conformance kit: their receipts are sealed by Tollgate.
import assert from 'node:assert/strict';
import type { Sale, Till } from './driver.ts';
import { ACCOUNT, GEMS } from './stage.ts';

/** Its id. */
export async function openOrder(till: Till, path: string, fields: object): Promise<string> {
  const player = await till.login(ACCOUNT);
  const { status, body } = await till.post(path, { productId: GEMS, ...fields }, player);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.orderId;
}

export const orderSale = async (till: Till, id: string): Promise<Sale> => ({
  receipt: await till.receiptOf(id),
  id,
  transactionId: id,
});

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
