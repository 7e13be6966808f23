// Store notifications: authenticates, stores and applies each once, and answers when that is durable.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  findNotice,
  isErased,
  markNotice,
  type NewNotice,
  type Notice,
  type NoticeName,
} from '../ledger/notices-store.ts';
import type { MarketApps } from '../market-apps.ts';
import type { AppleSignatures } from '../markets/apple/chain.ts';
import type { AppleApp } from '../markets/apple/transaction.ts';
import { parseFields, textOf } from '../markets/fields.ts';
import type { GooglePush } from '../markets/google/push.ts';
import type { Unavailable } from '../markets/market.ts';
import type { HandledNotice, PgOrders } from '../orders/pg.ts';
import type { PaymentMetrics } from '../outcomes/metrics.ts';
import { readAppleNotice } from './apple.ts';
import { readGoogleNotice } from './google.ts';

/** `foreign`: authentic, but for another app, so it is acknowledged and dropped. */
export type NoticeOutcome = 'received' | 'foreign' | 'forged' | 'no such app' | Unavailable;

export interface Notices {
  apple(appid: string, body: string): Promise<NoticeOutcome>;
  google(appid: string, body: string, authorization: string | undefined): Promise<NoticeOutcome>;
  /** Stores a gateway webhook that was handled already. */
  keepPg(appid: string, notice: PgNotice): Promise<void>;
  /** Applies a stored notification again. */
  readonly replay: JobHandler;
}

export interface PgNotice {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly outcome: HandledNotice;
}

export interface NoticeDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  readonly metrics: PaymentMetrics;
  readonly ledger: Ledger;
  readonly signatures: AppleSignatures;
  readonly push: GooglePush;
  readonly pg: Pick<PgOrders, 'readNoticed'>;
  readonly publicUrl: string;
}

export const REPLAY_JOB = 'notice.replay';

export function createNotices(deps: NoticeDeps): Notices {
  const { storage, clock, log, marketApps, metrics, ledger, signatures, push } = deps;

  const count = ({ provider, kind, state }: NewNotice, isNew: boolean): void =>
    metrics.notice(provider, kind, isNew ? state : 'repeated');

  function forged(appid: string, provider: Notice['provider']): 'forged' {
    metrics.notice(provider, 'any', 'forged');
    log.warn(
      { app: appid, provider },
      'store notification rejected: not authentic or not for this app',
    );
    return 'forged';
  }

  async function handleApple(
    app: AppleApp,
    body: string,
    isReplay = false,
  ): Promise<NoticeOutcome> {
    const now = clock();
    const reading = await readAppleNotice(signatures, app, body, now, isReplay ? ` ${now}` : '');
    if (reading === 'forged') return forged(app.appid, 'APPLE');
    if ('unavailable' in reading) return reading;
    const { notice, alerts, ...updates } = reading;
    // The app server has heard of it the first time.
    const news = isReplay ? {} : { notice, alerts };
    const { isNew } = await ledger.apply({ appid: app.appid, ...updates, ...news });
    if (isReplay) await markNotice(storage.db, notice, notice.state);
    else count(notice, isNew);
    return 'received';
  }

  async function replayed(notice: Notice): Promise<NoticeOutcome> {
    const { appid, provider, body } = notice;
    if (provider === 'APPLE') {
      const app = await marketApps(appid, 'APPLE');
      return app ? handleApple(app, body, true) : 'no such app';
    }
    if (provider === 'PG') {
      const app = await marketApps(appid, 'PG');
      if (!app) return 'no such app';
      const read = await deps.pg.readNoticed(app, body);
      if ('unavailable' in read) return read;
      await markNotice(storage.db, notice, read.state);
      return 'received';
    }
    const app = await marketApps(appid, 'GOOGLE');
    if (!app) return 'no such app';
    const reading = readGoogleNotice(app, body, clock(), ` ${clock()}`);
    if (reading === 'forged' || reading === 'foreign') {
      await markNotice(storage.db, notice, 'failed');
      return 'received';
    }
    await ledger.apply({ appid, jobs: reading.jobs });
    if (reading.jobs.length === 0) {
      await markNotice(storage.db, notice, 'kept');
    }
    return 'received';
  }

  return {
    async apple(appid, body) {
      const app = await marketApps(appid, 'APPLE');
      return app ? handleApple(app, body) : 'no such app';
    },
    async google(appid, body, authorization) {
      const app = await marketApps(appid, 'GOOGLE');
      if (!app) return 'no such app';
      const audience = app.settings.push_audience ?? `${deps.publicUrl}/market/v1/google/${appid}`;
      const sender = await push.check(app, authorization, audience);
      if (typeof sender === 'object') return sender;
      const reading = sender === 'forged' ? 'forged' : readGoogleNotice(app, body, clock());
      if (reading === 'forged') return forged(appid, 'GOOGLE');
      if (reading === 'foreign') {
        metrics.notice('GOOGLE', 'any', 'foreign');
        return reading;
      }
      const { isNew } = await ledger.apply({ appid, ...reading });
      count(reading.notice, isNew);
      return 'received';
    },
    async keepPg(appid, came) {
      const notice = readPgNotice(appid, came, clock());
      const { isNew } = await ledger.apply({ appid, notice, alerts: came.outcome.alerts });
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

/** Stripe has the id in the body, Standard Webhooks in a header. */
function readPgNotice(appid: string, { body, headers, outcome }: PgNotice, now: number): NewNotice {
  const event = parseFields(body);
  return {
    appid,
    provider: 'PG',
    notice_id: textOf(event?.id) ?? textOf(headers['webhook-id']) ?? hash('sha256', body, 'hex'),
    kind: textOf(event?.type) ?? 'unknown',
    state: outcome.state,
    body,
    said_at: now,
    received_at: now,
    subject: outcome.handled,
  };
}
