// Whether a dispute takes evidence, and from here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnsweredHere, refusalOf } from './answerable.ts';

test('nothing is sent to a dispute that takes nothing', () => {
  const at = 1_000;
  assert.equal(refusalOf({ state: 'open', dueAt: null }, at), undefined);
  assert.equal(refusalOf({ state: 'open', dueAt: at + 1 }, at), undefined);
  assert.equal(refusalOf({ state: 'open', dueAt: at }, at), undefined);
  assert.equal(refusalOf({ state: 'open', dueAt: at - 1 }, at), 'The deadline has passed.');
  const sent = 'The dispute was answered at the gateway.';
  assert.equal(refusalOf({ state: 'sent', dueAt: at }, at), sent);
  assert.equal(refusalOf({ state: 'won', dueAt: at }, at), 'The dispute is over: won.');
  assert.equal(refusalOf({ state: 'lost', dueAt: at }, at), 'The dispute is over: lost.');
});

test('only disputes at Stripe are answered from here', () => {
  assert.equal(isAnsweredHere({ gateway: 'STRIPE' }), true);
  assert.equal(isAnsweredHere({ gateway: 'PAYPAL' }), false);
});
