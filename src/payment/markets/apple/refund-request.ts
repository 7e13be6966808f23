// A buyer asked Apple for a refund (CONSUMPTION_REQUEST): what the app server learns, and the job that answers Apple.
import { type Fields, textOf } from '../fields.ts';
import type { ReadNotice } from '../notice.ts';
import type { AppleEnvironment } from './api.ts';
import { appleKey } from './transaction.ts';

export const REFUND_REQUEST_JOB = 'apple.refund_request';

/** Then Apple decides without an answer. */
export const ANSWER_WITHIN_MS = 12 * 60 * 60_000;

export interface RefundRequest {
  readonly transactionId: string;
  readonly environment: AppleEnvironment;
  readonly askedAt: number;
}

export function readRefundRequest(
  data: Fields,
  transaction: Fields,
  { id, at }: { readonly id: string; readonly at: number },
): Pick<ReadNotice, 'alerts' | 'jobs'> | undefined {
  const transactionId = textOf(transaction.transactionId);
  if (transactionId === undefined) return undefined;
  const environment = transaction.environment === 'Production' ? 'Production' : 'Sandbox';
  const unique_key = appleKey(environment, transactionId);
  const refundRequest = {
    reason: textOf(data.consumptionRequestReason) ?? null,
    date: at,
    answerBy: at + ANSWER_WITHIN_MS,
  };
  const payload: RefundRequest = { transactionId, environment, askedAt: at };
  return {
    alerts: [
      {
        purchase: { provider: 'APPLE', unique_key },
        type: 'purchase.refund_requested',
        details: { refundRequest },
      },
    ],
    jobs: [{ kind: REFUND_REQUEST_JOB, id: `${REFUND_REQUEST_JOB} ${id}`, payload }],
  };
}
