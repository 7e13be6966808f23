// The Samsung Galaxy Store, with its receipt call (v6) and Instant Server Notifications.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { address } from '../shapes.ts';
import { createSamsungApi } from './api.ts';
import { createSamsungCheck } from './credential-check.ts';
import { samsungNotices } from './notice.ts';
import { createSamsung } from './samsung.ts';
import { publicKeyProblem } from './secrets.ts';
import { samsungShapes } from './settings.ts';

const addresses = {
  samsungUrl: address(
    'SAMSUNG_URL',
    'Samsung IAP server API.',
    'https://iap.samsungapps.com',
    '/samsung',
  ),
} as const satisfies MarketDescription['addresses'];

export const samsung = {
  code: 'SAMSUNG',
  prefix: 'SA',
  name: { en: 'Galaxy Store', ko: '갤럭시 스토어' },
  seller: 'Samsung',
  ...samsungShapes,
  identity: 'package_name',
  secretProblems: { public_key: publicKeyProblem },
  strict: { product: true, price: false },
  transactionId: 'payment id',
  imports: { dateSource: 'STORE_PAYMENT' },
  rereads: true,
  notices: {
    path: 'samsung',
    summary: 'Instant Server Notifications of the Galaxy Store',
    description:
      'Called by Samsung. The body is a JWT, whose signature proves the sender. Until `public_key` is set, every notification gets 503.',
    body: Type.String({
      description: 'A JWT (RS256) of `iap.samsungapps.com`.',
      examples: ['eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJpc3MiOi….HKoLD9…'],
    }),
    id: '`purchaseId` and `sub`',
  },
  addresses,
  emulator: 'samsung',
  demo: ({ appid }, { publicKey }) => ({
    settings: { package_name: appid },
    secrets: { public_key: publicKey },
  }),
  create({ http, addresses: at, onAccess }: MarketOptions<typeof addresses>) {
    const read = createSamsungApi({ http, url: at.samsungUrl, onAccess });
    return {
      ...createSamsung(read),
      check: createSamsungCheck(read),
      notices: samsungNotices,
    };
  },
} as const satisfies MarketDescription;
