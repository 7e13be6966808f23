// The Amazon Appstore, with its Receipt Verification Service and Real-Time Notifications.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { address } from '../shapes.ts';
import { createAmazon } from './amazon.ts';
import { createAmazonApi } from './api.ts';
import { createAmazonCheck } from './credential-check.ts';
import { createAmazonNotices } from './notice.ts';
import { amazonShapes } from './settings.ts';
import { createSns } from './sns.ts';
import { createAmazonSubscriptions } from './subscription.ts';

const addresses = {
  amazonUrl: address(
    'AMAZON_URL',
    'Receipt Verification Service of the Amazon Appstore.',
    'https://appstore-sdk.amazon.com',
    '/amazon',
  ),
  amazonSandboxUrl: address(
    'AMAZON_SANDBOX_URL',
    'The same for the sandbox environment: the RVS Cloud Sandbox.',
    'https://appstore-sdk.amazon.com/sandbox',
    '/amazon/sandbox',
  ),
  amazonSnsUrl: address(
    'AMAZON_SNS_URL',
    'Amazon SNS, whose certificates verify notifications. With an address of Amazon, all its regions are meant.',
    'https://sns.us-east-1.amazonaws.com',
    '/amazon/sns',
  ),
} as const satisfies MarketDescription['addresses'];

export const amazon = {
  code: 'AMAZON',
  prefix: 'AM',
  name: { en: 'Amazon Appstore', ko: '아마존 앱스토어' },
  seller: 'Amazon',
  ...amazonShapes,
  identity: 'package_name',
  required: 'shared_secret',
  strict: { product: true, price: false },
  transactionId: 'receipt id',
  subscriptions: {
    id: 'original transaction id',
    original: 'receipt id',
    datesRefunds: true,
  },
  imports: { dateSource: 'STORE_PAYMENT' },
  rereads: true,
  notices: {
    path: 'amazon',
    summary: 'Real-Time Notifications of the Amazon Appstore',
    description:
      'Called by Amazon SNS. The signature in the body proves the sender. The confirmation of the subscription is answered by itself.',
    body: Type.Object(
      {
        Type: Type.String({ description: '`Notification` or `SubscriptionConfirmation`.' }),
        MessageId: Type.String(),
        TopicArn: Type.String(),
        Message: Type.String({ description: 'The notification, JSON as a text.' }),
        Timestamp: Type.String(),
        SignatureVersion: Type.String(),
        Signature: Type.String(),
        SigningCertURL: Type.String(),
      },
      {
        additionalProperties: true,
        examples: [
          {
            Type: 'Notification',
            MessageId: '3f0b6c8e-5a5d-5c5e-9b7a-2f1d6a0c4e11',
            TopicArn: 'arn:aws:sns:us-east-1:000000000000:GAME',
            Message:
              '{"appPackageName":"com.studio.game","notificationType":"CONSUMABLE_PURCHASED","appUserId":"…","receiptId":"…","timestamp":1789000000000}',
            Timestamp: '2026-09-10T00:26:40.000Z',
            SignatureVersion: '1',
            Signature: 'k3Jd…',
            SigningCertURL:
              'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
          },
        ],
      },
    ),
    id: 'MessageId',
  },
  addresses,
  emulator: 'amazon',
  demo: ({ appid }, { sharedSecret }) => ({
    settings: { package_name: appid },
    secrets: { shared_secret: sharedSecret },
  }),
  create({ http, addresses: at, clock, log, onAccess }: MarketOptions<typeof addresses>) {
    const read = createAmazonApi({
      http,
      hosts: { production: at.amazonUrl, sandbox: at.amazonSandboxUrl },
      log,
      onAccess,
    });
    return {
      ...createAmazon(read),
      ...createAmazonSubscriptions(read, clock),
      check: createAmazonCheck(read),
      notices: createAmazonNotices(createSns({ http, clock, url: at.amazonSnsUrl })),
    };
  },
} as const satisfies MarketDescription;
