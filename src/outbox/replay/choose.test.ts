// Which requests are sent again, as a table: by type of event and by player, and what a filter leaves out by now.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Filter, printFilter } from '../filter.ts';
import { chooseRequests, eventsIn, type ReplayedPlayer } from './choose.ts';

const ACCOUNT = '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10';
const OTHER = '8d2f9a52-52a5-4b43-a5d5-6f5a2d7c9e11';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const sale = (more: object = {}) => ({
  type: 'purchase.verified',
  data: { appid: 'a', providerId: 'APPLE', accountUuid: ACCOUNT, ...more },
});
const refund = { ...sale(), type: 'purchase.refunded' };
const renewal = { ...sale(), type: 'subscription.renewed' };
const ban = { type: 'restriction.set', data: { appid: 'a', playerId: 7 } };

/** Requests with these events; their ids are their numbers. */
const requests = (...sent: readonly (readonly object[])[]) =>
  sent.map((events, index) => ({
    batchId: `batch-${index + 1}`,
    body: JSON.stringify({ events }),
  }));

const listener = (filter: Filter = {}, restriction_events: 0 | 1 = 1) =>
  ({ channel: 'purchase', filter: printFilter(filter), restriction_events }) as const;

const player = (more: Partial<ReplayedPlayer> = {}): ReplayedPlayer => ({
  appid: 'a',
  playerId: 7n,
  accounts: [ACCOUNT],
  ...more,
});

test('the events of a request, with ids of 64 bits as they are', () => {
  const body = '{"events":[{"type":"restriction.set","data":{"playerId":9223372036854775807}}]}';
  assert.equal(String(eventsIn(body)[0]?.data.playerId), '9223372036854775807');
});

describe('an event', () => {
  for (const [name, event, events, who, expected] of [
    ['of any type, of anybody', sale(), [], undefined, true],
    ['of the type', refund, ['purchase.refunded'], undefined, true],
    ['of one of the types', refund, ['purchase.verified', 'purchase.refunded'], undefined, true],
    ['of a group of types', refund, ['purchase.*'], undefined, true],
    ['of another type', refund, ['purchase.verified'], undefined, false],
    ['of another group', refund, ['subscription.*'], undefined, false],
    ['about the account of the player', sale(), [], player({ playerId: 8n }), true],
    ['about one of the accounts', sale(), [], player({ accounts: [OTHER, ACCOUNT] }), true],
    ['about the player', ban, [], player({ accounts: [] }), true],
    ['about another player', ban, [], player({ playerId: 8n }), false],
    ['about a player with more digits', ban, [], player({ playerId: 77n }), false],
    ['about another account', sale({ accountUuid: OTHER }), [], player(), false],
    ['about nobody', sale({ accountUuid: null }), [], player({ accounts: [NOBODY] }), false],
    ['about the same account of another app', sale({ appid: 'b' }), [], player(), false],
    ['about the player of another app', ban, [], player({ appid: 'b' }), false],
    ['of the type, about the player', refund, ['purchase.*'], player(), true],
    [
      'of the type, about another player',
      sale({ accountUuid: OTHER }),
      ['purchase.*'],
      player(),
      false,
    ],
    ['of another type, about the player', refund, ['subscription.*'], player(), false],
  ] as const) {
    test(`${name}: ${expected ? 'asked for' : 'not asked for'}`, async () => {
      assert.deepEqual(
        await chooseRequests(requests([event]), listener(), { events, player: who }),
        expected
          ? { batches: ['batch-1'], messages: 1, matching: 1, leftOut: 0 }
          : { batches: [], messages: 0, matching: 0, leftOut: 0 },
      );
    });
  }
});

describe('of several requests', () => {
  const sales = { events: ['purchase.*'], player: undefined };

  test('those with something that is asked for, as a whole and in their order', async () => {
    const sent = requests([renewal], [sale(), renewal, refund], [ban], [refund, renewal]);
    assert.deepEqual(await chooseRequests(sent, listener(), sales), {
      batches: ['batch-2', 'batch-4'],
      messages: 5,
      matching: 3,
      leftOut: 0,
    });
  });

  test('none, of none', async () => {
    const nothing = { batches: [], messages: 0, matching: 0, leftOut: 0 };
    assert.deepEqual(await chooseRequests([], listener(), sales), nothing);
  });

  for (const [name, filter, restrictions, expected] of [
    ['another app', { apps: ['b'] }, 1, { batches: [], messages: 0, matching: 0, leftOut: 3 }],
    [
      'one market',
      { markets: ['APPLE'] },
      1,
      { batches: ['batch-1', 'batch-3'], messages: 3, matching: 3, leftOut: 1 },
    ],
    [
      'no restrictions',
      {},
      0,
      { batches: ['batch-1', 'batch-2'], messages: 2, matching: 2, leftOut: 1 },
    ],
    [
      'a type',
      { events: ['purchase.refunded'] },
      1,
      { batches: ['batch-2'], messages: 1, matching: 1, leftOut: 2 },
    ],
  ] as const) {
    test(`a receiver that gets only ${name} by now gets no request with anything else`, async () => {
      const steam = { type: 'purchase.refunded', data: { ...refund.data, providerId: 'STEAM' } };
      const sent = requests([sale()], [steam], [sale(), ban]);
      const all = { events: [], player: undefined };
      assert.deepEqual(await chooseRequests(sent, listener(filter, restrictions), all), expected);
    });
  }

  test('what is left out was asked for', async () => {
    const sent = requests([renewal], [renewal, sale()]);
    assert.deepEqual(await chooseRequests(sent, listener({ apps: ['b'] }), sales), {
      batches: [],
      messages: 0,
      matching: 0,
      leftOut: 1,
    });
  });

  test('an event that no market has passes a filter of markets', async () => {
    const about = { events: [], player: player() };
    assert.deepEqual(await chooseRequests(requests([ban]), listener({ markets: ['PG'] }), about), {
      batches: ['batch-1'],
      messages: 1,
      matching: 1,
      leftOut: 0,
    });
  });
});
