// The books of ONE store: clients, access tokens, purchases, and where notifications go.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import { createWebhookSender, type WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';

export const environments = ['COMMERCIAL', 'SANDBOX'] as const;
export type Environment = (typeof environments)[number];
export const marketCodes = ['MKT_ONE', 'MKT_GLB'] as const;
export type MarketCode = (typeof marketCodes)[number];

export interface Sale {
  readonly purchaseToken: string;
  readonly purchaseId: string;
  readonly clientId: string;
  readonly environment: Environment;
  readonly marketCode: MarketCode;
  readonly productId: string;
  readonly price: string;
  readonly currency: string;
  readonly quantity: number;
  readonly purchaseTime: number;
  isCancelled: boolean;
  isAcknowledged: boolean;
  isConsumed: boolean;
}

interface AccessToken {
  readonly clientId: string;
  readonly environment: Environment;
  readonly expiresAt: number;
}

export interface Store {
  readonly world: World;
  clientSecret: string;
  readonly sales: Map<string, Sale>;
  readonly tokens: Map<string, AccessToken>;
  /** URL by environment and client. */
  readonly targets: Map<string, string>;
  readonly sender: WebhookSender<object>;
  /** The key that signs messages; its public part is the licence key. */
  key(): KeyObject;
  notify(sale: Sale): void;
}

export interface StoreState {
  readonly key: string;
  readonly clientSecret: string;
  readonly sales: Sale[];
  readonly targets: [string, string][];
  readonly sender: unknown;
}

const MINUTE = 60_000;
const attempts = 30;

export const newKey = async (): Promise<KeyObject> =>
  (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey;

export const targetOf = (environment: Environment, clientId: string): string =>
  `${environment} ${clientId}`;

/** The licence key as the developer center shows it. */
export const licenceKeyText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export function createStore(world: World, key: () => KeyObject, clientSecret: string): Store {
  const targets = new Map<string, string>();
  const sender = createWebhookSender<object>(world, {
    compose: ({ content }) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...content, signature: signatureOf(key(), content) }),
    }),
    retryDelay: (_delivery, failures) => (failures < attempts ? MINUTE : undefined),
    accepted: (status) => status === 200,
  });
  return {
    world,
    clientSecret,
    sales: new Map(),
    tokens: new Map(),
    targets,
    sender,
    key,
    notify(sale) {
      const url = targets.get(targetOf(sale.environment, sale.clientId));
      if (url === undefined) return;
      sender.send({ id: world.id('pns-'), url, content: messageOf(sale) });
    },
  };
}

/** A payment notification, version 3.1. */
export const messageOf = (sale: Sale): object => ({
  msgVersion: sale.environment === 'SANDBOX' ? '3.1.0D' : '3.1.0',
  clientId: sale.clientId,
  productId: sale.productId,
  messageType: 'SINGLE_PAYMENT_TRANSACTION',
  purchaseId: sale.purchaseId,
  developerPayload: '',
  purchaseTimeMillis: sale.purchaseTime,
  purchaseState: sale.isCancelled ? 'CANCELED' : 'COMPLETED',
  price: sale.price,
  priceCurrencyCode: sale.currency,
  productName: sale.productId,
  paymentTypeList: [{ paymentMethod: 'CREDITCARD', amount: sale.price }],
  billingKey: '',
  isTestMdn: sale.environment === 'SANDBOX',
  purchaseToken: sale.purchaseToken,
  environment: sale.environment,
  marketCode: sale.marketCode,
});

export const signatureOf = (key: KeyObject, message: object): string =>
  sign('sha512', Buffer.from(JSON.stringify(message)), key).toString('base64');

export const exportStore = ({ key, clientSecret, sales, targets, sender }: Store): StoreState => ({
  key: key().export({ type: 'pkcs8', format: 'pem' }).toString(),
  clientSecret,
  sales: [...sales.values()],
  targets: [...targets],
  sender: sender.exportState(),
});

export const readKey = ({ key }: StoreState): KeyObject => createPrivateKey(key);
