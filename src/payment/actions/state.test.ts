// Which state follows which, and what to do about an action that nobody works on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Acted } from '../markets/action.ts';
import {
  ACTION_STATES,
  type ActionState,
  afterAnswer,
  hasEnded,
  isUntouched,
  lookAgainMs,
  nextStep,
  QUIET_MS,
  type Step,
} from './state.ts';

const NOW = 1_000_000;

const STEPS: readonly [ActionState, number | null, Step][] = [
  ['waiting', null, 'nothing'],
  ['intended', null, 'act'],
  ['intended', NOW, 'act'],
  ['sent', NOW, { waitMs: QUIET_MS }],
  ['sent', NOW - QUIET_MS + 1, { waitMs: 1 }],
  ['sent', NOW - QUIET_MS, 'settle'],
  ['sent', null, 'settle'],
  ['accepted', NOW, 'settle'],
  ['done', NOW, 'nothing'],
  ['rejected', NOW, 'nothing'],
  ['declined', null, 'nothing'],
  ['withdrawn', null, 'nothing'],
];

for (const [state, sent_at, step] of STEPS) {
  test(`${state}, called at ${sent_at}: ${JSON.stringify(step)}`, () => {
    assert.deepEqual(nextStep({ state, sent_at }, NOW), step);
  });
}

const FAILED = 'The market took it on, and has not done it in the end.';
const ANSWERS: readonly [ActionState, Acted | 'not done', ActionState, string | null][] = [
  ['sent', 'done', 'done', null],
  ['sent', 'pending', 'accepted', null],
  ['sent', 'not done', 'intended', null],
  ['sent', { refused: 'too old' }, 'rejected', 'too old'],
  ['sent', { unavailable: 'no answer' }, 'sent', 'no answer'],
  ['accepted', 'done', 'done', null],
  ['accepted', 'pending', 'accepted', null],
  ['accepted', 'not done', 'rejected', FAILED],
  ['accepted', { refused: 'card closed' }, 'rejected', 'card closed'],
  ['accepted', { unavailable: 'no answer' }, 'accepted', 'no answer'],
];

for (const [before, answer, state, words] of ANSWERS) {
  test(`${before}, and the market says ${JSON.stringify(answer)}: ${state}`, () => {
    assert.deepEqual(afterAnswer(before, answer), { state, answer: words });
  });
}

test('what has ended, and what the market certainly has not done', () => {
  assert.deepEqual(ACTION_STATES.filter(hasEnded), ['done', 'rejected', 'declined', 'withdrawn']);
  assert.deepEqual(ACTION_STATES.filter(isUntouched), ['waiting', 'intended']);
});

test('within the first hour it looks again after five minutes, then every hour', () => {
  const minutes = [0, 59, 60, 600].map((each) => lookAgainMs(each * 60_000) / 60_000);
  assert.deepEqual(minutes, [5, 5, 60, 60]);
});
