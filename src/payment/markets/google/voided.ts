// Reads Google's list of voided purchases.
import { fieldsOf, listOf, textOf } from '../fields.ts';
import type { Unavailable } from '../market.ts';
import type { GoogleApi } from './api.ts';
import { type PlayVoid, readVoid } from './refunds.ts';
import type { GoogleApp } from './settings.ts';

export interface VoidedRange {
  readonly start: number;
  readonly end: number;
  /** Of the page before. */
  readonly next?: string | undefined;
}

export interface VoidedPage {
  readonly voids: readonly PlayVoid[];
  readonly next: string | undefined;
}

export type ReadVoided = (app: GoogleApp, range: VoidedRange) => Promise<VoidedPage | Unavailable>;

export function createVoidedList(ask: GoogleApi): ReadVoided {
  return async (app, { start, end, next: token }) => {
    const query = new URLSearchParams({
      startTime: String(start),
      endTime: String(end),
      // Includes subscriptions.
      type: '1',
      includeQuantityBasedPartialRefund: 'true',
      maxResults: '1000',
      ...(token !== undefined && { token }),
    });
    const answer = await ask(app, {
      operation: 'google.voidedpurchases.list',
      method: 'GET',
      path: `/purchases/voidedpurchases?${query}`,
    });
    if ('unavailable' in answer) return answer;
    if ('error' in answer) {
      const reason = `${answer.error} ${answer.reason ?? ''}`.trim();
      return { unavailable: `Google Play rejected the voided purchases call with ${reason}` };
    }
    return {
      voids: listOf(answer.found.voidedPurchases)
        .map(readVoid)
        .filter((each) => each !== undefined),
      next: textOf(fieldsOf(answer.found.tokenPagination)?.nextPageToken),
    };
  };
}
