// Which signed transactions are this app's, as a table: the bundle, the App Store, and the key of the purchase.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fields } from '../fields.ts';
import type { AppleApp } from './settings.ts';
import {
  acceptedEnvironments,
  appleKey,
  BUSY,
  environmentRejection,
  foreign,
  isFailure,
  openTransaction,
} from './transaction.ts';

const app = (environment: 'production' | 'sandbox', accept_sandbox: boolean): AppleApp =>
  ({
    appid: 'game',
    environment,
    settings: { bundle_id: 'com.example', accept_sandbox },
    secrets: {},
  }) as AppleApp;
const live = app('production', false);
const both = app('production', true);
const sandbox = app('sandbox', true);
const rejected = (detail: string) => ({ rejected: 'INVALID_RECEIPT', detail });

const FOREIGN = rejected('The receipt is for another app: its bundle id is not com.example.');
const FROM_LIVE = rejected(
  'The receipt is from the production App Store. Send it to the production service.',
);
const FROM_SANDBOX = rejected(
  'The receipt is from the sandbox App Store, and accept_sandbox is off for this app.',
);

describe('opened', () => {
  const signed = (environment: unknown, bundleId = 'com.example') => ({ bundleId, environment });
  const cases: [string, AppleApp, Fields | undefined | 'busy', unknown][] = [
    ['a payment', live, signed('Production'), signed('Production')],
    [
      'while too many chains wait',
      live,
      'busy',
      { unavailable: 'too many unknown certificate chains at once' },
    ],
    ['a sandbox payment where it is off', live, signed('Sandbox'), FROM_SANDBOX],
    ['a sandbox payment where it is on', both, signed('Sandbox'), signed('Sandbox')],
    ['a payment where sandbox is on', both, signed('Production'), signed('Production')],
    ['a sandbox payment in the sandbox', sandbox, signed('Sandbox'), signed('Sandbox')],
    ['a payment in the sandbox', sandbox, signed('Production'), FROM_LIVE],
    ["another app's", live, signed('Production', 'com.other'), FOREIGN],
    ["another app's from nowhere", live, signed('Xcode', 'com.other'), FOREIGN],
    [
      'from neither App Store',
      both,
      signed('Xcode'),
      rejected('The receipt is from neither the production nor the sandbox App Store.'),
    ],
    [
      'what Apple did not sign',
      live,
      undefined,
      rejected(
        'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.',
      ),
    ],
  ];
  for (const [name, owner, payload, opened] of cases) {
    test(name, async () => {
      const signatures = {
        open: async (jws: string) => (jws === 'jws' ? payload : undefined),
      };
      assert.deepEqual(await openTransaction(signatures, owner, 'jws'), opened);
    });
  }
});

test('the App Stores of an app, in the order in which they are asked', () => {
  assert.deepEqual([live, both, sandbox, app('sandbox', false)].map(acceptedEnvironments), [
    ['Production'],
    ['Production', 'Sandbox'],
    ['Sandbox'],
    ['Sandbox'],
  ]);
});

test('an App Store that is not accepted', () => {
  assert.equal(environmentRejection(both, 'Sandbox'), undefined);
  assert.deepEqual(environmentRejection(live, 'Sandbox'), FROM_SANDBOX);
  assert.deepEqual(environmentRejection(sandbox, 'Production'), FROM_LIVE);
});

test('a sandbox purchase never has the key of a paid one', () => {
  assert.deepEqual(
    ['Production', 'Sandbox', undefined].map((each) => appleKey(each, '1')),
    ['1', 'sandbox 1', 'sandbox 1'],
  );
});

test('a failure and a payload are told apart', () => {
  assert.deepEqual(foreign(live), FOREIGN);
  assert.deepEqual([FOREIGN, BUSY, { bundleId: 'x' }].map(isFailure), [true, true, false]);
});
