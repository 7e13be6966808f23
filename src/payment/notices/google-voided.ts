// Polls Google's list of voided purchases for refunds without a notification.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../markets/fields.ts';
import type { GoogleApi, GoogleApp } from '../markets/google/api.ts';
import type { FollowUp } from '../markets/market.ts';
import { VOID_JOB, type VoidPayload } from './google.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Google lists the last 30 days. */
const REACH_MS = 30 * DAY_MS - MINUTE_MS;
/** The list is ordered by Google's clock, and entries may appear late. */
const OVERLAP_MS = 60 * MINUTE_MS;

export interface VoidedListDeps {
  readonly ask: GoogleApi;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export function googleVoided({
  ask,
  storage,
  ledger,
  clock,
}: VoidedListDeps): PollSource<'GOOGLE'> {
  async function readPage(app: GoogleApp, start: number, end: number, token: string | undefined) {
    const range = new URLSearchParams({
      startTime: String(start),
      endTime: String(end),
      // Includes subscriptions.
      type: '1',
      maxResults: '1000',
      ...(token !== undefined && { token }),
    });
    const answer = await ask(app, {
      operation: 'google.voidedpurchases.list',
      method: 'GET',
      path: `/purchases/voidedpurchases?${range}`,
    });
    return 'error' in answer
      ? {
          unavailable: `Google Play rejected the voided purchases call with ${answer.error} ${answer.reason ?? ''}`,
        }
      : answer;
  }

  /** Only recorded purchases that are not cancelled yet are read again. */
  async function lookAt(appid: string, entries: readonly Fields[]): Promise<void> {
    const named = new Map(entries.map((entry) => [orderOf(entry), entry]));
    const known = await findUncancelled(storage.db, { appid, orders: [...named.keys()] });
    const jobs = known.map(({ unique_key }) => voidJob(unique_key, named.get(unique_key) ?? {}));
    if (jobs.length > 0) await ledger.apply({ appid, jobs });
  }

  return {
    source: 'google.voided',
    market: 'GOOGLE',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      const start = Math.max(position - OVERLAP_MS, now - REACH_MS);
      let token: string | undefined;
      do {
        const answer = await readPage(app, start, now, token);
        if ('unavailable' in answer) return answer;
        const entries = listOf(answer.found.voidedPurchases);
        if (entries.length > 0) await lookAt(app.appid, entries);
        token = textOf(fieldsOf(answer.found.tokenPagination)?.nextPageToken);
      } while (token !== undefined);
      return { position: now };
    },
  };
}

const orderOf = ({ orderId, purchaseToken }: Fields): string =>
  textOf(orderId) ?? String(purchaseToken);

function voidJob(orderId: string, { purchaseToken, voidedTimeMillis }: Fields): FollowUp {
  const payload: VoidPayload = { orderId, purchaseToken: String(purchaseToken) };
  return { kind: VOID_JOB, id: `${VOID_JOB} ${orderId} ${voidedTimeMillis}`, payload };
}

const findUncancelled = statement((db, $: Params<{ appid: string; orders: readonly string[] }>) =>
  db
    .selectFrom('purchase')
    .select('unique_key')
    .where('appid', '=', $.appid)
    .where('provider', '=', 'GOOGLE')
    .where('cancel_state', '=', 0)
    .where('unique_key', 'in', $.orders),
);
