// What an app server sends of an Amazon purchase: the user and the receipt, as one JSON text.
import { parseFields, textOf } from '../fields.ts';
import type { MarketRejection } from '../market.ts';

export interface AmazonReceipt {
  readonly userId: string;
  readonly receiptId: string;
}

/** Printable ASCII. Amazon issues at most 200 characters. */
const ISSUED = /^[!-~]{1,500}$/;

export function readReceipt(text: string): AmazonReceipt | MarketRejection {
  const fields = parseFields(text);
  const userId = textOf(fields?.userId);
  const receiptId = textOf(fields?.receiptId);
  if (userId === undefined || receiptId === undefined) return neverIssued;
  const isIssued = [userId, receiptId].every((each) => ISSUED.test(each) && !/^\.+$/.test(each));
  return isIssued ? { userId, receiptId } : neverIssued;
}

export const receiptText = ({ userId, receiptId }: AmazonReceipt): string =>
  JSON.stringify({ userId, receiptId });

const neverIssued: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt is not {"userId": "…", "receiptId": "…"} with the values of the device.',
};
