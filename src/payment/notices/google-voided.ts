// Polls Google's list of voided purchases for refunds without a notification.
import type { Clock } from '../../base/clock.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { Storage } from '../../storage/storage.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findCancellations, findPaidBy } from '../ledger/purchases-store.ts';
import { isCancelling } from '../markets/cancellation.ts';
import { VOID_JOB, type VoidPayload } from '../markets/google/notice.ts';
import { type PlayVoid, voidReport } from '../markets/google/refunds.ts';
import type { googleShapes } from '../markets/google/settings.ts';
import type { ReadVoided } from '../markets/google/voided.ts';
import type { FollowUp } from '../markets/market.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Google lists the last 30 days. */
const REACH_MS = 30 * DAY_MS - MINUTE_MS;
/** The list is ordered by Google's clock, and entries may appear late. */
const OVERLAP_MS = 60 * MINUTE_MS;

export interface VoidedListDeps {
  readonly readVoided: ReadVoided;
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export function googleVoided(deps: VoidedListDeps): PollSource<typeof googleShapes> {
  const { readVoided, storage, ledger, clock } = deps;

  async function record({ appid, gameIndex }: AppName, voids: readonly PlayVoid[]): Promise<void> {
    const app = { appid, gameIndex };
    const orders = voids.map(({ orderId }) => orderId);
    const names = orders.map((unique_key) => ({ provider: 'GOOGLE', unique_key }) as const);
    const goods = await findGoods(storage.db, { ...app, orders });
    const lines = await findPaidBy(storage.db, app, names);
    const reports = await findCancellations(storage.db, app, [...names, ...lines]);
    const whole = new Set([
      ...goods.map(({ unique_key }) => unique_key),
      ...lines.filter(({ kind }) => kind !== 'subscription').map((row) => row.payment_key),
    ]);
    // A void of a cycle may pay out only the rest of its period, which the order says, and what is not on record may
    // be a cycle; pieces are counted by reading the purchase.
    const isRead = ({ orderId, isPartial }: PlayVoid) => isPartial || !whole.has(orderId);
    // The overlap must not read it again and again.
    const isKnown = ({ orderId, isPartial, at }: PlayVoid): boolean =>
      reports.some(
        (report) =>
          report.unique_key.split(' ', 1)[0] === orderId &&
          (isPartial ? report.state !== 'pending' : isCancelling(report)) &&
          report.last_at >= (at ?? 0),
      );
    const jobs = voids.filter((each) => isRead(each) && !isKnown(each)).map(voidJob);
    const cancellations = voids
      .filter((each) => !isRead(each))
      .map((voided) => ({
        purchase: { provider: 'GOOGLE', unique_key: voided.orderId } as const,
        report: voidReport(voided, undefined),
      }));
    await ledger.apply({ appid, cancellations, jobs });
  }

  return {
    source: 'google.voided',
    market: 'GOOGLE',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const end = clock();
      const start = Math.max(position - OVERLAP_MS, end - REACH_MS);
      let next: string | undefined;
      do {
        const page = await readVoided(app, { start, end, next });
        if ('unavailable' in page) return page;
        if (page.voids.length > 0) await record(app, page.voids);
        next = page.next;
      } while (next !== undefined);
      return { position: end };
    },
  };
}

function voidJob(voided: PlayVoid): FollowUp {
  const payload: VoidPayload = voided;
  return { kind: VOID_JOB, id: `${VOID_JOB} ${voided.orderId} ${voided.at}`, payload };
}

/** Single purchases. */
const findGoods = statement((db, $: Params<AppName & { orders: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select('unique_key')
    .where('provider', '=', 'GOOGLE')
    .where('kind', '!=', 'subscription')
    .where('unique_key', 'in', $.orders),
);
