// The books of the Amazon Appstore: purchases, subscriptions, and the topics of its notifications.
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { CertifiedKey } from '../certified-key.ts';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';

export const environments = ['production', 'sandbox'] as const;
export type Environment = (typeof environments)[number];
export const productTypes = ['CONSUMABLE', 'ENTITLED', 'SUBSCRIPTION'] as const;

export interface Sale {
  readonly receiptId: string;
  readonly userId: string;
  readonly packageName: string;
  readonly environment: Environment;
  readonly productId: string;
  readonly productType: (typeof productTypes)[number];
  readonly quantity: number;
  readonly purchaseDate: number;
  /** Bought in a live app test. */
  readonly isTest: boolean;
  readonly periodMs: number;
  cancelDate: number | null;
  renewalDate: number | null;
  gracePeriodEndDate: number | null;
  autoRenewing: boolean;
  /** Amazon answers 410 about it. */
  isForgotten: boolean;
}

interface Target {
  readonly url: string;
  readonly token: string;
  isConfirmed: boolean;
}

type Envelope = Readonly<Record<string, string>>;

export interface Store {
  readonly world: World;
  sharedSecret: string;
  key: CertifiedKey;
  readonly sales: Map<string, Sale>;
  /** By package name. */
  readonly targets: Map<string, Target>;
  readonly sender: WebhookSender<Envelope>;
  /** What renews or ends by the clock has done so after it. */
  settle(sale: Sale): Sale;
  notify(sale: Sale, notificationType: string): void;
  /** SNS asks whether the address wants the topic. */
  offer(packageName: string, url: string): void;
}

export interface StoreState {
  readonly key: string;
  readonly certificate: string;
  readonly sharedSecret: string;
  readonly sales: Sale[];
  readonly targets: [string, Target][];
  readonly sender: unknown;
}

const SECOND = 1_000;
const retries = 3;
const topicOf = (packageName: string): string =>
  `arn:aws:sns:us-east-1:000000000000:${packageName.replaceAll('.', '-')}`;

/** The name of the certificate's file. */
export const certificateName = ({ certificate }: CertifiedKey): string =>
  `SimpleNotificationService-${createHash('md5').update(certificate).digest('hex')}.pem`;

export function createStore(world: World, key: CertifiedKey, sharedSecret: string): Store {
  const sender = createWebhookSender<Envelope>(world, {
    compose: ({ content }) => ({
      headers: {
        'content-type': 'text/plain; charset=UTF-8',
        'x-amz-sns-message-type': String(content.Type),
      },
      body: JSON.stringify(signed(store, content)),
    }),
    retryDelay: (_delivery, failures) => (failures <= retries ? 20 * SECOND : undefined),
    accepted: (status) => status >= 200 && status < 300,
  });
  const post = (url: string, packageName: string, fields: Envelope): void => {
    const MessageId = world.id('sns-');
    const TopicArn = topicOf(packageName);
    const Timestamp = new Date(world.clock.now()).toISOString();
    sender.send({ id: MessageId, url, content: { MessageId, TopicArn, Timestamp, ...fields } });
  };
  const store: Store = {
    world,
    sharedSecret,
    key,
    sales: new Map(),
    targets: new Map(),
    sender,
    settle(sale) {
      const now = world.clock.now();
      while (isDue(sale, now)) {
        if (sale.autoRenewing) {
          sale.renewalDate = Number(sale.renewalDate) + sale.periodMs;
          store.notify(sale, 'SUBSCRIPTION_RENEWED');
        } else {
          sale.cancelDate = sale.renewalDate;
          store.notify(sale, 'SUBSCRIPTION_EXPIRED');
        }
      }
      return sale;
    },
    notify(sale, notificationType) {
      const target = store.targets.get(sale.packageName);
      if (!target?.isConfirmed || sale.environment === 'sandbox') return;
      const message = {
        appPackageName: sale.packageName,
        notificationType,
        appUserId: sale.userId,
        receiptId: sale.receiptId,
        relatedReceipts: {},
        timestamp: world.clock.now(),
        betaProductTransaction: sale.isTest,
      };
      const Message = JSON.stringify(message);
      post(target.url, sale.packageName, { Type: 'Notification', Message });
    },
    offer(packageName, url) {
      const Token = world.id('token-');
      store.targets.set(packageName, { url, token: Token, isConfirmed: false });
      post(url, packageName, {
        Type: 'SubscriptionConfirmation',
        Token,
        Message: 'Visit the SubscribeURL to confirm the subscription.',
        SubscribeURL: `${world.baseUrl()}/amazon/sns?Action=ConfirmSubscription&Token=${Token}`,
      });
    },
  };
  world.clock.onMove(() => {
    for (const sale of store.sales.values()) store.settle(sale);
  });
  return store;
}

const isDue = ({ renewalDate, cancelDate, gracePeriodEndDate }: Sale, now: number): boolean =>
  renewalDate !== null && cancelDate === null && gracePeriodEndDate === null && renewalDate <= now;

/** With the signature of SNS: over these fields, sorted by name. */
export function signed({ world, key }: Store, content: Envelope, by = key.privateKey): Envelope {
  const text = Object.keys(content)
    .sort()
    .map((name) => `${name}\n${content[name]}\n`)
    .join('');
  return {
    ...content,
    SignatureVersion: '1',
    Signature: sign('sha1', Buffer.from(text), by).toString('base64'),
    SigningCertURL: `${world.baseUrl()}/amazon/sns/${certificateName(key)}`,
  };
}

export const exportStore = (store: Store): StoreState => ({
  key: pem(store.key.privateKey),
  certificate: store.key.certificate,
  sharedSecret: store.sharedSecret,
  sales: [...store.sales.values()],
  targets: [...store.targets],
  sender: store.sender.exportState(),
});

export const readKey = ({ key, certificate }: StoreState): CertifiedKey => ({
  privateKey: createPrivateKey(key),
  certificate,
});

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
