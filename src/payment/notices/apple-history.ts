// Reads Apple's notification history for notifications that failed to arrive, for example during an outage.
import type { Clock } from '../../base/clock.ts';
import { type AppleApi, appleCredentials } from '../markets/apple/api.ts';
import type { AppleApp } from '../markets/apple/apple.ts';
import { type Fields, listOf, textOf } from '../markets/fields.ts';
import type { Unavailable } from '../markets/market.ts';
import type { Notices } from './notices.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Apple keeps the history for 180 days. */
const REACH_MS = 179 * DAY_MS;
/** Apple lists a notification as failed some time after signing it. */
const OVERLAP_MS = DAY_MS;

export interface AppleHistoryDeps {
  readonly api: AppleApi;
  readonly notices: Notices;
  readonly clock: Clock;
}

export function appleHistory({ api, notices, clock }: AppleHistoryDeps): PollSource<'APPLE'> {
  async function readPage(app: AppleApp, range: object, token: string | undefined) {
    const page = token === undefined ? '' : `?paginationToken=${encodeURIComponent(token)}`;
    const environment = app.environment === 'production' ? 'Production' : 'Sandbox';
    const path = `/inApps/v1/notifications/history${page}`;
    const answer = await api.search(app, environment, 'history', path, range);
    return 'status' in answer
      ? {
          unavailable: `the App Store rejected the notification history call with ${answer.errorCode ?? answer.status}`,
        }
      : answer;
  }

  /** Handled like a received notification, so duplicates are dropped. */
  async function receive(app: AppleApp, body: Fields): Promise<Unavailable | undefined> {
    for (const { signedPayload } of listOf(body.notificationHistory)) {
      const reception = await notices.apple(app.appid, JSON.stringify({ signedPayload }));
      if (typeof reception === 'object') return reception;
    }
    return undefined;
  }

  return {
    source: 'apple.history',
    market: 'APPLE',
    everyMs: 15 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      if (!appleCredentials(app)) return { position: now };
      const startDate = Math.max(position - OVERLAP_MS, now - REACH_MS);
      const range = { startDate, endDate: now, onlyFailures: true };
      let token: string | undefined;
      do {
        const answer = await readPage(app, range, token);
        if ('unavailable' in answer) return answer;
        const trouble = await receive(app, answer.body);
        if (trouble) return trouble;
        token = answer.body.hasMore === true ? textOf(answer.body.paginationToken) : undefined;
      } while (token !== undefined);
      return { position: now };
    },
  };
}
