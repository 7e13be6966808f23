// The order number in Apple's e-mail to the buyer, such as MLY1K2PQ5T. Only Apple knows which transactions it is about.
import { textOf } from '../fields.ts';
import { appleCredentials } from './api.ts';
import type { AppleDeps } from './lookup.ts';
import type { AppleApp } from './settings.ts';
import { acceptedEnvironments, isFailure, openTransaction } from './transaction.ts';

const ORDER_NUMBER = /^M[0-9A-Z]{7,15}$/;

/** The transactions of the order; none for other texts, and while the App Store cannot be asked. */
export const createOrderLookup =
  ({ api, signatures }: Pick<AppleDeps, 'api' | 'signatures'>) =>
  async (app: AppleApp, text: string): Promise<readonly string[]> => {
    const number = text.toUpperCase();
    if (!ORDER_NUMBER.test(number) || !appleCredentials(app)) return [];
    // Apple's sandbox has no such call.
    if (!acceptedEnvironments(app).includes('Production')) return [];
    const path = `/inApps/v1/lookup/${number}`;
    const answer = await api.get(app, 'Production', 'lookup', path);
    const signed = 'body' in answer ? answer.body.signedTransactions : [];
    const payloads = await Promise.all(
      (Array.isArray(signed) ? signed : []).map((jws) =>
        openTransaction(signatures, app, String(jws)),
      ),
    );
    return payloads.flatMap((each) => (isFailure(each) ? [] : (textOf(each.transactionId) ?? [])));
  };
