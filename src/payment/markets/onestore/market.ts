// ONE store, with its IAP server API V7.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { address } from '../shapes.ts';
import { createOnestoreAccess } from './access.ts';
import { createOnestoreApi } from './api.ts';
import { createOnestoreCheck } from './credential-check.ts';
import { onestoreNotices } from './notice.ts';
import { createOnestore } from './onestore.ts';
import { licenceKeyProblem } from './secrets.ts';
import { onestoreShapes } from './settings.ts';

const addresses = {
  onestoreUrl: address(
    'ONESTORE_URL',
    'ONE store IAP server API.',
    'https://iap-apis.onestore.net',
    '/onestore',
  ),
  onestoreSandboxUrl: address(
    'ONESTORE_SANDBOX_URL',
    'ONE store IAP server API for the sandbox environment.',
    'https://sbpp.onestore.net',
    '/onestore/sandbox',
  ),
} as const satisfies MarketDescription['addresses'];

export const onestore = {
  code: 'ONESTORE',
  prefix: 'ON',
  name: { en: 'ONE store', ko: '원스토어' },
  seller: 'ONE store',
  ...onestoreShapes,
  identity: 'client_id',
  required: 'client_secret',
  secretProblems: { licence_key: licenceKeyProblem },
  strict: { product: true, price: false },
  transactionId: 'purchase id',
  imports: { dateSource: 'STORE_PAYMENT', hasToken: true },
  rereads: true,
  notices: {
    path: 'onestore',
    summary: 'Payment notifications of ONE store',
    description:
      'Called by ONE store (PNS 3). The signature in the body proves the sender. Until `licence_key` is set, every notification gets 503.',
    body: Type.Object(
      {
        msgVersion: Type.String(),
        purchaseId: Type.String(),
        productId: Type.String(),
        purchaseState: Type.String({ description: '`COMPLETED` or `CANCELED`.' }),
        signature: Type.String(),
      },
      {
        additionalProperties: true,
        examples: [
          {
            msgVersion: '3.1.0',
            clientId: '0000000001',
            productId: 'gems.100',
            messageType: 'SINGLE_PAYMENT_TRANSACTION',
            purchaseId: '17070421461015116878',
            purchaseTimeMillis: 1789000000000,
            purchaseState: 'COMPLETED',
            price: '12000',
            priceCurrencyCode: 'KRW',
            signature: 'BwJdUVT…',
          },
        ],
      },
    ),
    id: '`purchaseId` and `purchaseState`',
  },
  addresses,
  emulator: 'onestore',
  demo: ({ appid }, { clientSecret, licenceKey }) => ({
    settings: { client_id: appid },
    secrets: { client_secret: clientSecret, licence_key: licenceKey },
  }),
  create({ http, addresses: at, clock, log, onAccess }: MarketOptions<typeof addresses>) {
    const api = createOnestoreApi({
      http,
      access: createOnestoreAccess(http, clock),
      hosts: { production: at.onestoreUrl, sandbox: at.onestoreSandboxUrl },
      log,
      onAccess,
    });
    return {
      ...createOnestore(api),
      check: createOnestoreCheck(api),
      notices: onestoreNotices,
      api,
    };
  },
} as const satisfies MarketDescription;
