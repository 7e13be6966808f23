// Limits as a table: which restrictions they allow, and what they say about the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits } from '../audit/limits.ts';
import { exceptionNotAllowed, notAllowed } from './limits.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const PLACE = { appid: 'game', scope: 'chat', now: NOW };
const terms = (blockType: number, from: number, days: number | null) => ({
  blockType,
  startsAt: NOW + from * DAY,
  endsAt: days === null ? null : NOW + (from + days) * DAY,
});
const TYPES = [
  { appid: 'game', block_type: 1 },
  { appid: 'game', block_type: 3 },
  { appid: 'other', block_type: 2 },
];
const SCOPE = 'Your limits do not allow the scope chat. They allow: trade, ranked.';
const TYPE = 'Your limits do not allow the restriction type 2. They allow: 1, 3.';
const NO_TYPE = 'Your limits do not allow the restriction type 1. They allow: none of this app.';
const LONGER = 'Your limits allow restrictions of at most 7 days, not longer ones.';
const PERMANENT = 'Your limits allow restrictions of at most 7 days, not permanent ones.';

const TABLE: readonly (readonly [Limits | undefined, ReturnType<typeof terms>, string?])[] = [
  [undefined, terms(2, 0, null)],
  [{}, terms(2, 0, null)],
  [{ scopes: ['chat'] }, terms(2, 0, null)],
  [{ scopes: ['trade', 'ranked'] }, terms(1, 0, 1), SCOPE],
  [{ types: TYPES }, terms(3, 0, null)],
  [{ types: TYPES }, terms(2, 0, 1), TYPE],
  [{ types: [{ appid: 'other', block_type: 1 }] }, terms(1, 0, 1), NO_TYPE],
  [{ longest_days: 7 }, terms(1, 0, 7)],
  [{ longest_days: 7 }, terms(1, 0, 7.01), LONGER],
  [{ longest_days: 7 }, terms(1, 0, null), PERMANENT],
  // What is over does not count, what is to come does.
  [{ longest_days: 7 }, terms(1, -30, 37)],
  [{ longest_days: 7 }, terms(1, -30, 38), LONGER],
  [{ longest_days: 7 }, terms(1, 30, 7)],
  [{ longest_days: 7 }, terms(1, 30, 8), LONGER],
];

test('each limit by itself', () => {
  for (const [limits, asked, reason] of TABLE) {
    assert.equal(notAllowed(limits, PLACE, asked), reason, JSON.stringify(limits));
  }
});

test('the restriction before a change counts like the one after it, and none is within them', () => {
  const limits = { types: TYPES, longest_days: 7 };
  assert.equal(notAllowed(limits, PLACE, terms(1, 0, 1), terms(2, 0, 1)), TYPE);
  assert.equal(notAllowed(limits, PLACE, terms(1, 0, 1), undefined), undefined);
  assert.equal(notAllowed({ scopes: ['trade', 'ranked'] }, PLACE, undefined), SCOPE);
});

test('exceptions from devices', () => {
  assert.equal(exceptionNotAllowed(undefined), undefined);
  assert.equal(exceptionNotAllowed({ scopes: ['login', 'chat'] }), undefined);
  assert.match(exceptionNotAllowed({ scopes: ['chat'] }) ?? '', /the scope login/);
  assert.match(exceptionNotAllowed({ longest_days: 7 }) ?? '', /every type, and for good/);
});
