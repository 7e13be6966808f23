// Batches, as tables: what is sent, how a refused one is halved, and what follows an attempt.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueuedRow } from '../channel.ts';
import { type AfterAttempt, afterAttempt, halvesOf, isAnswered, splitRows } from './batch-rules.ts';

const row = (text: string): QueuedRow => {
  const [seq = '', subject = ''] = text.split(' ');
  return { seq: Number(seq), subject, appid: 'app', payload: '{}', traceparent: null };
};

describe('of the waiting messages', () => {
  const cases: [string, string[], outdated: number[], limit: number, string[], string[]][] = [
    ['none', [], [], 2, [], []],
    ['each', ['1 a', '2 b'], [], 2, ['1 a', '2 b'], []],
    [
      'the newest of a subject, at its place',
      ['1 a', '2 b', '3 a'],
      [],
      2,
      ['2 b', '3 a'],
      ['1 a'],
    ],
    ['not what is no longer true', ['1 a', '2 b'], [1], 2, ['2 b'], ['1 a']],
    ['nothing, when nothing is true', ['1 a', '2 a'], [1, 2], 2, [], ['1 a', '2 a']],
    ['an older one, when the newest is not true', ['1 a', '2 a'], [2], 2, ['1 a'], ['2 a']],
    ['so many subjects', ['1 a', '2 b', '3 c', '4 a'], [], 2, ['1 a', '2 b'], []],
    [
      'newer ones of those within the limit',
      ['1 a', '2 b', '3 a', '4 c'],
      [],
      2,
      ['2 b', '3 a'],
      ['1 a'],
    ],
    ['past what is not true', ['1 a', '2 b', '3 c'], [2], 2, ['1 a', '3 c'], ['2 b']],
  ];
  for (const [name, rows, outdated, limit, current, superseded] of cases) {
    test(name, () => {
      assert.deepEqual(splitRows(rows.map(row), new Set(outdated), limit), {
        current: current.map(row),
        superseded: superseded.map(row),
      });
    });
  }
});

test('a refused batch is halved, and nothing is lost', () => {
  const cases = [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5]];
  assert.deepEqual(cases.map(halvesOf), [
    [[], []],
    [[1], []],
    [[1], [2]],
    [[1, 2], [3]],
    [
      [1, 2, 3],
      [4, 5],
    ],
  ]);
});

describe('after an attempt', () => {
  const NOW = 1_700_000_000_000;
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const [soon, later] = [NOW + 5_000, NOW + 30_000];
  const URL = 'https://game.example/';
  const batch = {
    attempts: 0,
    created_at: NOW,
    due_at: 0,
    message_count: 1,
    state: 'pending',
    url: URL,
  } as const;
  type Input = [
    change: object,
    result: string,
    retryAfter?: string | undefined,
    url?: string,
    isReached?: boolean,
  ];
  const cases: [string, Input, AfterAttempt][] = [
    ['delivered', [{}, 'delivered'], { kind: 'done' }],
    ['delivered late', [{ created_at: 0 }, 'delivered'], { kind: 'done' }],
    ['several refused', [{ message_count: 2 }, 'result_code'], { kind: 'halved' }],
    [
      'several refused late',
      [{ message_count: 2, created_at: 0 }, 'result_code'],
      { kind: 'halved' },
    ],
    ['one refused', [{}, 'result_code'], { kind: 'unqueued', dueAt: soon }],
    [
      'one refused again',
      [{ attempts: 1, state: 'refused' }, 'result_code'],
      { kind: 'refused', dueAt: later },
    ],
    [
      'one refused by a receiver that moved',
      [{}, 'result_code', undefined, 'https://new.example/'],
      { kind: 'refused', dueAt: NOW },
    ],
    [
      'several not delivered',
      [{ message_count: 2 }, 'status'],
      { kind: 'retry', dueAt: soon, laneDueAt: soon },
    ],
    [
      'not delivered twice',
      [{ attempts: 1 }, 'timeout'],
      { kind: 'retry', dueAt: later, laneDueAt: later },
    ],
    [
      'not delivered, and asked to wait',
      [{}, 'status', '120'],
      { kind: 'retry', dueAt: NOW + 120_000, laneDueAt: NOW + 120_000 },
    ],
    [
      'not delivered by a receiver that moved',
      [{ attempts: 5 }, 'status', undefined, 'https://new.example/'],
      { kind: 'retry', dueAt: NOW, laneDueAt: NOW },
    ],
    [
      'not delivered, and no receiver by now',
      [{}, 'status', undefined, ''],
      { kind: 'retry', dueAt: soon, laneDueAt: soon },
    ],
    [
      'not delivered often: probed in a minute',
      [{ attempts: 5, due_at: NOW }, 'status'],
      { kind: 'retry', dueAt: NOW + HOUR, laneDueAt: NOW + MINUTE },
    ],
    [
      'not delivered before the time of its schedule: a probe',
      [{ attempts: 5, due_at: NOW + 1 }, 'status'],
      { kind: 'probed', laneDueAt: NOW + MINUTE },
    ],
    [
      'a probe that was asked to wait',
      [{ attempts: 5, due_at: NOW + 1 }, 'status', '120'],
      { kind: 'probed', laneDueAt: NOW + 2 * MINUTE },
    ],
    [
      'a probe just before three days are over',
      [{ attempts: 5, due_at: NOW + 1, created_at: NOW - 72 * HOUR + 9 }, 'status'],
      { kind: 'probed', laneDueAt: NOW + 9 },
    ],
    [
      'a probe after three days',
      [{ attempts: 5, due_at: NOW + 1, created_at: NOW - 72 * HOUR }, 'status'],
      { kind: 'dead' },
    ],
    [
      'refused before, not delivered although the receiver answers: the lane waits as after a first failure',
      [{ attempts: 1, state: 'refused' }, 'status', undefined, URL, true],
      { kind: 'retry', dueAt: later, laneDueAt: soon },
    ],
    [
      'refused before, not delivered although the receiver answers, and asked to wait',
      [{ attempts: 1, state: 'refused' }, 'status', '120', URL, true],
      { kind: 'retry', dueAt: NOW + 120_000, laneDueAt: NOW + 120_000 },
    ],
    [
      'refused before, not delivered now: it stays due, and the lane waits',
      [{ attempts: 7, state: 'refused', due_at: NOW }, 'status'],
      { kind: 'probed', laneDueAt: NOW + 5_000 },
    ],
    [
      'refused before, not delivered for some time',
      [{ attempts: 7, state: 'refused', due_at: NOW - 20_000 }, 'status'],
      { kind: 'probed', laneDueAt: NOW + 20_000 },
    ],
    [
      'refused before, not delivered for long',
      [{ attempts: 7, state: 'refused', due_at: NOW - HOUR }, 'status'],
      { kind: 'probed', laneDueAt: NOW + MINUTE },
    ],
    [
      'refused before, not delivered now, and asked to wait',
      [{ attempts: 7, state: 'refused', due_at: NOW - HOUR }, 'status', '120'],
      { kind: 'probed', laneDueAt: NOW + 2 * MINUTE },
    ],
    [
      'refused before, not delivered now, and asked to wait for days',
      [{ attempts: 7, state: 'refused', due_at: NOW - HOUR }, 'status', '999999'],
      { kind: 'probed', laneDueAt: NOW + 10 * HOUR },
    ],
    [
      'refused before, not delivered by a receiver that moved',
      [{ attempts: 1, state: 'refused' }, 'status', undefined, 'https://new.example/'],
      { kind: 'retry', dueAt: NOW, laneDueAt: NOW },
    ],
    ['after three days', [{ created_at: NOW - 72 * HOUR }, 'status'], { kind: 'dead' }],
    [
      'refused after three days',
      [{ created_at: NOW - 72 * HOUR }, 'result_code'],
      { kind: 'dead' },
    ],
  ];
  for (const [name, [change, result, retryAfter, url = URL, isReached = false], outcome] of cases) {
    test(name, () => {
      const ended = { result: result as 'status', retryAfter };
      // An empty one stands for none.
      const place = { now: NOW, url: url === '' ? undefined : url, isReached };
      assert.deepEqual(
        afterAttempt({ ...batch, ...change }, ended, place, () => 0.5),
        outcome,
      );
    });
  }
});

describe('a receiver is reached', () => {
  for (const [result, expected] of [
    ['delivered', true],
    ['result_code', true],
    ['status', false],
    ['network', false],
  ] as const) {
    test(`${result}: ${expected}`, () => assert.equal(isAnswered({ result }), expected));
  }
});
