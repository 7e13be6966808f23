// The books of the Galaxy Store: purchases, and where its notifications go.
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

export const modes = ['PRODUCTION', 'TEST'] as const;

export interface Sale {
  readonly purchaseId: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly packageName: string;
  readonly itemId: string;
  readonly mode: (typeof modes)[number];
  readonly price: string;
  /** Empty in the receipts of earlier years. */
  readonly currency: string;
  readonly purchasedAt: number;
  isRefunded: boolean;
}

export interface Store {
  readonly world: World;
  readonly sales: Map<string, Sale>;
  /** URL by package name. */
  readonly targets: Map<string, string>;
  readonly sender: WebhookSender<object>;
  /** Signs notifications. */
  key: KeyObject;
  notify(sale: Sale, sub: string): void;
}

export interface StoreState {
  readonly key: string;
  readonly sales: Sale[];
  readonly targets: [string, string][];
  readonly sender: unknown;
}

const second = 1_000;
const attempts = 5;

export const newKey = async (): Promise<KeyObject> =>
  (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey;

/** As the Seller Portal shows it. */
export const publicKeyText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export function createStore(world: World, key: KeyObject): Store {
  const sender = createWebhookSender<object>(world, {
    compose: ({ content }) => ({
      headers: { 'content-type': 'text/plain' },
      body: tokenOf(store.key, content),
    }),
    retryDelay: (_delivery, failures) => (failures < attempts ? 60 * second : undefined),
    accepted: (status) => status === 200,
  });
  const store: Store = {
    world,
    sales: new Map(),
    targets: new Map(),
    sender,
    key,
    notify(sale, sub) {
      const url = store.targets.get(sale.packageName);
      if (url === undefined) return;
      const content = claimsOf(sale, sub, world.clock.now());
      sender.send({ id: world.id('isn-'), url, content });
    },
  };
  return store;
}

const claimsOf = (sale: Sale, sub: string, now: number): object => ({
  iss: 'iap.samsungapps.com',
  sub,
  aud: [sale.packageName],
  nbf: Math.floor(now / second),
  iat: Math.floor(now / second),
  data: {
    itemId: sale.itemId,
    orderId: sale.orderId,
    purchaseId: sale.purchaseId,
    testPayYn: sale.mode === 'TEST' ? 'Y' : 'N',
    betaTestYn: 'N',
  },
  version: '2.0',
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function tokenOf(key: KeyObject, claims: object): string {
  const text = `${part({ typ: 'JWT', alg: 'RS256' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

export const exportStore = ({ key, sales, targets, sender }: Store): StoreState => ({
  key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  sales: [...sales.values()],
  targets: [...targets],
  sender: sender.exportState(),
});

export const readKey = ({ key }: StoreState): KeyObject => createPrivateKey(key);
