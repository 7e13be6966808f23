// Tells the studio that a purchase of its own market is recorded.
import type { Job, JobHandler } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { addActivity } from '../ledger/activity.ts';
import type { AskStudio } from '../markets/custom/api.ts';
import type { AcknowledgePayload } from '../markets/custom/custom.ts';
import { textOf } from '../markets/fields.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { type Looked, outcomeOf } from './read-job.ts';

export interface CustomAcknowledgeDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly ask: AskStudio;
}

const GIVE_UP_MS = 4 * 24 * 60 * 60_000;
/** It is logged. */
const REASON_LENGTH = 200;

export function customAcknowledgeJob(deps: CustomAcknowledgeDeps): JobHandler {
  const { storage, clock, marketApps, ask } = deps;

  async function acknowledge(job: Job): Promise<Looked> {
    const { appid, gameIndex: game_index } = job;
    const app = await marketApps(appid, 'CUSTOM');
    if (!app) return { unavailable: 'the app has no settings for CUSTOM' };
    const payload = job.payload as AcknowledgePayload;
    const answer = await ask(app, 'acknowledge', payload);
    if ('unavailable' in answer) return answer;
    const { acknowledged, reason } = answer.found;
    if (acknowledged !== true) {
      const detail =
        textOf(reason)?.slice(0, REASON_LENGTH) ?? 'The studio does not acknowledge it.';
      return { rejected: 'INVALID_RECEIPT', detail };
    }
    const subject = payload.transactionId;
    const purchase = { game_index, appid, provider: 'CUSTOM', subject } as const;
    const done = { kind: 'purchase.acknowledged', reference: '', at: clock() } as const;
    await addActivity(storage.db, [{ ...purchase, ...done }]);
    return 'done';
  }

  return async (job) => outcomeOf(job, await acknowledge(job), GIVE_UP_MS, clock());
}
