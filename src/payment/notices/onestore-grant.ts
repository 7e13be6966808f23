// Acknowledges or consumes a recorded purchase at ONE store.
import type { Job, JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { addActivity } from '../ledger/activity.ts';
import type { Onestore } from '../markets/onestore/api.ts';
import { type GrantPayload, isGranted } from '../markets/onestore/onestore.ts';
import type { OnestoreApp } from '../markets/onestore/settings.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { type Looked, outcomeOf } from './read-job.ts';

export interface OnestoreGrantDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly api: Onestore;
}

const DAY_MS = 24 * 60 * 60_000;
/** ONE store refunds what is not granted after three days, so later attempts are useless. */
const GIVE_UP_MS = 4 * DAY_MS;

export function onestoreGrantJob(deps: OnestoreGrantDeps): JobHandler {
  const { storage, clock, marketApps, api } = deps;

  async function grant(app: OnestoreApp, job: Job): Promise<Looked> {
    const { grant: wanted, purchaseId, ...name } = job.payload as GrantPayload;
    const granted = await api.grant(app, wanted, name);
    if (granted !== 'done') {
      if ('unavailable' in granted) return granted;
      // An earlier call may have succeeded without its answer arriving, or the purchase was cancelled.
      const purchase = await api.purchase(app, name);
      if (!('purchaseId' in purchase)) return purchase;
      if (purchase.isCancelled) return 'done';
      if (!isGranted(purchase, wanted)) return { unavailable: granted.detail };
    }
    const { appid, gameIndex: game_index } = job;
    const kind = wanted === 'consume' ? 'purchase.consumed' : 'purchase.acknowledged';
    const purchase = { game_index, appid, provider: 'ONESTORE', subject: purchaseId } as const;
    await addActivity(storage.db, [{ ...purchase, kind, reference: '', at: clock() }]);
    return 'done';
  }

  return async (job) => {
    const app = await marketApps(job.appid, 'ONESTORE');
    const result = app ? await grant(app, job) : noSettings;
    return outcomeOf(job, result, GIVE_UP_MS, clock());
  };
}

const noSettings = { unavailable: 'the app has no settings for ONESTORE' };
