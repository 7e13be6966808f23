// Cases of filters: what a receiver gets, what is stored, and what stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksForRestrictions,
  type Filter,
  filterOf,
  isFor,
  matchesType,
  printFilter,
  readFilter,
  rowsFor,
} from './filter.ts';

const listener = (filter: Filter, restriction_events: 0 | 1 = 0) =>
  ({ channel: 'purchase', filter: printFilter(filter), restriction_events }) as const;
const refund = { type: 'purchase.refunded', appid: 'a', market: 'PG' };
const ban = { type: 'restriction.set', appid: 'a' };
const appeal = { type: 'appeal.opened', appid: 'a' };
const notification = { appid: 'a' };

for (const [name, filter, about, expected] of [
  ['no filter', {}, refund, true],
  ['the type', { events: ['purchase.refunded'] }, refund, true],
  ['one of several types', { events: ['purchase.verified', 'purchase.refunded'] }, refund, true],
  ['another type', { events: ['purchase.verified'] }, refund, false],
  ['a group of types', { events: ['purchase.*'] }, refund, true],
  ['another group', { events: ['subscription.*'] }, refund, false],
  ['the app', { apps: ['b', 'a'] }, refund, true],
  ['another app', { apps: ['b'] }, refund, false],
  ['the app, of a notification', { apps: ['a'] }, notification, true],
  ['another app, of a notification', { apps: ['b'] }, notification, false],
  ['the market', { markets: ['PG'] }, refund, true],
  ['another market', { markets: ['APPLE'] }, refund, false],
  [
    'a market, where the event has none',
    { markets: ['APPLE'], events: ['restriction.*'] },
    ban,
    true,
  ],
  ['all three', { events: ['purchase.*'], apps: ['a'], markets: ['PG'] }, refund, true],
  [
    'all three but the type',
    { events: ['measure.*'], apps: ['a'], markets: ['PG'] },
    refund,
    false,
  ],
  ['restrictions without a request', {}, ban, false],
  ['appeals without a request', {}, appeal, false],
  ['restrictions by their type', { events: ['restriction.set'] }, ban, true],
] as const) {
  test(`${name}: ${expected ? 'sent' : 'not sent'}`, () => {
    assert.equal(isFor(listener(filter), about), expected);
  });
}

test('events about restrictions are sent on request, unless the types leave them out', () => {
  assert.equal(isFor(listener({}, 1), ban), true);
  assert.equal(isFor(listener({}, 1), appeal), true);
  assert.equal(isFor(listener({ events: ['purchase.*'] }, 1), ban), false);
  assert.equal(asksForRestrictions({ events: ['purchase.*', 'appeal.decided'] }), true);
  assert.equal(asksForRestrictions({ events: ['restriction.*'] }), true);
  assert.equal(asksForRestrictions({ events: ['purchase.refunded'] }), false);
  assert.equal(asksForRestrictions({}), false);
});

test('a group is a whole word', () => {
  assert.equal(matchesType('purchase.*', 'purchases.new'), false);
  assert.equal(matchesType('purchase.refund', 'purchase.refunded'), false);
});

test('a filter is stored in one way, and nothing is null', () => {
  assert.equal(printFilter({}), null);
  assert.equal(printFilter({ events: [], apps: [], markets: [] }), null);
  assert.equal(printFilter({ events: [''] }), null);
  const text = printFilter({ apps: ['b', 'a', 'b'], events: ['purchase.*'] });
  assert.equal(text, '{"events":["purchase.*"],"apps":["a","b"]}');
  assert.deepEqual(readFilter(text), { events: ['purchase.*'], apps: ['a', 'b'] });
  assert.deepEqual(readFilter(null), {});
});

test('what a change leaves out stays; a game server has apps only', () => {
  const old = { filter: printFilter({ events: ['purchase.*'], apps: ['a'] }) };
  const all = { events: ['purchase.*'], apps: ['a'] };
  assert.deepEqual(filterOf('purchase', {}, old), all);
  assert.deepEqual(filterOf('purchase:x', { apps: [] }, old), { ...all, apps: [] });
  assert.deepEqual(filterOf('purchase', { markets: ['PG'] }, undefined), { markets: ['PG'] });
  assert.deepEqual(filterOf('restriction', {}, old), { apps: ['a'] });
  assert.deepEqual(filterOf('restriction:x', { apps: ['b'], events: ['x.y'] }, undefined), {
    apps: ['b'],
  });
  assert.deepEqual(filterOf('restriction', {}, undefined), {});
});

test('a message has a row in the lane of each receiver that gets it, under one number', () => {
  const row = {
    game_index: 1,
    channel: 'purchase',
    seq: 7,
    subject: '7',
    payload: '{}',
    traceparent: null,
    created_at: 1,
    appid: 'a',
  } as const;
  const first = listener({});
  const other = { ...listener({ apps: ['b'] }), channel: 'purchase:b' } as const;
  const third = { ...listener({ apps: ['a'] }), channel: 'purchase:c' } as const;
  const rows = rowsFor([first, other, third], row, refund);
  assert.deepEqual(rows, [row, { ...row, channel: 'purchase:c' }]);
  assert.equal(rows[0], row, 'with one receiver, no copy');
  assert.deepEqual(rowsFor([other], row, refund), []);
});
