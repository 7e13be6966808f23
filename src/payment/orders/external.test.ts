// Cases of when a token without a sale is reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenJobs } from './external.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;
const APP = { appid: 'castle', gameIndex: 7 };
const APPLE = { external_market: 'APPLE', external_token: 'T1', external_token_at: NOW } as const;

test('a token of Apple is looked at after the days of the app, and an hour after the order at the earliest', () => {
  for (const [createdAt, waitDays, dueAt] of [
    [NOW, 5, NOW + 5 * DAY],
    [NOW - 2 * DAY, 5, NOW + 3 * DAY],
    [NOW - 5 * DAY + HOUR, 5, NOW + HOUR],
    [NOW - 5 * DAY + HOUR - 1, 5, NOW + HOUR],
    [NOW - 9 * DAY, 5, NOW + HOUR],
    [NOW - 9 * DAY, 1, NOW + HOUR],
    [NOW, 8, NOW + 8 * DAY],
  ] as const) {
    const visit = { ...APPLE, external_token_at: createdAt };
    assert.deepEqual(tokenJobs(APP, visit, waitDays, NOW), [
      {
        ...APP,
        kind: 'external.token',
        id: 'external.token T1',
        payload: { externalPurchaseId: 'T1', createdAt },
        dueAt,
      },
    ]);
  }
  const [undated] = tokenJobs(APP, { ...APPLE, external_token_at: null }, 5, NOW);
  assert.equal(undated?.dueAt, NOW + 5 * DAY);
});

test('without a token of Apple there is nothing to report', () => {
  const google = { ...APPLE, external_market: 'GOOGLE' } as const;
  const none = { external_market: null, external_token: null, external_token_at: null };
  const empty = { ...APPLE, external_token: null };
  for (const visit of [google, none, empty]) assert.deepEqual(tokenJobs(APP, visit, 5, NOW), []);
});
