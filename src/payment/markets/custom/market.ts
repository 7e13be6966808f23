// A market of the studio's own: its address answers in the form of docs/custom-market.md, signed both ways.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { createCustomActions } from './action-calls.ts';
import { customActions } from './actions.ts';
import { createCustomApi } from './api.ts';
import { createCustomCheck } from './credential-check.ts';
import { createCustom } from './custom.ts';
import { createCustomNotices } from './notice.ts';
import { addressProblem, customShapes, keyProblem } from './settings.ts';
import { createCustomSubscriptions } from './subscription.ts';

export const custom = {
  code: 'CUSTOM',
  prefix: 'CU',
  name: { en: 'Own market', ko: '자체 마켓' },
  seller: 'the studio',
  ...customShapes,
  identity: null,
  required: 'key',
  secretProblems: { key: keyProblem, old_key: keyProblem },
  settingsProblem(_environment, settings) {
    const problem = addressProblem(String((settings as { address?: unknown }).address));
    return problem === undefined
      ? undefined
      : { field: 'settings.address', problem: `address ${problem}` };
  },
  strict: { product: true, price: true },
  transactionId: 'transaction id',
  subscriptions: {
    id: 'original transaction id',
    original: 'subscription id',
    datesRefunds: true,
  },
  imports: { dateSource: 'STORE_PAYMENT' },
  notices: {
    path: 'custom',
    summary: "Notifications of a studio's own market",
    description:
      'Called by the server of the studio. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` prove the sender (Standard Webhooks); `webhook-id` is the `id` in the body. Until `key` is set, every notification gets 503.',
    body: Type.Object(
      {
        id: Type.String({ description: 'The same in every attempt.' }),
        type: Type.String({ description: 'What has changed. `purchase.…` or `subscription.…`.' }),
        appid: Type.String(),
        receipt: Type.String({ description: 'Tollgate asks the address about it.' }),
        at: Type.String({ description: 'When it happened, ISO 8601.' }),
      },
      {
        additionalProperties: true,
        examples: [
          {
            id: 'change-17-0b8e2f4e',
            type: 'purchase.refunded',
            appid: 'com.studio.game',
            receipt: 'receipt-6f1c4a53',
            at: '2026-09-10T00:26:40.000Z',
          },
        ],
      },
    ),
    id: 'id',
  },
  actions: customActions,
  addresses: {},
  emulator: 'custom',
  demo: (_app, { address, key }) => ({ settings: { address }, secrets: { key } }),
  create({ http, clock, log, onAccess }: MarketOptions) {
    const ask = createCustomApi({ http, clock, log, onAccess });
    return {
      ...createCustom(ask),
      ...createCustomSubscriptions(ask, clock),
      check: createCustomCheck(ask),
      actions: createCustomActions(ask),
      notices: createCustomNotices(clock),
      ask,
    };
  },
} as const satisfies MarketDescription;
