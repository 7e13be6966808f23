// Acknowledges or consumes a recorded purchase at Google, with retries until its three days are over.

import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import { addActivity } from '../ledger/activity.ts';
import { findPurchases, lineOf } from '../ledger/purchases-store.ts';
import type { GrantPayload } from '../markets/google/google.ts';
import type { GooglePlay } from '../markets/google/play.ts';
import { isGranted } from '../markets/google/purchase.ts';
import type { GoogleApp } from '../markets/google/settings.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export interface AcknowledgeDeps {
  readonly db: Db;
  readonly play: GooglePlay;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
}

const DAY_MS = 24 * 60 * 60_000;
/** Google refunds unacknowledged purchases after three days, so later attempts are useless. */
const GIVE_UP_MS = 4 * DAY_MS;

export function acknowledgeJob({ db, play, clock, marketApps }: AcknowledgeDeps): JobHandler {
  async function noteGranted({ appid, gameIndex, payload }: Job): Promise<'done'> {
    const { grant, uniqueKey, productId } = payload as GrantPayload;
    const kind = grant === 'consume' ? 'purchase.consumed' : 'purchase.acknowledged';
    const name = { provider: 'GOOGLE', unique_key: uniqueKey } as const;
    const names = [name, lineOf(name, productId)];
    const recorded = await findPurchases(db, { appid, gameIndex }, names);
    const line = recorded.find(({ product_id }) => product_id === productId);
    const subject = line?.unique_key ?? uniqueKey;
    const purchase = { game_index: gameIndex, appid, provider: 'GOOGLE', subject } as const;
    await addActivity(db, [{ ...purchase, kind, reference: '', at: clock() }]);
    return 'done';
  }

  return async (job) => {
    const app = await marketApps(job.appid, 'GOOGLE');
    const granted = app ? await acknowledge(play, app, job) : noSettings;
    const outcome = granted === 'granted' ? await noteGranted(job) : granted;
    const goesOn = outcome !== 'done' && 'retry' in outcome;
    const isLate = clock() - job.createdAt > GIVE_UP_MS;
    return goesOn && isLate ? { giveUp: outcome.retry } : outcome;
  };
}

const noSettings: JobOutcome = { retry: 'the app has no settings for GOOGLE' };

async function acknowledge(
  play: GooglePlay,
  app: GoogleApp,
  job: Job,
): Promise<'granted' | JobOutcome> {
  const { grant, uniqueKey: _, ...name } = job.payload as GrantPayload;
  const granted = await play.grant(app, grant, name);
  if (granted === 'done') return 'granted';
  if ('unavailable' in granted) return { retry: granted.unavailable };

  // Rejected: an earlier call may have succeeded without its answer arriving, or the purchase was refunded.
  const purchase = await play.purchase(app, name);
  if ('unavailable' in purchase) return { retry: purchase.unavailable };
  if ('rejected' in purchase) return { giveUp: purchase.detail };
  if (isGranted(purchase, grant)) return 'granted';
  return purchase.state === 'CANCELLED' ? 'done' : { retry: granted.detail };
}
