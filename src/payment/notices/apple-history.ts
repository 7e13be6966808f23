// Reads Apple's notification history for notifications that failed to arrive, for example during an outage.
import type { Clock } from '../../base/clock.ts';
import { type AppleApi, type AppleEnvironment, appleCredentials } from '../markets/apple/api.ts';
import type { AppleApp, appleShapes } from '../markets/apple/settings.ts';
import { acceptedEnvironments } from '../markets/apple/transaction.ts';
import { type Fields, listOf, textOf } from '../markets/fields.ts';
import type { Unavailable } from '../markets/market.ts';
import type { Notices } from './notices.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Apple rejects a start more than 180 days back, in the sandbox 30. */
const REACH_MS = { Production: 179 * DAY_MS, Sandbox: 29 * DAY_MS };
/** Apple lists a notification as failed some time after signing it. */
const OVERLAP_MS = DAY_MS;

export interface AppleHistoryDeps {
  readonly api: AppleApi;
  readonly notices: Notices;
  readonly clock: Clock;
}

export function appleHistory({
  api,
  notices,
  clock,
}: AppleHistoryDeps): PollSource<typeof appleShapes> {
  async function readPage(
    app: AppleApp,
    environment: AppleEnvironment,
    range: object,
    token: string | undefined,
  ) {
    const page = token === undefined ? '' : `?paginationToken=${encodeURIComponent(token)}`;
    const path = `/inApps/v1/notifications/history${page}`;
    const answer = await api.search(app, environment, 'history', path, range);
    return 'status' in answer
      ? {
          unavailable: `the ${environment} App Store rejected the notification history call with ${answer.errorCode ?? answer.status}`,
        }
      : answer;
  }

  /** Handled like a received notification, so duplicates are dropped. */
  async function receive(app: AppleApp, body: Fields): Promise<Unavailable | undefined> {
    for (const { signedPayload } of listOf(body.notificationHistory)) {
      const body = JSON.stringify({ signedPayload });
      const reception = await notices.receive('APPLE', app.appid, { body, headers: {} });
      if (typeof reception === 'object') return reception;
    }
    return undefined;
  }

  async function readEnvironment(
    app: AppleApp,
    environment: AppleEnvironment,
    position: number,
    now: number,
  ): Promise<Unavailable | undefined> {
    const startDate = Math.max(position - OVERLAP_MS, now - REACH_MS[environment]);
    const range = { startDate, endDate: now, onlyFailures: true };
    let token: string | undefined;
    do {
      const answer = await readPage(app, environment, range, token);
      if ('unavailable' in answer) return answer;
      const trouble = await receive(app, answer.body);
      if (trouble) return trouble;
      token = answer.body.hasMore === true ? textOf(answer.body.paginationToken) : undefined;
    } while (token !== undefined);
    return undefined;
  }

  return {
    source: 'apple.history',
    market: 'APPLE',
    everyMs: 15 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      if (!appleCredentials(app)) return { position: now };
      let trouble: Unavailable | undefined;
      // One environment that fails does not keep the other from being read.
      for (const environment of acceptedEnvironments(app)) {
        const failed = await readEnvironment(app, environment, position, now);
        trouble ??= failed;
      }
      return trouble ?? { position: now };
    },
  };
}
