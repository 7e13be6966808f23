// Store notifications: authenticates, stores and applies each once, and answers when that is durable.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { unclaimedSale } from '../ledger/new-purchase.ts';
import {
  findNotice,
  isErased,
  markNotice,
  type NewNotice,
  type Notice,
  type NoticeName,
} from '../ledger/notices-store.ts';
import type { PurchaseUpdate } from '../ledger/purchases.ts';
import { parseFields, textOf } from '../markets/fields.ts';
import type { Market, MarketApp, Unavailable } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import type { NoticeReader, ReadNotice } from '../markets/notice.ts';
import { pg } from '../markets/pg/market.ts';
import { atGateways, type PgApp } from '../markets/pg/settings.ts';
import type { HandledNotice, PgOrders } from '../orders/pg.ts';
import type { PaymentMetrics } from '../outcomes/metrics.ts';
import type { MarketApps } from '../settings/market-apps.ts';

/** `foreign`: authentic, but for another app, so it is acknowledged and dropped. */
export type NoticeOutcome = 'received' | 'foreign' | 'forged' | 'no such app' | Unavailable;

export interface Came {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Notices {
  /** The markets whose notifications arrive here; gateways have their own way in. */
  readonly markets: readonly Market[];
  receive(market: Market, appid: string, came: Came): Promise<NoticeOutcome>;
  /** Stores a gateway webhook that was handled already. */
  keepPg(appid: string, notice: Came & { readonly outcome: HandledNotice }): Promise<void>;
  /** Applies a stored notification again. */
  readonly replay: JobHandler;
}

export interface NoticeDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  readonly metrics: PaymentMetrics;
  readonly ledger: Ledger;
  readonly readers: ReadonlyMap<Market, NoticeReader>;
  readonly pg: Pick<PgOrders, 'readNoticed'>;
  readonly publicUrl: string;
}

export const REPLAY_JOB = 'notice.replay';

export function createNotices(deps: NoticeDeps): Notices {
  const { storage, clock, log, marketApps, metrics, ledger, readers } = deps;

  const count = ({ provider, kind, state }: NewNotice, isNew: boolean): void =>
    metrics.notice(provider, kind, isNew ? state : 'repeated');

  async function read(
    reader: NoticeReader,
    market: Market,
    app: MarketApp,
    { body, headers }: Came,
  ): ReturnType<NoticeReader['read']> {
    const address = `${deps.publicUrl}/market/v1/${marketOf(market).notices?.path}/${app.appid}`;
    const sender = await reader.authenticate?.(app, headers, address, body);
    if (sender !== undefined && sender !== 'genuine') return sender;
    return reader.read(app, body, clock(), '');
  }

  /** A stored webhook does not say which gateway sent it; only that one finds an order in it. */
  async function readAtGateways(app: PgApp, body: string): Promise<HandledNotice | Unavailable> {
    const { readNoticed } = deps.pg;
    for (const at of atGateways(app).slice(1)) {
      const seen = await readNoticed(at, body);
      if ('unavailable' in seen || seen.handled !== null) return seen;
    }
    return readNoticed(app, body);
  }

  /** The app server has heard of it the first time, so its alerts are not sent again. */
  async function replayed(notice: Notice): Promise<NoticeOutcome> {
    const { appid, provider, body } = notice;
    const app = await marketApps(appid, provider);
    if (!app) return 'no such app';
    const reader = readers.get(provider);
    if (!reader) {
      const seen = await readAtGateways(app as PgApp, body);
      if ('unavailable' in seen) return seen;
      await markNotice(storage.db, notice, seen.state);
      return 'received';
    }
    const now = clock();
    const reading = await reader.read(app, body, now, ` ${now}`);
    if (typeof reading === 'string') {
      await markNotice(storage.db, notice, 'failed');
      return 'received';
    }
    if ('unavailable' in reading) return reading;
    const { subscriptions, cancellations, jobs, state } = reading;
    const purchases = salesIn(appid, reading, now);
    await ledger.apply({ appid, purchases, subscriptions, cancellations, jobs });
    // Its jobs set the state when they are done.
    if (state !== 'waiting') await markNotice(storage.db, notice, state);
    return 'received';
  }

  return {
    markets: [...readers.keys()],
    async receive(market, appid, came) {
      const reader = readers.get(market);
      const app = await marketApps(appid, market);
      if (!app || !reader) return 'no such app';
      const reading = await read(reader, market, app, came);
      if (typeof reading === 'string') {
        metrics.notice(market, 'any', reading);
        if (reading === 'forged') log.warn({ app: appid, provider: market }, NOT_AUTHENTIC);
        return reading;
      }
      if ('unavailable' in reading) return reading;
      const { subscriptions, cancellations, alerts, jobs } = reading;
      const events = (reading.events ?? []).map(({ type, subject, details }) => ({
        type,
        about: { provider: market, subject },
        data: { appid, providerId: market, ...details },
      }));
      const now = clock();
      const notice = recordOf(appid, market, came.body, reading, now);
      const purchases = salesIn(appid, reading, now);
      const updates = { purchases, subscriptions, cancellations, alerts, events, jobs };
      const { isNew } = await ledger.apply({ appid, notice, ...updates });
      count(notice, isNew);
      return 'received';
    },
    async keepPg(appid, { body, headers, outcome }) {
      const about = gatewayNotice(body, headers, outcome);
      const notice = recordOf(appid, pg.code, outcome.kept, about, clock());
      const { isNew } = await ledger.apply({
        appid,
        notice,
        alerts: outcome.alerts,
        events: outcome.events,
      });
      count(notice, isNew);
    },
    async replay(job) {
      const notice = await findNotice(storage.db, {
        ...(job.payload as NoticeName),
        game_index: job.gameIndex,
      });
      if (!notice) return 'done';
      // Erased since the replay was asked for.
      if (isErased(notice)) {
        await markNotice(storage.db, notice, 'kept');
        return 'done';
      }
      const outcome = await replayed(notice);
      if (outcome === 'received') return 'done';
      return { retry: typeof outcome === 'object' ? outcome.unavailable : outcome };
    },
  };
}

const salesIn = (appid: string, { sales = [] }: ReadNotice, now: number): PurchaseUpdate[] =>
  sales.map(({ accepted, receipt }) => unclaimedSale(appid, accepted, receipt, now));

const NOT_AUTHENTIC = 'store notification rejected: not authentic or not for this app';

const recordOf = (
  appid: string,
  provider: Market,
  body: string,
  { id, kind, state, reportedAt, subject }: Omit<Recorded, 'reportedAt'> & Partial<Recorded>,
  now: number,
): NewNotice => ({
  appid,
  provider,
  notice_id: id,
  kind,
  state,
  body,
  said_at: reportedAt ?? now,
  received_at: now,
  subject,
});

type Recorded = Pick<ReadNotice, 'id' | 'kind' | 'reportedAt' | 'subject'> &
  Pick<NewNotice, 'state'>;

/** Stripe and PayPal have the id in the body, Standard Webhooks in a header. */
function gatewayNotice(
  body: string,
  headers: IncomingHttpHeaders,
  { state, handled }: HandledNotice,
): Omit<Recorded, 'reportedAt'> {
  const event = parseFields(body);
  return {
    id: textOf(event?.id) ?? textOf(headers['webhook-id']) ?? hash('sha256', body, 'hex'),
    kind: textOf(event?.type) ?? textOf(event?.event_type) ?? 'unknown',
    state,
    subject: handled,
  };
}
